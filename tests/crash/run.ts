import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { Resources } from '../bench/resources';
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { startServer } from '../e2e/support/server-process';
import { crashForms } from './crash-forms';
import { crashUploads } from './crash-uploads';

/**
 * `npm run test:crash -- [--kills <n>] [--forms <n>] [--seed <n>]`: kills the built server (SIGKILL) this often during
 * uploads and while they are read, and, with its database, right after responses to the metadata form. Prints its seed,
 * so that a run can be repeated. Exits with 1 if anything that was acknowledged is lost.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    forms: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
if (!buildWhenStale()) process.exit(1);

const resources = new Resources();
try {
  print(`seed ${values.seed}`);
  const server = await startServer({}, { ownGroup: true });
  resources.add(() => server.stop());
  const seed = Number(values.seed);
  const uploads = { kills: Number(values.kills), seed, folder: resources.makeFolder(), say: print };
  print(JSON.stringify(await crashUploads(server, uploads), null, 2));
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  resources.add(() => browser.close());
  await crashForms(server, browser, { kills: Number(values.forms), seed, say: print });
} finally {
  await resources.close();
}
