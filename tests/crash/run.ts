import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { chromium } from '@playwright/test';

import { buildWhenStale } from '../../services/launcher/build-when-stale.js';
import { Resources } from '../bench/resources';
import { openThrowAwayDatabase } from '../cluster/throw-away-postgresql';
import { chromiumArguments, chromiumPath } from '../e2e/support/chromium';
import { startServer } from '../e2e/support/server-process';
import { crashBoard } from './crash-board';
import { crashDeletions } from './crash-deletions';
import { crashForms } from './crash-forms';
import { crashLife } from './crash-life';
import { crashUploads } from './crash-uploads';
import { oneServer, twoServers } from './killable-site';

/**
 * `npm run test:crash -- [--kills <n>] [--forms <n>] [--board <n>] [--life <n>] [--deletions <n>] [--seed <n>]
 * [--postgresql]`: kills the built server (SIGKILL) this often during uploads and while they are read, and, with its
 * database, while accounts are deleted and right after responses to the metadata form, and a server of the API with its
 * database during acts of the editorial board and through the life of data sets. With `--postgresql` only lives and
 * deletions, and in each case two servers with one PostgreSQL database, one of which is killed. Prints its seed, so that
 * a run can be repeated. Exits with 1 if anything that was acknowledged is lost, or anything of a deleted person is left.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    forms: { type: 'string', default: '10' },
    board: { type: 'string', default: '50' },
    life: { type: 'string', default: '50' },
    deletions: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    postgresql: { type: 'boolean', default: false },
  },
});
const print = (text: string) => process.stdout.write(`${text}\n`);
const seed = Number(values.seed);
const [kills, forms, board, life, deletions] = [
  Number(values.kills),
  Number(values.forms),
  Number(values.board),
  Number(values.life),
  Number(values.deletions),
];
const resources = new Resources();
try {
  print(`seed ${values.seed}`);
  if (kills + forms + deletions > 0 && !buildWhenStale()) throw new Error('The build failed.');
  await (values.postgresql ? crashTwoServers() : crashOneServer());
} finally {
  await resources.close();
}

/** What every trial gets. */
function trial(times: number) {
  return { kills: times, seed, folder: resources.makeFolder(), say: print };
}

function tell(report: object): void {
  print(JSON.stringify(report, null, 2));
}

async function crashOneServer(): Promise<void> {
  if (kills + forms + deletions > 0) await crashBuiltServer();
  if (board > 0) tell(await crashBoard(trial(board)));
  if (life > 0) tell(await crashLife({ ...trial(life), databaseUrl: null }));
}

async function crashBuiltServer(): Promise<void> {
  const server = await startServer({}, { ownGroup: true });
  resources.add(() => server.stop());
  if (kills > 0) tell(await crashUploads(server, trial(kills)));
  if (deletions > 0) tell(await crashDeletions(oneServer(server), trial(deletions)));
  if (forms === 0) return;
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments });
  resources.add(() => browser.close());
  await crashForms(server, browser, trial(forms));
}

async function crashTwoServers(): Promise<void> {
  if (life > 0) {
    const { href } = await openThrowAwayDatabase(resources);
    tell(await crashLife({ ...trial(life), databaseUrl: href }));
  }
  if (deletions > 0) tell(await crashDeletions(await twoServers(resources), trial(deletions)));
}
