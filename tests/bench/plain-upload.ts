import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

import { serveBaseline } from './serve-baseline';

/**
 * Baseline 'plain upload': writes the body of a request to a file, hashes it with SHA-256 and syncs it. Argument:
 * target folder.
 */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('A folder to write into is missing.');
const target = path.join(folder, 'plain-upload');

serveBaseline((request, response) => {
  void (async () => {
    const hash = createHash('sha256');
    const handle = await open(target, 'w');
    for await (const chunk of request as AsyncIterable<Buffer>) {
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
    await handle.close();
    response.writeHead(201).end(hash.digest('hex'));
    await rm(target);
  })();
});
