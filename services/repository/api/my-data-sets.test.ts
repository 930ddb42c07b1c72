import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';

import { LicenceAnswersSchema, type MyDataSet, MyDataSetSchema } from '@domain/api/my-data-sets';

import { entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { actors } from '../../../tests/support/test-api';
import { uploadForm, uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { gripTable, handlePublication, versionCalls } from '../../../tests/support/version-calls';
import { insertSession, openSession } from '../store/download-sessions';
import { people, uploads, useCounts } from '../store/schema';

const api = useUploadApi({ checks: true });
beforeAll(async () => {
  handlePublication(api);
  const { db, now } = api.repository;
  await db.insert(people).values({ subject: other.subject, name: other.name, email: '', roles: [], seenAt: now() });
});

const { contributor, other, expert1, expert2 } = actors;
const { described, accepted, begin, correct, submit, accept, numberOf, metadataOf, json } = versionCalls(api);

async function list(actor = contributor, query = ''): Promise<MyDataSet[]> {
  const response = await api.call(actor, `/api/fileupload/data-sets${query}`);
  expect(response.status).toBe(200);
  return MyDataSetSchema.array().parse(await response.json());
}
async function rowOf(id: string): Promise<MyDataSet> {
  const found = (await list()).find((row) => row.id === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}
const count = (nr: number, kind: 'view' | 'download', uses: number) =>
  api.repository.db.insert(useCounts).values({ nr, month: '2026-01', kind, method: 'regular', uses, uniqueUses: 1 });

/** Somebody downloads data sets with these answers; null leaves the form open. */
async function download(numbers: number[], answers: { institution: string; country: string; purpose: string } | null) {
  const { db, now } = api.repository;
  const id = randomUUID();
  await insertSession(db, { id, subject: other.subject, createdAt: now(), openedAt: null }, numbers);
  if (answers) await openSession(db, id, answers, now());
}
const answersOf = async (id: string, actor = contributor) =>
  LicenceAnswersSchema.parse(await (await api.call(actor, `/api/fileupload/${id}/licence-answers`)).json()).answers;

async function scientific(title: string): Promise<string> {
  const id = await described(title, gripTable().content);
  const metadata = withEntries(await metadataOf(id), entry(20, ['SUFL 1.0']), entry(20.1, ['confirmed'], [0]));
  await json('/api/metadata', 'POST', { id: [id], metadata });
  await submit(id);
  await accept(id);
  return id;
}

test('an upload is a data set with its next step from the beginning', async () => {
  const id = await api.take({ name: 'begun.csv', content: gripTable().content });
  expect(await rowOf(id)).toMatchObject({
    file: 'begun.csv',
    title: null,
    nr: null,
    next: 'mapping',
    views: 0,
    answers: null,
    acts: ['continue', 'share'],
  });
});

test('all versions are one row that tells about the published one, with the uses of all', async () => {
  const table = gripTable();
  const first = await accepted('Grip, in versions', table.content);
  await count(await numberOf(first), 'view', 5);
  await count(await numberOf(first), 'download', 2);
  const second = await begin(first);
  expect(await rowOf(first)).toMatchObject({
    version: 1,
    versions: 1,
    openVersion: { id: second.id, version: 2, status: 'Uploaded' },
    acts: ['correct-metadata', 'continue-version', 'ask-withdrawal', 'share'],
  });
  await correct(second.id, gripTable({ study: table.study, grips: [41] }).content);
  await submit(second.id, 'A grip was read wrongly.');
  expect((await rowOf(first)).acts).toContain('follow-version');
  await accept(second.id);
  await count(await numberOf(second.id), 'view', 1);
  expect(await rowOf(second.id)).toMatchObject({ version: 2, versions: 2, openVersion: null, views: 6, downloads: 2 });
  expect((await list()).map(({ id }) => id)).not.toContain(first);
  expect((await rowOf(second.id)).doiUrl).toMatch(/^http/);
  expect((await rowOf(second.id)).otherVersions).toEqual([]);
  const { db, now } = api.repository;
  const setWithdrawn = async (id: string, withdrawnAt: Date | null) => {
    await db
      .update(uploads)
      .set({ withdrawnAt })
      .where(eq(uploads.number, uploadNumber(id)));
  };
  // A withdrawn version keeps its number, and was used.
  await setWithdrawn(first, now());
  expect(await rowOf(second.id)).toMatchObject({ version: 2, versions: 2, views: 6, downloads: 2, withdrawal: null });
  await setWithdrawn(first, null);
  await setWithdrawn(second.id, now());
  expect((await rowOf(first)).otherVersions).toEqual([
    { id: second.id, version: 2, withdrawal: 'withdrawn', embargo: '', acts: ['see-withdrawal'] },
  ]);
});

test('a rejected upload is listed until it is revised', async () => {
  const id = await described('Grip, to be rejected', gripTable().content);
  await submit(id);
  for (const [expert, nr] of [
    [expert1, 1],
    [expert2, 2],
  ] as const) {
    expect((await castVote(api, expert, id, { nr, rating: 2 })).status).toBe(200);
  }
  expect((await rowOf(id)).acts).toEqual(['revise']);
  const { id: revision } = await json<{ id: string }>(`/api/fileupload/${id}/revision`, 'POST');
  expect((await list()).map((row) => row.id)).toContain(revision);
  expect((await list()).map((row) => row.id)).not.toContain(id);
});

test('a withdrawn data set leads to its withdrawal only', async () => {
  const id = await accepted('Grip, withdrawn');
  const { db, now } = api.repository;
  await db
    .update(uploads)
    .set({ withdrawnAt: now() })
    .where(eq(uploads.number, uploadNumber(id)));
  expect(await rowOf(id)).toMatchObject({ withdrawal: 'withdrawn', acts: ['see-withdrawal'] });
});

test('purposes are told to the contributor without names, for licences that ask for them', async () => {
  const id = await scientific('Grip, for science');
  const nr = await numberOf(id);
  const open = await accepted('Grip, for everybody');
  const stated = { institution: 'Institute of Sport', country: 'Austria', purpose: '=Norms of grip strength' };
  await download([nr, await numberOf(open)], stated);
  await download([nr], null);
  expect(await rowOf(id)).toMatchObject({ answers: 1 });
  expect(await rowOf(open)).toMatchObject({ answers: null });
  const answers = await answersOf(id);
  expect(answers).toEqual([{ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string, version: 1, ...stated }]);
  expect(await answersOf(open)).toEqual([]);
});

test('many purposes have pages, and the file has all', async () => {
  const id = await scientific('Grip, much asked for');
  const nr = await numberOf(id);
  for (let number = 1; number <= 51; number += 1) {
    await download([nr], { institution: `Institute ${number}`, country: 'Austria', purpose: 'Norms' });
  }
  const pageAt = async (query: string) => {
    const response = await api.call(contributor, `/api/fileupload/${id}/licence-answers${query}`);
    const { answers } = LicenceAnswersSchema.parse(await response.json());
    return { total: response.headers.get('X-Total-Count'), stated: answers.map(({ institution }) => institution) };
  };
  const [first, last, beyond] = [await pageAt(''), await pageAt('?page=2'), await pageAt('?page=9')];
  expect([first.total, first.stated.length, last.stated.length]).toEqual(['51', 50, 1]);
  expect(beyond).toEqual(last);
  expect(new Set([...first.stated, ...last.stated]).size).toBe(51);
  const file = await api.call(contributor, `/api/fileupload/${id}/licence-answers?format=csv`);
  expect((await file.text()).trimEnd().split('\n')).toHaveLength(52);
});

test('purposes are saved as csv without formulas', async () => {
  const id = await scientific('Grip, as a file');
  await download([await numberOf(id)], { institution: '+Institute', country: 'Austria', purpose: '=1+1' });
  const response = await api.call(contributor, `/api/fileupload/${id}/licence-answers?format=csv`, { language: 'de' });
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toContain(`${id}-licence-answers.csv`);
  const text = await response.text();
  expect(text).toContain('Datum;Version;Institution;Land;Zweck');
  expect(text).toContain("'+Institute;Austria;'=1+1");
});

test.each([
  ['another contributor', other],
  ['an expert', expert1],
] as const)('%s gets neither the row nor the purposes of a data set', async (_, actor) => {
  const id = await scientific(`Grip, not for ${actor.subject}`);
  expect((await list(actor)).map((row) => row.id)).not.toContain(id);
  for (const query of ['', '?format=csv']) {
    expect((await api.call(actor, `/api/fileupload/${id}/licence-answers${query}`)).status).toBe(404);
  }
});

test('long lists have pages, and a page beyond the last is the last', async () => {
  for (let batch = 0; batch < 6; batch += 1) {
    const posted = Array.from({ length: 10 }, (_, at) => ({
      name: `many-${batch}-${at}.csv`,
      content: gripTable().content,
    }));
    const body = uploadForm(posted);
    expect((await api.call(other, '/api/fileupload/raw', { method: 'POST', body })).status).toBe(201);
  }
  const response = await api.call(other, '/api/fileupload/data-sets');
  expect(response.headers.get('X-Total-Count')).toBe('60');
  expect(await list(other)).toHaveLength(50);
  expect(await list(other, '?page=99')).toHaveLength(10);
  expect((await api.call(other, '/api/fileupload/data-sets?page=0')).status).toBe(400);
});
