import { Readable } from 'node:stream';

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import {
  acceptUpload,
  actOn,
  handleLifeJobs,
  type PublishedUpload,
  refusalOf,
  viewOf,
  withdrawNow,
} from '../../../tests/support/published-uploads';
import { ask } from '../../../tests/support/ready-uploads';
import { openSourceApi, type SourceApi } from '../../../tests/support/source-uploads';
import { actors, chair, person } from '../../../tests/support/test-api';
import { throwError } from '../../../tests/support/throw-error';
import { keepFile } from '../files/kept-files';
import { registerDoi } from '../jobs/handlers/register-doi';
import { removeObjectsOf } from '../jobs/handlers/remove-objects';
import { removeSourceRows } from '../store/erase-upload';
import { dataSets, dois, files, keptFiles, publishedTables, sourceTables } from '../store/schema';
import { listPublishedTables } from '../store/published-data-sets';
import { removeDueData } from '../upkeep/due-work';
import { sweepObjects } from '../upkeep/sweep';

const { contributor, other } = actors;
const second = person('second-chair', 'Selma Second', ['Chair']);
const reason = { reason: 'A court asks for it.' };

let api: SourceApi;
let nr = 0;
beforeAll(async () => {
  api = await openSourceApi();
  handleLifeJobs(api);
});
afterAll(() => api.close());

const accept = (): Promise<PublishedUpload> => {
  nr += 1;
  return acceptUpload(api, { nr, title: `Strength of legs ${nr}` });
};

/** Keys of all objects of the file store. */
async function stored(): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of ['originals/', 'tables/', 'published/', 'kept/', 'problems/']) {
    for await (const { key } of api.repository.files.list(prefix)) keys.push(key);
  }
  return keys.sort();
}

/** Keys of the objects of one data set. */
async function keysOf({ number, nr: published }: PublishedUpload): Promise<string[]> {
  const { db } = api.repository;
  const own = await db.select().from(files).where(eq(files.upload, number));
  const tables = await db.select().from(sourceTables).where(eq(sourceTables.file, own[0]!.id));
  const all = [...own, ...tables, ...(await listPublishedTables(db, [published]))];
  return all.map(({ objectKey }) => objectKey).sort();
}

const packageOf = (upload: PublishedUpload) => ask(api, other, `/api/search/data/${upload.nr}/package`);

test('data is removed at once when one person asks and another one confirms', async () => {
  const upload = await accept();
  expect(await refusalOf(await actOn(api, chair, upload, 'removal', reason))).toBe('409 not-withdrawn');
  await withdrawNow(api, upload);
  expect(await refusalOf(await actOn(api, chair, upload, 'removal/confirmation'))).toBe('409 no-removal-asked');
  await viewOf(await actOn(api, chair, upload, 'removal', reason));
  expect(await refusalOf(await actOn(api, chair, upload, 'removal/confirmation'))).toBe('403 removal-needs-another');
  expect(await refusalOf(await actOn(api, contributor, upload, 'removal', reason))).toBe('409 removal-asked');
  const keys = await keysOf(upload);
  expect(await stored()).toEqual(expect.arrayContaining(keys));
  const view = await viewOf(await actOn(api, second, upload, 'removal/confirmation'));
  expect(view).toMatchObject({ removedAt: expect.any(String), keptUntil: null, removal: null, acts: [] });
  await api.settle();
  expect((await stored()).filter((key) => keys.includes(key))).toEqual([]);
});

test('the contributor may be the first or the second of the two', async () => {
  for (const [first, then] of [
    [contributor, chair],
    [chair, contributor],
  ] as const) {
    const upload = await accept();
    await withdrawNow(api, upload);
    await viewOf(await actOn(api, first, upload, 'removal', reason));
    expect(await refusalOf(await actOn(api, first, upload, 'removal/confirmation'))).toBe('403 removal-needs-another');
    expect(await viewOf(await actOn(api, then, upload, 'removal/confirmation'))).toMatchObject({ acts: [] });
  }
});

test('nothing comes back after a removal, and what tells about the data is gone from the database', async () => {
  const upload = await accept();
  const { db } = api.repository;
  await withdrawNow(api, upload);
  await viewOf(await actOn(api, contributor, upload, 'removal', reason));
  await viewOf(await actOn(api, chair, upload, 'removal/confirmation'));
  await api.settle();
  expect(await refusalOf(await actOn(api, chair, upload, 'restoration', reason))).toBe('409 data-removed');
  expect(await refusalOf(await actOn(api, contributor, upload, 'withdrawal', reason))).toBe('409 data-removed');
  const [set] = await db.select().from(dataSets).where(eq(dataSets.nr, upload.nr));
  expect(set).toMatchObject({ values: 0, results: null, postalAreas: [], row: { count: null, exercises: [] } });
  expect(await db.$count(publishedTables, eq(publishedTables.nr, upload.nr))).toBe(0);
  const [file] = await db.select().from(files).where(eq(files.upload, upload.number));
  expect(file).toMatchObject({ counts: false });
  // The DOI stays as it was described, although its tables are gone.
  await registerDoi(api.repository, { upload: upload.number });
  const [doi] = await db.select().from(dois).where(eq(dois.upload, upload.number));
  expect(doi).toMatchObject({ state: 'registered' });
  expect(JSON.stringify(doi?.attributes)).toContain('Withdrawn: A wrong file.');
  const answer = await api.api.request(`/api/search/metadata/${upload.nr}`);
  expect(await answer.json()).toMatchObject({
    withdrawn: { reason: 'A wrong file.' },
    row: { authors: ['Muster, Eva', 'Beispiel, Jan'] },
  });
});

test('data is removed by itself when its time is over, not a day earlier, and only once', async () => {
  const { repository } = api;
  const upload = await accept();
  const restored = await accept();
  await withdrawNow(api, upload);
  await withdrawNow(api, restored);
  const { now } = repository;
  const after = (days: number) => (repository.now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000));
  onTestFinished(() => void (repository.now = now));
  after(364);
  await removeDueData(repository, throwError);
  await viewOf(await actOn(api, chair, restored, 'restoration', { reason: 'A mistake.' }));
  after(366);
  await Promise.all([removeDueData(repository, throwError), removeDueData(repository, throwError)]);
  await api.settle();
  const history = (await (await ask(api, contributor, `/api/fileupload/${upload.id}/history`)).json()) as object[];
  expect(history).toMatchObject([{ act: 'withdrew-data' }, { act: 'removed-data' }]);
  expect((await packageOf(restored)).status).toBe(200);
  expect(await refusalOf(await packageOf(upload))).toBe('410 data-set-withdrawn');
});

test('data is still there on the last day that is shown, up to its end, and gone after it', async () => {
  const { repository } = api;
  const { now } = repository;
  onTestFinished(() => void (repository.now = now));
  const upload = await accept();
  repository.now = () => new Date('2091-03-10T08:00:00Z');
  await withdrawNow(api, upload);
  const state = async () => viewOf(await ask(api, contributor, `/api/fileupload/${upload.id}/withdrawal`));
  expect((await state()).keptUntil).toBe('2092-03-09');
  // The time zone of the tests is an hour ahead of UTC in March.
  repository.now = () => new Date('2092-03-09T22:59:00Z');
  await removeDueData(repository, throwError);
  expect((await state()).removedAt).toBeNull();
  repository.now = () => new Date('2092-03-09T23:00:00Z');
  await removeDueData(repository, throwError);
  expect((await state()).removedAt).toBe('2092-03-09T23:00:00.000Z');
});

test('a removal that fails is reported and does not keep the others waiting', async () => {
  const { repository } = api;
  const { now, jobs } = repository;
  const [failing, next] = [await accept(), await accept()];
  for (const upload of [failing, next]) await withdrawNow(api, upload);
  repository.now = () => new Date(Date.now() + 400 * 24 * 60 * 60 * 1000);
  const keys = await keysOf(failing);
  const enqueue = jobs.enqueue.bind(jobs);
  const broken = vi.spyOn(jobs, 'enqueue').mockImplementation((tx, name, data) => {
    if (JSON.stringify(data).includes(keys[0]!)) return Promise.reject(new Error('out of order'));
    return enqueue(tx, name, data as never);
  });
  onTestFinished(() => {
    broken.mockRestore();
    repository.now = now;
  });
  const reported: unknown[] = [];
  await removeDueData(repository, (error) => reported.push(error));
  const removedAt = async ({ id }: PublishedUpload) =>
    (await viewOf(await ask(api, contributor, `/api/fileupload/${id}/withdrawal`))).removedAt;
  expect(reported).toMatchObject([{ message: 'out of order' }]);
  expect(await removedAt(failing)).toBeNull();
  expect(await removedAt(next)).not.toBeNull();
});

test('an object that another upload needs stays, and a job that runs twice does no harm', async () => {
  const { repository } = api;
  const [upload, sharing] = [await accept(), await accept()];
  const [shared] = await repository.db.select().from(files).where(eq(files.upload, upload.number));
  await repository.db.update(files).set({ objectKey: shared!.objectKey }).where(eq(files.upload, sharing.number));
  const keys = await keysOf(upload);
  await withdrawNow(api, upload);
  await viewOf(await actOn(api, contributor, upload, 'removal', reason));
  await viewOf(await actOn(api, chair, upload, 'removal/confirmation'));
  await api.settle();
  await removeObjectsOf(repository, { keys }, new AbortController().signal);
  expect((await stored()).filter((key) => keys.includes(key))).toEqual([shared!.objectKey]);
});

test('an original that was removed with its account is not removed again', async () => {
  const { repository } = api;
  const upload = await accept();
  await withdrawNow(api, upload);
  await viewOf(await actOn(api, contributor, upload, 'removal', reason));
  await repository.db.transaction((tx) => removeSourceRows(tx, upload.number));
  const enqueued = vi.spyOn(repository.jobs, 'enqueue');
  onTestFinished(() => enqueued.mockRestore());
  await viewOf(await actOn(api, chair, upload, 'removal/confirmation'));
  const removals = enqueued.mock.calls.flatMap(([, name, data]) => (name === 'remove-objects' ? [data] : []));
  expect(removals).toEqual([{ keys: [expect.stringMatching(/^published/)] }]);
  await api.settle();
});

test('what a killed server left is removed by the sweep', async () => {
  const { repository } = api;
  const upload = await accept();
  const keys = await keysOf(upload);
  await withdrawNow(api, upload);
  await viewOf(await actOn(api, contributor, upload, 'removal', reason));
  await viewOf(await actOn(api, chair, upload, 'removal/confirmation'));
  await api.settle();
  for (const key of keys) await repository.files.put(key, Readable.from([Buffer.from('left behind')]));
  const later = { ...repository, now: () => new Date(Date.now() + 8 * 24 * 60 * 60 * 1000) };
  await sweepObjects(later, new AbortController().signal);
  expect((await stored()).filter((key) => keys.includes(key))).toEqual([]);
});

test('kept files of a withdrawn data set are removed, and one that is being made then is not kept', async () => {
  const { repository } = api;
  const upload = await accept();
  const body = Buffer.from(await (await packageOf(upload)).arrayBuffer());
  expect(body.subarray(0, 2).toString()).toBe('PK');
  await expect.poll(() => repository.db.$count(keptFiles)).toBeGreaterThan(0);
  const content = { contentKey: 'slow', numbers: [upload.nr] };
  const making = keepFile(repository, content, async function* () {
    yield Buffer.from('a row');
    await withdrawNow(api, upload);
  });
  await expect(making).rejects.toMatchObject({ code: 'data-set-withdrawn' });
  await api.settle();
  const left = await repository.db.select().from(keptFiles);
  expect(left.filter(({ numbers }) => numbers.includes(upload.nr))).toEqual([]);
  const kept = (await stored()).filter((key) => key.startsWith('kept/'));
  expect(kept.sort()).toEqual(left.map(({ objectKey }) => objectKey).sort());
});
