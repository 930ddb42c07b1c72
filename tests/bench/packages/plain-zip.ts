import { readdirSync } from 'node:fs';
import path from 'node:path';

import { ZipFile } from 'yazl';

import { serveBaseline } from '../serve-baseline';

/** Baseline 'plain zip': zips the files of a folder with the same library. Argument: the folder. */
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('A folder to zip is missing.');

serveBaseline((_request, response) => {
  const zip = new ZipFile();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    // As in packages: Parquet is compressed already.
    if (path.extname(name) !== '') {
      zip.addFile(path.join(folder, name), name, { compress: !name.endsWith('.parquet') });
    }
  }
  zip.end();
  zip.outputStream.pipe(response.writeHead(200, { 'Content-Type': 'application/zip' }));
});
