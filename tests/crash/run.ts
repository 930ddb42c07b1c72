import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { Resources } from '../bench/resources';
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { startServer } from '../e2e/support/server-process';
import { crashBoard } from './crash-board';
import { crashDeletions } from './crash-deletions';
import { crashForms } from './crash-forms';
import { crashLife } from './crash-life';
import { crashUploads } from './crash-uploads';

/**
 * `npm run test:crash -- [--kills <n>] [--forms <n>] [--board <n>] [--life <n>] [--deletions <n>] [--seed <n>]`: kills
 * the built server (SIGKILL) this often during uploads and while they are read, and, with its database, while accounts
 * are deleted and right after responses to the metadata form, and a server of the API with its database during acts of
 * the editorial board and through the life of data sets. Prints its seed, so that a run can be repeated. Exits with 1 if
 * anything that was acknowledged is lost, or anything of a deleted person is left.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    forms: { type: 'string', default: '10' },
    board: { type: 'string', default: '50' },
    life: { type: 'string', default: '50' },
    deletions: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const seed = Number(values.seed);
const kills = Number(values.kills);
const forms = Number(values.forms);
const board = Number(values.board);
const life = Number(values.life);
const deletions = Number(values.deletions);
const resources = new Resources();
try {
  print(`seed ${values.seed}`);
  if (kills + forms + deletions > 0) await crashServer();
  if (board > 0) {
    const folder = resources.makeFolder();
    print(JSON.stringify(await crashBoard({ kills: board, seed, folder, say: print }), null, 2));
  }
  if (life > 0) {
    const folder = resources.makeFolder();
    print(JSON.stringify(await crashLife({ kills: life, seed, folder, say: print }), null, 2));
  }
} finally {
  await resources.close();
}

async function crashServer(): Promise<void> {
  if (!buildWhenStale()) throw new Error('The build failed.');
  const server = await startServer({}, { ownGroup: true });
  resources.add(() => server.stop());
  const uploads = { kills, seed, folder: resources.makeFolder(), say: print };
  if (kills > 0) print(JSON.stringify(await crashUploads(server, uploads), null, 2));
  if (deletions > 0) print(JSON.stringify(await crashDeletions(server, { ...uploads, kills: deletions }), null, 2));
  if (forms === 0) return;
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  resources.add(() => browser.close());
  await crashForms(server, browser, { kills: forms, seed, say: print });
}
