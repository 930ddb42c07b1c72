import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { ProblemSchema, type MappingEntry } from '@domain/api/mapping';
import { StudyMetadataSchema } from '@domain/api/metadata';
import { RevisionSchema, UploadReviewSchema, type Revision } from '@domain/api/reviews';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote, openVote } from '../../../tests/support/editorial-calls';
import { explainProblems } from '../../../tests/support/explain-problems';
import { actors } from '../../../tests/support/test-api';
import { openUploadApi, uploadForm, uploadNumber, type UploadApi } from '../../../tests/support/upload-calls';
import { files, sourceTables, uploads } from '../store/schema';
import { sweepObjects } from '../upkeep/sweep';

let api: UploadApi;
beforeAll(async () => {
  api = await openUploadApi({ checks: true });
  const { repository } = api;
  repository.jobs.handle('register-doi', () => Promise.resolve());
  repository.jobs.handle('send-mail', () => Promise.resolve());
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  expect(api.jobLog).toEqual([]);
  await api.close();
});

const { contributor, other, expert1, expert2 } = actors;
const mapping: MappingEntry[] = [
  { source: 'sex', target: { key: 'sex', unit: 'm/f' } },
  { source: 'age', target: { key: 'age_y', unit: 'a' } },
  { source: 'grip', target: { key: 'handgrip', unit: 'kg' } },
];

let studies = 0;
/** Thirty unique adults; the grip in row 2 is unusual and can be explained. */
function csv(): string {
  studies += 1;
  const rows = Array.from({ length: 30 }, (_, i) => {
    const grip = i === 0 ? '90' : String(35 + ((i * 5) % 14));
    return `s${studies}-${i};${i % 3 === 0 ? 'f' : 'm'};${20 + ((i * 7) % 40)};${grip}`;
  });
  return ['id;sex;age;grip', ...rows, ''].join('\n');
}

async function json<T>(address: string, method = 'GET', body?: unknown): Promise<T> {
  const init = { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const response = await api.call(contributor, address, init);
  if (!response.ok) throw new Error(`${address}: ${await response.text()}`);
  return (await response.json()) as T;
}
const problemsOf = async (id: string) => ProblemSchema.array().parse(await json(`/api/mapping/errors/${id}/study`));
const reviewOf = async (id: string) => UploadReviewSchema.parse(await json(`/api/fileupload/${id}/review`));
const metadataOf = async (id: string) => StudyMetadataSchema.parse(await json(`/api/metadata/${id}`)).metadata;

/** Uploads and maps a file, comments on it, saves metadata and submits. */
async function submitted(title: string, content = csv()): Promise<string> {
  const id = await api.take({ name: 'study.csv', content });
  await json(`/api/mapping/raw/${id}/study`, 'POST', mapping);
  await explainProblems(api, id, 'study');
  await json('/api/metadata', 'POST', { id: [id], metadata: completeMetadata(title) });
  await json(`/api/submit/${id}`, 'POST');
  return id;
}
async function reject(id: string): Promise<void> {
  await castVote(api, expert1, id, { rating: 2, note: 'The ages are missing.' });
  await castVote(api, expert2, id, { nr: 2, rating: 2 });
}
async function rejected(title: string, content = csv()): Promise<string> {
  const id = await submitted(title, content);
  await reject(id);
  return id;
}
const askRevision = (id: string, actor = contributor) =>
  api.call(actor, `/api/fileupload/${id}/revision`, { method: 'POST' });
async function revise(id: string): Promise<Revision & { statusCode: number }> {
  const response = await askRevision(id);
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(body));
  return { statusCode: response.status, ...RevisionSchema.parse(body) };
}
const original = async (id: string) => (await api.call(contributor, `/api/fileupload/${id}/original`)).text();
const rows = (id: string) => json<{ rowCount: number }>(`/api/fileupload/${id}/rows?table=study&limit=3`);
/** Sweeps as if a month had passed. */
async function sweepLater(): Promise<void> {
  const now = () => new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  await sweepObjects({ ...api.repository, now }, new AbortController().signal);
}
const keysOf = async (id: string) => {
  const [row] = await api.repository.db
    .select({ original: files.objectKey, table: sourceTables.objectKey })
    .from(files)
    .innerJoin(sourceTables, eq(sourceTables.file, files.id))
    .where(eq(files.upload, uploadNumber(id)));
  return row;
};

test('a revision has file, mapping, comments and metadata of the rejected upload, and is checked again', async () => {
  const content = csv();
  const id = await rejected('Grip of adults, first try', content);
  const before = await api.originals();
  const revision = await revise(id);
  expect(revision).toMatchObject({ statusCode: 201, isNew: true, titleTaken: false, status: 'Uploaded' });
  expect(revision.id).not.toBe(id);
  // By reference, without copying a byte.
  expect(await api.originals()).toBe(before);
  expect(await keysOf(revision.id)).toEqual(await keysOf(id));

  const state = await api.state(revision.id);
  expect(state).toMatchObject({
    status: 'Uploaded',
    fileName: 'study.csv',
    flags: { mapped: true, checked: true, meta: true, submitted: false },
    study: [revision.id],
  });
  expect(await json(`/api/mapping/raw/${revision.id}/study`)).toEqual(mapping);
  const explained = (await problemsOf(id)).map(({ cell, comment }) => [cell, comment]);
  expect(explained).toContainEqual(['D/2', 'Right.']);
  expect((await problemsOf(revision.id)).map(({ cell, comment }) => [cell, comment])).toEqual(explained);
  expect(await metadataOf(revision.id)).toEqual(await metadataOf(id));
  expect(await original(revision.id)).toBe(content);

  expect(await reviewOf(revision.id)).toMatchObject({
    status: 'Uploaded',
    votes: 0,
    notes: [],
    revises: { id, fileName: 'study.csv', status: 'Rejected' },
  });
  expect(await reviewOf(id)).toMatchObject({ revisedBy: { id: revision.id, status: 'Uploaded' }, revisable: false });
  const listed = await api.list();
  expect(listed.find((entry) => entry.id === revision.id)?.revises).toMatchObject({ id });
  expect(listed.find((entry) => entry.id === id)?.revisedBy).toMatchObject({ id: revision.id });
});

test('a second press leads to the same revision, whether it comes at once, later, or after the submission', async () => {
  const id = await rejected('Pressed twice');
  const [one, two] = await Promise.all([revise(id), revise(id)]);
  expect(one.id).toBe(two.id);
  expect([one.isNew, two.isNew].sort()).toEqual([false, true]);
  expect(await revise(id)).toMatchObject({ statusCode: 200, id: one.id, isNew: false });
  await json(`/api/submit/${one.id}`, 'POST');
  expect(await revise(id)).toMatchObject({ id: one.id, isNew: false, status: 'Submitted' });
  const revisions = await api.repository.db
    .select()
    .from(uploads)
    .where(eq(uploads.revises, uploadNumber(id)));
  expect(revisions).toHaveLength(1);
});

test('a rejected revision is revised like any other upload, and the board sees what it revises', async () => {
  const id = await rejected('Rejected twice');
  const second = await revise(id);
  await json(`/api/submit/${second.id}`, 'POST');
  const seen = (await (await openVote(api, expert1, second.id)).json()) as { revises: unknown };
  expect(seen.revises).toMatchObject({ id, fileName: 'study.csv', status: 'Rejected' });
  await reject(second.id);
  const third = await revise(second.id);
  expect((await reviewOf(third.id)).revises).toMatchObject({ id: second.id });
  expect((await api.state(third.id)).flags.meta).toBe(true);
});

test('deleting the revision does not affect the rejected upload, even after a sweep', async () => {
  const content = csv();
  const id = await rejected('Revision deleted', content);
  const revision = await revise(id);
  const deleted = await api.call(contributor, `/api/fileupload/${revision.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(204);
  await sweepLater();
  expect(await original(id)).toBe(content);
  expect((await rows(id)).rowCount).toBe(30);
  expect((await problemsOf(id)).map(({ comment }) => comment)).toContain('Right.');
  expect((await reviewOf(id)).revisable).toBe(true);
  expect((await revise(id)).isNew).toBe(true);
});

test('objects are removed if only deleted uploads refer to them, and kept otherwise', async () => {
  const content = csv();
  const id = await rejected('Both deleted', content);
  const revision = await revise(id);
  const keys = await keysOf(id);
  // No call deletes a rejected upload, but the store could.
  await api.setStatus(id, 'Uploaded');
  expect((await api.call(contributor, `/api/fileupload/${id}`, { method: 'DELETE' })).status).toBe(204);
  expect(await original(revision.id)).toBe(content);
  expect((await rows(revision.id)).rowCount).toBe(30);
  await sweepLater();
  expect(await original(revision.id)).toBe(content);
  await api.call(contributor, `/api/fileupload/${revision.id}`, { method: 'DELETE' });
  await expect(api.repository.files.size(keys?.original ?? '')).rejects.toThrow();
  await expect(api.repository.files.size(keys?.table ?? '')).rejects.toThrow();
});

test('a corrected file of the revision replaces only its own reference', async () => {
  const content = csv();
  const id = await rejected('Revision corrected', content);
  const { id: revision } = await revise(id);
  const corrected = content.replace(';90\n', ';50\n');
  const posted = await api.call(contributor, `/api/fileupload/${revision}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'study.csv', content: corrected }]),
  });
  expect(posted.status).toBe(200);
  await api.settle();
  expect(await original(revision)).toBe(corrected);
  const cells = async (of: string) => (await problemsOf(of)).map(({ cell }) => cell);
  expect(await cells(revision)).not.toContain('D/2');
  expect(await original(id)).toBe(content);
  expect(await cells(id)).toContain('D/2');
  await sweepLater();
  expect(await original(id)).toBe(content);
  expect((await rows(id)).rowCount).toBe(30);
  const same = await api.call(contributor, `/api/fileupload/${revision}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'study.csv', content: corrected }]),
  });
  expect(await same.json()).toMatchObject({ code: 'file-unchanged' });
});

test('reading a revision with other choices keeps the tables of the rejected upload', async () => {
  const id = await rejected('Revision read anew');
  const { id: revision } = await revise(id);
  const { choices } = await json<{ choices: object }>(`/api/fileupload/${revision}/reading`);
  await json(`/api/fileupload/${revision}/reading`, 'POST', { ...choices, headerRows: { study: 2 } });
  await api.settle();
  expect((await rows(revision)).rowCount).toBe(29);
  await sweepLater();
  expect((await rows(id)).rowCount).toBe(30);
});

test('a title that another user took in the meantime is kept, but has to be changed', async () => {
  const title = 'Taken in the meantime';
  const id = await rejected(title);
  await submitted(title);
  const revision = await revise(id);
  expect(revision.titleTaken).toBe(true);
  expect((await api.state(revision.id)).flags).toMatchObject({ checked: true, meta: false });
  const metadata = await metadataOf(revision.id);
  expect(firstValueOf(metadata, fieldIds.title)).toBe(title);
  const saved = await api.call(contributor, '/api/metadata', {
    method: 'POST',
    body: JSON.stringify({ id: [revision.id], metadata }),
  });
  expect([saved.status, await saved.json()]).toMatchObject([
    409,
    { code: 'title-taken', errors: [{ field: fieldIds.title }] },
  ]);
});

test('the same bytes uploaded again by the user are named instead of stored twice', async () => {
  const content = csv();
  const id = await rejected('Uploaded again by hand', content);
  const again = await api.take({ name: 'again.csv', content });
  const refused = await askRevision(id);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'file-identical-own', id: again }]);
});

test('of a study with several uploads only the rejected one is copied', async () => {
  const id = await api.take({ name: 'study.csv', content: csv() });
  const sibling = await api.take({ name: 'study.csv', content: csv() });
  for (const one of [id, sibling]) {
    await json(`/api/mapping/raw/${one}/study`, 'POST', mapping);
    await explainProblems(api, one, 'study');
  }
  await json('/api/metadata', 'POST', { id: [id, sibling], metadata: completeMetadata('Two of one study') });
  for (const one of [id, sibling]) await json(`/api/submit/${one}`, 'POST');
  await reject(id);
  const revision = await revise(id);
  expect((await api.state(revision.id)).study).toEqual([revision.id]);
  expect((await api.state(sibling)).study.toSorted()).toEqual([id, sibling].toSorted());
  // The other one still uses the title.
  expect(revision.titleTaken).toBe(true);
});

test('only a rejected upload can be revised, and only by its owner', async () => {
  const id = await submitted('Not rejected');
  const refused = await askRevision(id);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'not-rejected', title: 'Only a rejected file can be revised.' },
  ]);
  await reject(id);
  for (const actor of [other, expert1]) expect((await askRevision(id, actor)).status).toBe(404);
});

test('the statistics count a revision as a separate upload', async () => {
  const statistics = () => json<Record<string, number>>('/api/search/stats');
  const id = await rejected('Counted');
  const before = await statistics();
  const revision = await revise(id);
  await json(`/api/submit/${revision.id}`, 'POST');
  const after = await statistics();
  expect(after).toMatchObject({
    submitted: (before.submitted ?? 0) + 1,
    rejected: before.rejected,
    processed: (before.processed ?? 0) + 1,
  });
});
