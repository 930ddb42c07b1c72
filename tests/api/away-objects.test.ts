import { rename } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runJobCommand } from '../../services/repository/upkeep/job-commands';
import { claimObjects } from '../../services/repository/upkeep/claim-objects';
import { publishForTest } from '../support/published-data-sets';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { openUploadApi, smallTable, uploadNumber, type UploadApi } from '../support/upload-calls';

const { contributor, other } = actors;
let api: UploadApi;
let web: TestWeb;
let folder = '';
/** Stands for a volume that is not mounted. */
const unmount = () => rename(folder, `${folder}-away`);
const mount = () => rename(`${folder}-away`, folder);

beforeAll(async () => {
  api = await openUploadApi();
  await claimObjects(api.repository);
  web = await createTestWeb(api);
  folder = await api.repository.files.withScratchFile(async (file) => path.dirname(path.dirname(file)));
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

const command = async (...given: string[]) => {
  let said = '';
  const { db, jobs } = api.repository;
  const code = await runJobCommand(given, { db, jobs, write: (text) => void (said += text) });
  return { code, said };
};
/** Uploads a file and requests that it is read again while the object store is away. */
async function takeWhileAway(): Promise<string> {
  const id = await api.take(smallTable());
  await unmount();
  await api.pool.query(`delete from repository.source_tables`);
  await api.pool.query(`update repository.files set state = 'received', reading = reading + 1 where upload = $1`, [
    uploadNumber(id),
  ]);
  const { rows } = await api.pool.query<{ id: string }>('select id from repository.files where upload = $1', [
    uploadNumber(id),
  ]);
  const { db, jobs } = api.repository;
  await db.transaction((tx) => jobs.enqueue(tx, 'ingest-file', { file: rows[0]?.id ?? '' }));
  jobs.nudge();
  await expect.poll(async () => (await api.state(id)).delay).not.toBeNull();
  return id;
}
const pressTryAgain = (id: string, actor = contributor) =>
  api.call(actor, `/api/fileupload/${id}/try-again`, { method: 'POST' });

test('a file waits while the store is away, its page says so, and its contributor can retry', async () => {
  const id = await takeWhileAway();
  const cookie = await web.signIn(contributor, 'de');
  const page = await (await web.ask(`/file-upload/data/${id}`, { cookie })).text();
  expect(page).toContain('Wir versuchen es 24 Stunden lang immer wieder');
  expect(page).toContain('Jetzt erneut versuchen');
  expect((await command('list')).said).toMatch(
    /ingest-file .*retried at .*\n {2}The objects folder .* is not available/,
  );
  expect((await pressTryAgain(id, other)).status).toBe(404);
  await mount();
  const pressed = await web.ask(`/file-upload/try-again/${id}`, {
    method: 'POST',
    cookie,
    body: new URLSearchParams(),
  });
  expect(pressed.status).toBe(303);
  await expect.poll(async () => (await api.state(id)).state).toBe('ready');
  expect((await command('list')).said).toBe('No job is waiting or has failed.\n');
});

test('a file that waited for 24 hours is not lost: the button and the command start reading it again', async () => {
  for (const again of [pressTryAgain, () => command('retry', 'all')]) {
    const id = await takeWhileAway();
    await api.pool.query(
      `update pgboss.job set start_after = now(), output = jsonb_set(output, '{outage,since}', to_jsonb(now() - interval '25 hours'))
       where state = 'retry'`,
    );
    api.repository.jobs.nudge();
    await expect.poll(async () => (await api.state(id)).failure?.code).toBe('reading-away');
    expect((await api.state(id)).failure?.mayTryAgain).toBe(true);
    await mount();
    await again(id);
    api.repository.jobs.nudge();
    await expect.poll(async () => (await api.state(id)).state).toBe('ready');
    await command('retry');
  }
});

test('the command says the code with which a mail was refused, and nothing else of it', async () => {
  await api.pool.query(
    `insert into pgboss.job (name, data, state, output) values ('send-mail', '{"to":"eva@example.org"}', 'failed',
       '{"message":"Error: 550 no such user eva", "code":"550"}')`,
  );
  const { said } = await command('list');
  expect(said).toMatch(/send-mail: since .*, failed permanently\n {2}550\n/);
  expect(said).not.toContain('eva');
  await api.pool.query(`delete from pgboss.job where name = 'send-mail'`);
});

test('the command reports what it retried and removed, and does not touch DOIs', async () => {
  await api.pool.query(
    `insert into pgboss.job (name, data, state) values
       ('ingest-file', '{"file":"11111111-2222-4333-8444-555555555555"}', 'failed'),
       ('publish-upload', '{"upload":0}', 'failed'), ('register-doi', '{"upload":0}', 'failed')`,
  );
  expect((await command('list')).said).not.toContain('register-doi');
  expect(await command('retry')).toEqual({
    code: 0,
    said: '1 job is being retried by the running server.\n1 job is removed because there is nothing left to do.\n',
  });
});

test('a lost original is reported as lost', async () => {
  const id = await api.take(smallTable());
  const { rows } = await api.pool.query<{ id: string; key: string }>(
    `update repository.files set state = 'received', reading = reading + 1 where upload = $1
     returning id, object_key as key`,
    [uploadNumber(id)],
  );
  await api.pool.query('delete from repository.source_tables where file = $1', [rows[0]?.id]);
  await api.repository.files.remove(rows[0]?.key ?? '');
  const { db, jobs } = api.repository;
  await db.transaction((tx) => jobs.enqueue(tx, 'ingest-file', { file: rows[0]?.id ?? '' }));
  jobs.nudge();
  await expect.poll(async () => (await api.state(id)).failure?.code).toBe('original-missing');
});

test('pages of published data need the object store only for rows', async () => {
  await publishForTest(api.repository, {
    nr: 7,
    title: 'Sprints of Bonn',
    tables: [{ name: 'runs', select: `select 'x' as "id"`, columns: [{ key: 'id', unit: '', source: 'ID' }] }],
  });
  await unmount();
  const rows = await api.call(null, '/api/search/data/7/rows');
  expect(rows.status).toBe(503);
  expect(rows.headers.get('Retry-After')).toBe('15');
  const landing = await web.ask('/data-set/7?x=1', { cookie: 'language=EN-X' });
  expect(landing.status).toBe(200);
  const html = await landing.text();
  expect(html).toContain('Sprints of Bonn');
  expect(html).toContain('The rows are not available at the moment.');
  const search = await web.ask('/?q=Sprints&open=7', { cookie: 'language=EN-X' });
  expect(search.status).toBe(200);
  expect(await search.text()).toContain('The rows are not available at the moment.');
  await mount();
  expect((await api.call(null, '/api/search/data/7/rows')).status).toBe(200);
  await api.repository.files.remove(
    (await api.pool.query<{ key: string }>('select object_key as key from repository.published_tables')).rows[0]?.key ??
      '',
  );
  const lost = await api.call(null, '/api/search/data/7/rows');
  expect([lost.status, ((await lost.json()) as { code: string }).code]).toEqual([404, 'rows-missing']);
});

test('downloads of published data fail before the first byte if the store is away or has lost rows', async () => {
  await publishForTest(api.repository, {
    nr: 8,
    title: 'Jumps of Bonn',
    tables: ['one', 'two'].map((name) => ({
      name,
      select: `select 'x' as "id"`,
      columns: [{ key: 'id', unit: '', source: 'ID' }],
    })),
  });
  const cookie = await web.signIn(other, 'de');
  const ticked = () => web.ask('/search/download', { method: 'POST', cookie, body: new URLSearchParams({ nr: '8' }) });
  const address = (await ticked()).headers.get('Location') ?? '';
  expect(address).toMatch(/^\/my-downloads\/[-\w]+\/all\//);
  const id = address.split('/')[2] ?? '';
  const [{ fileName = '' } = {}] = (await (await api.call(other, '/api/search/mydownloads/rows')).json()) as {
    fileName?: string;
  }[];
  const single = `8/${encodeURIComponent(fileName)}`;
  const calls = ['/api/search/data/8', `/api/search/package/${id}`, `/api/search/mydownload/${id}/${single}`];
  const pages = [address, `/my-downloads/${id}/${single}`];

  await unmount();
  for (const call of calls) {
    const answer = await api.call(other, call);
    expect([call, answer.status, answer.headers.get('Retry-After')]).toEqual([call, 503, '15']);
    expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  }
  for (const page of [...pages, (await ticked()).headers.get('Location') ?? '']) {
    const answer = await web.ask(page, { cookie });
    expect([page, answer.status, answer.headers.get('Retry-After')]).toEqual([page, 503, '15']);
    const html = await answer.text();
    expect(html).toContain('Das Repositorium antwortet nicht');
    expect(html).toContain(`href="${page}"`);
  }
  await mount();
  for (const call of calls) expect((await (await api.call(other, call)).arrayBuffer()).byteLength).toBeGreaterThan(0);
  for (const page of pages)
    expect((await web.ask(page, { cookie })).headers.get('Content-Type')).toBe('application/zip');

  const { rows } = await api.pool.query<{ key: string }>(
    "select object_key as key from repository.published_tables where nr = 8 and name = 'two'",
  );
  await api.repository.files.remove(rows[0]?.key ?? '');
  // Packages that were kept need no rows.
  await api.pool.query('delete from repository.kept_files');
  for (const call of calls) {
    const answer = await api.call(other, call);
    expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'rows-missing' })]);
  }
});

test('the page of an original says that the store is away', async () => {
  const id = await api.take(smallTable());
  const cookie = await web.signIn(contributor, 'en');
  await unmount();
  const answer = await web.ask(`/file-upload/original/${id}`, { cookie });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([503, 'text/html; charset=utf-8']);
  expect(await answer.text()).toContain('The repository is not answering');
  await mount();
});

test('the mapping of a table with rows left out needs the object store only for its rows', async () => {
  const rows = ['a1;14', 'a2;15', '', 'a3;16', 'a4;17'];
  const id = await api.take({ name: 'grip.csv', content: `ID;Handkraft\n${rows.join('\n')}\n` });
  const data = `/api/mapping/raw/${id}/grip/data`;
  const change = JSON.stringify({ from: 5, to: 5, isData: false, reason: 'trial run' });
  expect((await api.call(contributor, data, { method: 'POST', body: change })).status).toBe(200);
  const read = async (address: string): Promise<unknown> => (await api.call(contributor, address)).json();
  const summary = `/api/fileupload/${id}/summary`;
  const ofUser = { from: 5, to: 5, reason: 'user', text: 'trial run' };
  expect(await read(summary)).toMatchObject([{ measures: { filled: 3, missing: 0 } }, {}]);
  expect(await read(data)).toMatchObject({ rows: [{ reason: 'blank' }, { ...ofUser, content: 'a3; 16' }] });

  const cookie = await web.signIn(contributor, 'en');
  await unmount();
  expect(await read(summary)).toMatchObject([{ measures: { filled: 4, missing: 1 } }, {}]);
  expect((await read(data)) as { rows: unknown }).toMatchObject({ rows: [{ reason: 'blank' }, ofUser] });
  const page = await web.ask(`/file-upload/data/${id}?table=grip`, { cookie });
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('The rows are not available at the moment.');
  expect(html).toContain('trial run');
  await mount();
});
