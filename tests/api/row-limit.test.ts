import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { DownloadSessionSchema } from '@domain/api/downloads';
import { PublishedTablesSchema } from '@domain/api/search';
import { DigestSchema, RowWindowSchema } from '@domain/api/uploads';
import { recordPerson } from '../../services/repository/store/people';
import { dataSets, downloadSessions, votes } from '../../services/repository/store/schema';
import type { Actor } from '../../services/repository/context/context';
import { publishForTest } from '../support/published-data-sets';
import { ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { testBrowser } from '../support/test-browser';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;

const columns = [{ key: 'handgrip', unit: 'kg', source: 'Kraft' }];
const table = (name: string, from: number, count: number) => ({
  name,
  select: `select (${from} + i) / 1000 + 30 as handgrip from range(${count}) t(i)`,
  columns,
});

beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
  const tables = [table('Erste', 1, 15), table('Zweite', 16, 30), table('Dritte', 46, 5)];
  await publishForTest(api.repository, { nr: 1, title: 'Limited', rights: ['SUFL 1.0'], tables });
  await publishForTest(api.repository, { nr: 2, title: 'Open', tables });
  const few = [table('few', 1, 20)];
  await publishForTest(api.repository, { nr: 3, title: 'Few', rights: ['SUFL 1.0'], tables: few });
});
afterAll(async () => {
  await web.close();
  await api.close();
});

const get = (address: string, actor: Actor | null = null) => ask(api, actor, `/api/search/data/${address}`);
const pageOf = async (response: Response | Promise<Response>) =>
  (await (await response).text()).replaceAll('<!-- -->', '');
const english = 'You see the first 20 of the 50 rows of this data set.';

test('responses contain the visible and the total number of rows of each table', async () => {
  const tables = PublishedTablesSchema.parse(await (await get('1/tables')).json());
  expect(tables.map(({ rowCount, readableRows }) => [rowCount, readableRows])).toEqual([
    [15, undefined],
    [30, 5],
    [5, 0],
  ]);
  const window = RowWindowSchema.parse(await (await get('1/rows?table=Zweite&offset=3&limit=9')).json());
  expect(window).toMatchObject({ offset: 3, rowCount: 30, readableRows: 5 });
  expect(window.rows.map(({ row, values }) => [row, ...values])).toEqual([
    [5, '30.019'],
    [6, '30.02'],
  ]);
});

test('the digest keeps its format, covers the visible rows and says so', async () => {
  const { tables } = DigestSchema.parse(await (await get('1')).json());
  expect(tables.map(({ readableRows, rowCount }) => [readableRows, rowCount])).toEqual([
    [undefined, undefined],
    [5, 30],
    [0, 5],
  ]);
  expect(tables.map(({ columns: [column] }) => [column?.rows, column?.values.length])).toEqual([
    [15, 15],
    [5, 5],
    [0, 0],
  ]);
  expect(tables[1]?.columns[0]?.values.at(-1)).toEqual(['30.02', '6']);
});

test('responses to users who may see all rows, and open data, mention no limit', async () => {
  for (const [nr, actor] of [
    [1, actors.contributor],
    [2, null],
    [3, null],
  ] as const) {
    for (const address of [`${nr}`, `${nr}/tables`, `${nr}/rows`]) {
      expect(await (await get(address, actor)).text(), address).not.toContain('readableRows');
    }
  }
});

test('responses to signed-in users are not cached for others', async () => {
  for (const address of ['1', '1/tables', '1/rows', '2/rows']) {
    const signedIn = await get(address, actors.contributor);
    expect(signedIn.headers.get('Cache-Control')).toBe('private, no-store');
    for (const answer of [signedIn, await get(address)]) {
      expect(answer.headers.get('Vary')).toContain('Authorization');
      await answer.body?.cancel();
    }
  }
});

test('the shared page never contains rows that only some users may see', async () => {
  const owner = await web.signIn(actors.contributor);
  const address = '/?q=Limited&open=1.1';
  const seen = async (cookie?: string) => /30\.021/.test(await pageOf(web.ask(address, { cookie })));
  expect(await seen(owner)).toBe(true);
  expect(await seen()).toBe(false);
  expect(await seen(owner)).toBe(true);
  expect(await seen('language=EN-X')).toBe(false);
  expect((await web.ask(address, { cookie: owner })).headers.get('Cache-Control')).toBe('private, no-store');
});

test('the preview explains in both languages why it ends, and has no further pages', async () => {
  const page = await pageOf(web.ask('/?q=Limited&open=1.1'));
  expect(page).toContain(english);
  expect(page).toContain('Zweite, rows 1 to 5 of 30');
  expect(page).not.toContain('Next rows');
  expect(await pageOf(web.ask('/?q=Limited&open=1.2'))).toContain('The rows you can see are in other tables.');
  const german = await pageOf(web.ask('/?q=Limited&open=1', { cookie: 'language=DE-X' }));
  expect(german).toContain('Sie sehen die ersten 20 von 50 Zeilen dieses Datensatzes.');
  expect(await pageOf(web.ask('/data-set/1'))).toContain(english);
  for (const address of ['/?q=Open&open=2', '/data-set/2', '/?q=Few&open=3', '/data-set/3']) {
    expect(await pageOf(web.ask(address)), address).not.toContain('You see the first');
  }
  expect(await pageOf(web.ask('/?q=Open&open=2.1'))).toContain('Next rows');
});

test.each(['/?q=Limited&open=1.1', '/data-set/1'])(
  'from %s, signing in and one form lead a visitor to all rows',
  async (address) => {
    const browser = testBrowser(web);
    const login = /href="(\/authentication\/login\?returnUrl=[^"]*)"[^>]*>Log in to fill in the download form</;
    const [, link = ''] = login.exec((await browser.open(address)).page) ?? [];
    const back = await browser.signInAt(link.replaceAll('&amp;', '&'), actors.other);
    expect(back.address).toContain(address);
    expect(back.page).toContain('Fill in the download form');
    const field: Record<string, string> = /^\/data-set/.test(address) ? { nr: '1' } : { nr: '2', only: '1' };
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const body = new URLSearchParams({ q: 'Limited', ...field }).toString();
    const sent = await browser.ask('/search/download', { method: 'POST', headers, body });
    const form = sent.headers.get('Location') ?? '';
    const [, id] = /^\/file-download\/([0-9a-f-]{36})\?results=/.exec(form) ?? [];
    const session = await ask(api, actors.other, `/api/search/downloads/${id}`);
    expect(DownloadSessionSchema.parse(await session.json()).files.map(({ nr }) => nr)).toEqual([1]);
  },
);

test('after publication, an expert sees of a reviewed data set only what everybody sees', async () => {
  const { db, now } = api.repository;
  await recordPerson(db, actors.expert2, now());
  const [record] = await db.select().from(dataSets).where(eq(dataSets.nr, 1));
  const moments = { startedAt: now(), endedAt: now() };
  const vote = { panel: 1 as const, expert: actors.expert2.subject, rating: 1 as const, note: '', version: 1 };
  await db.insert(votes).values({ upload: record?.upload ?? 0, ...vote, ...moments });
  const rowsOf = async (actor: Actor) =>
    RowWindowSchema.parse(await (await get('1/rows?table=Zweite', actor)).json()).rows.length;
  expect(await rowsOf(actors.expert2)).toBe(5);
  expect(await rowsOf(actors.expert3)).toBe(5);
  expect(await rowsOf(actors.contributor)).toBe(30);
});

test('a session created without its form returns no rows until the form is answered', async () => {
  const { db, now } = api.repository;
  const chosen = { method: 'POST', body: [1] };
  const started = await ask(api, actors.expert3, '/api/search/download', chosen);
  const session = started.headers.get('Location')?.split('/').at(-1) ?? '';
  await db.update(downloadSessions).set({ openedAt: now() }).where(eq(downloadSessions.id, session));
  const package_ = () => ask(api, actors.expert3, `/api/search/package/${session}`);
  const rows = async () =>
    RowWindowSchema.parse(await (await get('1/rows?table=Zweite', actors.expert3)).json()).rows.length;
  expect((await package_()).status).toBe(403);
  expect(await rows()).toBe(5);
  const answers = { institution: 'I', country: 'Germany', purpose: 'P', accurate: true, licence: true };
  const body = { session, ...answers };
  expect((await ask(api, actors.expert3, `/api/search/downloads/${session}`, { method: 'POST', body })).status).toBe(
    201,
  );
  const opened = await package_();
  expect(opened.status).toBe(200);
  await opened.body?.cancel();
  expect(await rows()).toBe(30);
});
