import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { expect, test } from '@playwright/test';

import { productVersion } from '../../services/root-folder';
import type { Browser } from '../../services/identity/testing/browser';
import { signInContributor, waitUntilRead } from '../bench/contributor';
import { type Balancer, startBalancer } from '../cluster/balancer';
import { runOnServer } from '../support/postgresql-server';
import { buildRelease, canRestartBeside, findFormerRelease, makeNextRelease } from './support/other-releases';
import { openOwnDatabase, type OwnDatabase } from './support/own-database';
import { sendTable } from './support/send-table';
import { startServer, type ServerProcess } from './support/server-process';

/** Servers of two releases with one database, as while servers are upgraded one after the other. */
let folder: string;
let database: OwnDatabase;
let balancer: Balancer;
let servers: ServerProcess[];

test.beforeEach(async ({ browserName }, { project }) => {
  test.skip(project.name === 'js', `what the server does without ${browserName} needs one round`);
  const opened = await openOwnDatabase();
  if (!opened) return test.skip(true, 'TEST_DATABASE_URL is not set');
  database = opened;
  folder = mkdtempSync(path.join(tmpdir(), 'motothek-releases-'));
  balancer = await startBalancer();
  servers = [];
});

test.afterEach(async () => {
  if (!folder) return;
  await Promise.all(servers.map((server) => server.stop()));
  await balancer.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(release?: string): Promise<ServerProcess> {
  const environment = {
    ORIGIN: balancer.origin,
    DATABASE_URL: database.url.href,
    DATA_DIR: path.join(folder, 'data'),
    SESSION_SECRET: 's'.repeat(32),
  };
  const server = await startServer(environment, { release });
  servers.push(server);
  return server;
}

const leadTo = (...to: ServerProcess[]) =>
  balancer.leadTo(to.map(({ ownAddress }) => Number(new URL(ownAddress).port)));

async function readiness({ ownAddress }: ServerProcess): Promise<unknown[]> {
  const answer = await fetch(`${ownAddress}/readyz`);
  const { migrations } = (await answer.json()) as { migrations?: string };
  return [answer.status, migrations];
}

/** Uploads a table and reads pages through one server, with the session of the other one as well. */
async function work(browser: Browser, server: ServerProcess, name: string): Promise<void> {
  leadTo(server);
  await waitUntilRead(browser, await sendTable(browser, folder, `${name}.csv`));
  for (const page of ['/', '/file-upload', '/profile']) expect((await browser.request(page)).status, page).toBe(200);
  expect((await fetch(`${balancer.origin}/api/search`)).status).toBe(200);
}

/** Reads pages without a pause while something else happens. Every one of them must come, and soon. */
async function whileReading(browser: Browser, happen: () => Promise<void>): Promise<number> {
  let isOver = false;
  const happening = happen().finally(() => (isOver = true));
  let read = 0;
  while (!isOver) {
    const begun = performance.now();
    expect((await browser.request('/file-upload')).status).toBe(200);
    expect(performance.now() - begun).toBeLessThan(15_000);
    read += 1;
    await pause(100);
  }
  await happening;
  return read;
}

test('a server goes on, and restarts, beside the schema of the next release', async () => {
  const former = await start();
  leadTo(former);
  const browser = await signInContributor(balancer.origin);
  const release = path.join(folder, 'next');
  mkdirSync(release);
  makeNextRelease(release, [
    {
      schema: 'repository',
      name: 'expand',
      sql: `CREATE TABLE "repository"."of_the_next" ("id" text PRIMARY KEY NOT NULL);--> statement-breakpoint
        ALTER TABLE "repository"."uploads" ADD COLUMN "of_the_next" text;`,
    },
    {
      schema: 'repository',
      name: 'contract',
      sql: `-- contract: from ${productVersion()}\nDROP TABLE repository.spare;`,
    },
    { schema: 'web', name: 'expand', sql: `ALTER TABLE "web"."drafts" ADD COLUMN "of_the_next" text;` },
  ]);
  await runOnServer(database.url.href, 'create table repository.spare ()');
  let next = former;
  const read = await whileReading(browser, async () => void (next = await start(release)));
  expect(read).toBeGreaterThan(5);

  expect([await readiness(former), await readiness(next)]).toEqual([
    [200, 'newer'],
    [200, 'current'],
  ]);
  await work(browser, former, 'former');
  await work(browser, next, 'next');
  leadTo(next);
  await former.terminate();
  await former.start();
  expect(await readiness(former)).toEqual([200, 'newer']);
  await work(browser, former, 'restarted');

  const [{ hash } = {}] = await runOnServer(
    database.url.href,
    'select hash from migrations.web order by created_at desc limit 1',
  );
  await runOnServer(
    database.url.href,
    `update migrations.oldest_versions set version = '999.0.0' where hash = '${String(hash)}'`,
  );
  await expect.poll(() => readiness(former)).toEqual([503, 'foreign']);
  expect(await readiness(next)).toEqual([200, 'current']);
  await former.terminate();
  await expect(former.start()).rejects.toThrow('was created by another version of Motothek');
});

test('the former release goes on beside this one', async () => {
  test.setTimeout(900_000);
  const commit = findFormerRelease();
  if (!commit) return test.skip(true, 'this clone does not have the former release');
  const release = path.join(folder, 'former');
  mkdirSync(release);
  buildRelease(release, commit);
  const former = await start(release);
  leadTo(former);
  const browser = await signInContributor(balancer.origin);
  let next = former;
  await whileReading(browser, async () => void (next = await start()));
  await work(browser, former, 'former');
  await work(browser, next, 'next');
  expect((await fetch(`${former.ownAddress}/readyz`)).status).toBe(200);
  if (!canRestartBeside(release)) return;
  await former.terminate();
  await former.start();
  await work(browser, former, 'restarted');
});
