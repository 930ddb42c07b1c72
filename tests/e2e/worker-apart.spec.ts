import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { signInContributor, waitUntilRead } from '../bench/contributor';
import { openOwnDatabase } from './support/own-database';
import { sendTable } from './support/send-table';
import { startServer } from './support/server-process';

/** Servers that answer requests and processes that do the jobs, with one database and one data folder. */
test.beforeEach(({ browserName }, { project }) => {
  test.skip(project.name === 'js', `what the server does without ${browserName} needs one round`);
});

test('a server without jobs leaves them to a worker, which shows no screens and may be away for a time', async () => {
  const database = await openOwnDatabase();
  if (!database) return test.skip(true, 'TEST_DATABASE_URL is not set');
  const folder = mkdtempSync(path.join(tmpdir(), 'motothek-worker-'));
  const shared = { DATABASE_URL: database.url.href, DATA_DIR: folder, SESSION_SECRET: 's'.repeat(32) };
  const first = await startServer(shared);
  await first.terminate();
  const server = await startServer({ ...shared, ROLE: 'web,api' });
  const worker = await startServer({ ...shared, ROLE: 'worker', ORIGIN: server.origin });
  try {
    const workerAddress = worker.ownAddress;
    const status = async (address: string) => (await fetch(address)).status;
    expect(await status(`${workerAddress}/readyz`)).toBe(200);
    for (const page of ['/', '/api/search', '/identity/.well-known/openid-configuration']) {
      expect(await status(server.origin + page), page).toBe(200);
      expect(await status(workerAddress + page), page).toBe(404);
    }
    const browser = await signInContributor(server.origin);
    await waitUntilRead(browser, await sendTable(browser, folder, 'first.csv'));

    await worker.kill();
    const waiting = await sendTable(browser, folder, 'second.csv');
    expect(await (await browser.request(waiting)).text()).toContain('id="waiting-heading"');
    await worker.start();
    await waitUntilRead(browser, waiting);
  } finally {
    await Promise.all([server.stop(), worker.terminate()]);
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
