import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { buildWhenStale } from '../../services/launcher/build-when-stale';
import { Resources } from '../bench/resources';
import { startServer } from '../e2e/support/server-process';
import { crashUploads } from './crash-uploads';

/**
 * `npm run test:crash -- [--kills <n>] [--seed <n>]`: the built server is killed (SIGKILL) so often during
 * uploads and while they are read. Says its seed, so that a run can be repeated; ends with 1 when anything
 * that was promised is broken.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
if (!buildWhenStale()) process.exit(1);

const resources = new Resources();
try {
  print(`seed ${values.seed}`);
  const server = await startServer();
  resources.add(() => server.stop());
  const options = { kills: Number(values.kills), seed: Number(values.seed) };
  const report = await crashUploads(server, { ...options, folder: resources.makeFolder(), say: print });
  print(JSON.stringify(report, null, 2));
} finally {
  await resources.close();
}
