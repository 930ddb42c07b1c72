import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';

import type { LinkedDataSet, LinkedRows, MadePrivateLink, PrivateLinks } from '@domain/life/private-links';
import { maxOpenLinks } from '@domain/life/private-links';
import { hashOf } from '@domain/secrets';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { acceptUpload, handleLifeJobs, refusalOf, withdrawNow } from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { publishUpload } from '../jobs/handlers/publish-upload';
import { privateLinks, uploads } from '../store/schema';
import { openLinkedFile } from '../usecases/life/linked-data-set';

const { contributor, other, expert1 } = actors;
const today = new Date('2026-11-26T10:00:00Z');
const until = '2027-01-31';

let api: SourceApi;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
  api.repository.jobs.handle('publish-upload', (data, signal) => publishUpload(api.repository, data, signal));
  await ask(api, chair, '/api/editorial');
});
beforeEach(() => {
  const { now } = api.repository;
  at(today);
  onTestFinished(() => void (api.repository.now = now));
});
afterAll(() => api.close());

const at = (moment: Date | string) => void (api.repository.now = () => new Date(moment));

interface Upload {
  id: string;
  number: number;
}

let titles = 0;
/** An upload under review: a secret name is in a column that is not mapped, and in the name of the file. */
async function submit(licence = 'CC-BY 4.0', rows = 30): Promise<Upload> {
  titles += 1;
  const lines = Array.from({ length: rows }, (_, index) => `f,${20 + index}.5,Secret Name,P${index}`);
  const metadata = withEntries(
    completeMetadata(`Strength of feet ${titles}`),
    entry(20, [licence]),
    entry(32, ['Between us.']),
  );
  const tables = [{ name: 'Secret File', csv: ['sex,grip,name,person', ...lines].join('\n') }];
  const { id, number } = await api.addUpload({ tables, metadata });
  const body = mappingOf({ sex: 'sex|m/f', grip: 'handgrip|kg' });
  await ask(api, contributor, `/api/mapping/raw/${id}/Secret File`, { method: 'POST', body });
  await setStatus(number, 'Submitted');
  return { id, number };
}

async function setStatus(number: number, status: (typeof uploads.$inferSelect)['status']): Promise<void> {
  await api.repository.db.update(uploads).set({ status }).where(eq(uploads.number, number));
}

const make = (id: string, actor = contributor, body: object = { label: 'Reviewer 2', until }) =>
  ask(api, actor, `/api/fileupload/${id}/private-links`, { method: 'POST', body });
async function made(id: string): Promise<{ number: number; path: string; secret: string }> {
  const answer = (await (await make(id)).json()) as MadePrivateLink;
  const secret = answer.address.split('/').at(-1)!;
  return { number: answer.link.number, secret, path: `/api/private-links/${secret}` };
}
const open = (path: string, init?: RequestInit) => api.api.request(path, init);
const listed = async (id: string) =>
  (await (await ask(api, contributor, `/api/fileupload/${id}/private-links`)).json()) as PrivateLinks;
const revoke = (id: string, number: number, actor = contributor) =>
  ask(api, actor, `/api/fileupload/${id}/private-links/${number}`, { method: 'DELETE' });
const ended = '410 private-link-ended';

describe('whoever has a private link', () => {
  test('reads metadata, variables, rows and files as they would be published, and nothing else', async () => {
    const { id } = await submit();
    const { path } = await made(id);
    const answer = await open(path);
    expect(answer.headers.get('Cache-Control')).toContain('no-store');
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(answer.headers.get('X-Robots-Tag')).toContain('noindex');
    const text = await answer.text();
    expect(text).not.toMatch(/Secret|Between us|contributor@/);
    const dataSet = JSON.parse(text) as LinkedDataSet;
    expect(dataSet).toMatchObject({ isAccepted: false, isReadOnly: false, embargoUntil: '', until });
    expect(dataSet.tables).toMatchObject([
      { name: 'data', rowCount: 30, columns: [{ key: 'sex' }, { key: 'handgrip' }] },
    ]);
    expect(dataSet.files.map(({ fileName }) => fileName)).toEqual(['data.csv', 'notice.txt']);
    const rows = (await (await open(`${path}/rows?limit=2`)).json()) as LinkedRows;
    expect(rows.window.rows.map(({ values }) => values)).toEqual([
      ['f', '20.5'],
      ['f', '21.5'],
    ]);
    const csv = await (await open(`${path}/files/data.csv`)).text();
    expect(csv.split('\r\n')).toHaveLength(32);
    expect(csv).toMatch(/^sex,handgrip\r\nf,20\.5\r\n/);
    expect(csv).not.toContain('Secret');
    const notice = await (await open(`${path}/files/notice.txt`, { headers: { 'Accept-Language': 'de' } })).text();
    expect(notice).toContain('31. Januar 2027');
    for (const name of ['Secret File.csv', 'original', 'table-1.csv', '..%2Fdata.csv']) {
      expect((await open(`${path}/files/${name}`)).status).toBe(404);
    }
    expect(await refusalOf(await open(`${path}/rows?table=Secret%20File`))).toBe('404 unknown-table');
  });

  test('reads the first rows of data under SUFL 1.0, and gets no file of it', async () => {
    const { id } = await submit('SUFL 1.0');
    const { path } = await made(id);
    expect(await (await open(path)).json()).toMatchObject({
      isReadOnly: true,
      files: [],
      tables: [{ rowCount: 30, readableRows: 20 }],
    });
    const rowsAt = async (query: string) => ((await (await open(`${path}/rows?${query}`)).json()) as LinkedRows).window;
    expect((await rowsAt('limit=100')).rows).toHaveLength(20);
    expect((await rowsAt('offset=15&limit=100')).rows).toHaveLength(5);
    expect((await rowsAt('offset=25&limit=100')).rows).toEqual([]);
    expect(await refusalOf(await open(`${path}/files/data.csv`))).toBe('403 private-link-read-only');
  });

  test('is told no more than that it ended, if it is revoked, over, altered or unknown', async () => {
    const { id } = await submit();
    const [revoked, over] = [await made(id), await made(id)];
    expect((await revoke(id, revoked.number)).status).toBe(204);
    const altered = `${over.path.slice(0, -1)}${over.path.endsWith('A') ? 'B' : 'A'}`;
    at('2027-02-01T00:01:00+01:00');
    const paths = [
      revoked.path,
      over.path,
      altered,
      '/api/private-links/short',
      `/api/private-links/${'A'.repeat(43)}`,
    ];
    const answers = await Promise.all(
      paths.flatMap((path) => ['', '/rows', '/files/data.csv'].map(async (part) => (await open(path + part)).text())),
    );
    expect(new Set(answers)).toHaveLength(1);
    expect(answers[0]).toContain('"private-link-ended"');
  });

  test('reads it until the end of its last day', async () => {
    const { id } = await submit();
    const { path } = await made(id);
    at('2027-01-31T23:59:00+01:00');
    expect((await open(path)).status).toBe(200);
  });

  test('reads nothing of other uploads and paths with its secret', async () => {
    const { id } = await submit();
    const { secret } = await made(id);
    const headers = { Authorization: `Bearer ${secret}` };
    for (const path of [`/api/fileupload/${id}/rows`, `/api/fileupload/${id}/original`, `/api/fileupload/${id}`]) {
      expect((await open(path, { headers })).status).toBe(401);
    }
  });
});

describe('uses', () => {
  test('are visits of the page: neither its rows and files, nor HEAD', async () => {
    const { id } = await submit();
    const { path } = await made(id);
    await open(path, { method: 'HEAD' });
    await open(`${path}/files/data.csv`, { method: 'HEAD' });
    expect((await listed(id)).links).toMatchObject([{ uses: 0, lastUsedAt: null, state: 'open', label: 'Reviewer 2' }]);
    await open(path);
    await open(`${path}/rows`);
    await (await open(`${path}/files/data.csv`)).text();
    await open(path);
    expect((await listed(id)).links).toMatchObject([{ uses: 2, lastUsedAt: today.toISOString() }]);
  });

  test('of HEAD lend no file of the store, and one that ends before the first byte gives back what it was lent', async () => {
    const { id } = await submit();
    const { secret, path } = await made(id);
    const { files } = api.repository;
    const lend = files.openLocal.bind(files);
    const lent = { now: 0, times: 0 };
    const spy = vi.spyOn(files, 'openLocal').mockImplementation(async (key) => {
      const local = await lend(key);
      lent.now += 1;
      lent.times += 1;
      const dispose = local[Symbol.asyncDispose].bind(local);
      return Object.assign(local, {
        [Symbol.asyncDispose]: async () => {
          lent.now -= 1;
          await dispose();
        },
      });
    });
    onTestFinished(() => spy.mockRestore());
    await open(`${path}/files/data.csv`, { method: 'HEAD' });
    expect(lent).toEqual({ now: 0, times: 0 });
    const input = { secret, fileName: 'data.csv', use: 'part' } as const;
    const content = await (await openLinkedFile(api.repository, input, 'en')).open();
    expect(lent.now).toBe(1);
    content.destroy();
    await expect.poll(() => lent.now).toBe(0);
    expect(await (await open(`${path}/files/data.csv`)).text()).toContain('handgrip');
    await expect.poll(() => lent.now).toBe(0);
  });

  test('are also visits and files that a browser prefetches, because they deliver something', async () => {
    const { id } = await submit();
    const { path } = await made(id);
    const headers = { 'Sec-Purpose': 'prefetch;prerender' };
    await (await open(`${path}/files/data.csv`, { headers })).text();
    expect((await listed(id)).links).toMatchObject([{ uses: 1, lastUsedAt: today.toISOString() }]);
    await open(path, { headers });
    expect((await listed(id)).links).toMatchObject([{ uses: 2 }]);
  });

  test('a file that is fetched without the page is one use', async () => {
    const { id } = await submit();
    const { path } = await made(id);
    await (await open(`${path}/files/data.csv`)).text();
    await (await open(`${path}/files/notice.txt`)).text();
    expect((await listed(id)).links).toMatchObject([{ uses: 1 }]);
  });

  test('of which many meet are all counted, and none after the link was revoked', async () => {
    const { id } = await submit();
    const { path, number } = await made(id);
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => open(path)),
      revoke(id, number),
      ...Array.from({ length: 5 }, () => open(path)),
    ]);
    const served = answers.filter(({ status }) => status === 200).length;
    expect((await listed(id)).links).toMatchObject([{ uses: served, state: 'revoked' }]);
    expect(await refusalOf(await open(path))).toBe(ended);
    expect((await listed(id)).links).toMatchObject([{ uses: served }]);
  });
});

test('links are deleted with their upload, because their labels may name people', async () => {
  const { id, number } = await submit();
  const { path } = await made(id);
  await setStatus(number, 'Uploaded');
  expect((await ask(api, contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(204);
  const row = eq(privateLinks.upload, number);
  expect(await api.repository.db.select().from(privateLinks).where(row)).toEqual([]);
  expect(await refusalOf(await open(path))).toBe(ended);
});

describe('the contributor', () => {
  test('makes links with an end of at most a year, for somebody', async () => {
    const { id } = await submit();
    const outcome = async (body: object) => refusalOf(await make(id, contributor, body));
    expect(await outcome({ label: ' ', until })).toBe('400 private-link-label-missing');
    expect(await outcome({ label: 'x', until: '2026-11-25' })).toBe('400 private-link-end');
    expect(await outcome({ label: 'x', until: '2027-11-27' })).toBe('400 private-link-end');
    expect(await outcome({ label: 'x', until: 'soon' })).toBe('400 bad-request');
    expect((await make(id, contributor, { label: 'x', until: '2027-11-26' })).status).toBe(201);
    expect((await listed(id)).ends).toEqual({ from: '2026-11-26', to: '2027-11-26', usual: '2027-02-24' });
  });

  test('has a limited number of them at the same time', async () => {
    const { id } = await submit();
    const links = await Promise.all(Array.from({ length: maxOpenLinks + 2 }, () => make(id)));
    expect(links.filter(({ status }) => status === 201)).toHaveLength(maxOpenLinks);
    const { links: all } = await listed(id);
    await revoke(id, all[0]!.number);
    expect((await make(id)).status).toBe(201);
  });

  test('alone sees and revokes them; the history tells neither label nor secret', async () => {
    const { id } = await submit();
    const { number, secret } = await made(id);
    for (const actor of [other, expert1, chair]) {
      expect((await ask(api, actor, `/api/fileupload/${id}/private-links`)).status).toBe(404);
      expect((await revoke(id, number, actor)).status).toBe(404);
      expect((await make(id, actor)).status).toBe(404);
    }
    const foreign = await submit();
    expect((await revoke(foreign.id, number)).status).toBe(404);
    expect((await revoke(id, number)).status).toBe(204);
    expect((await revoke(id, number)).status).toBe(204);
    const history = await (await ask(api, expert1, `/api/editorial/${id}/history`)).text();
    expect(JSON.parse(history)).toMatchObject([
      { act: 'made-link', content: { until }, actor: null },
      { act: 'revoked-link' },
    ]);
    expect(history).not.toMatch(new RegExp(`Reviewer 2|${secret}`));
    const stored = JSON.stringify(await api.repository.db.select().from(privateLinks));
    expect(stored).not.toContain(secret);
    expect(stored).toContain(hashOf(secret));
  });
});

test.each(['Submitted', 'Pending', 'ChangesRequested'] as const)('links to what is %s can be used', async (status) => {
  const { id, number } = await submit();
  await setStatus(number, status);
  expect((await open((await made(id)).path)).status).toBe(200);
});

test('links to a rejected or withdrawn submission give nothing, and none are made', async () => {
  const { id, number } = await submit();
  const { path } = await made(id);
  for (const status of ['Uploaded', 'Rejected'] as const) {
    await setStatus(number, status);
    expect(await refusalOf(await open(path))).toBe(ended);
    expect(await refusalOf(await make(id))).toBe('409 no-private-links');
    expect((await listed(id)).links).toMatchObject([{ state: 'closed' }]);
  }
});

test('links to data under embargo lead to its page once it is published, and give nothing after a withdrawal', async () => {
  const embargo = entry(29, ['---2027-1-15']);
  const kept = await acceptUpload(api, { nr: 1, title: 'Later', metadata: [embargo] });
  const gone = await acceptUpload(api, { nr: 2, title: 'Never', metadata: [embargo] });
  const [toKept, toGone] = [await made(kept.id), await made(gone.id)];
  expect(await (await open(toKept.path)).json()).toMatchObject({ isAccepted: true, embargoUntil: '2027-01-15' });
  expect((await open(`${toGone.path}/files/data.csv`)).status).toBe(200);
  await withdrawNow(api, gone);
  for (const part of ['', '/rows', '/files/data.csv', '/files/notice.txt']) {
    expect(await refusalOf(await open(toGone.path + part))).toBe(ended);
  }
  expect(await refusalOf(await make(gone.id))).toBe('410 data-set-withdrawn');
  at('2027-01-15T10:00:00Z');
  await publishUpload(api.repository, { upload: kept.number }, new AbortController().signal);
  const answer = await open(toKept.path);
  expect(answer.status).toBe(410);
  expect(await answer.json()).toMatchObject({ code: 'private-link-published', nr: 1 });
  expect(await refusalOf(await make(kept.id))).toBe('409 already-published');
  expect((await listed(kept.id)).links).toMatchObject([{ state: 'published' }]);
});
