import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { CorrectionSchema } from '@domain/api/corrections';
import { SubmissionGlanceSchema } from '@domain/api/glance';
import { type MappingEntry, ProblemSchema } from '@domain/api/mapping';
import { type MetadataEntry, StudyMetadataSchema, StudyUploadSchema } from '@domain/api/metadata';
import { UploadReviewSchema } from '@domain/api/reviews';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { ask, storedUpload } from '../../../tests/support/ready-uploads';
import { mappingOf } from '../../../tests/support/source-uploads';
import { actors, chair } from '../../../tests/support/test-api';
import { uploadForm, uploadNumber, useUploadApi } from '../../../tests/support/upload-calls';
import { listActs } from '../store/board';
import { files, uploads } from '../store/schema';

const { contributor, other, expert1, expert2 } = actors;
const api = useUploadApi({ checks: true });

const send = (address: string, body?: unknown, method = 'POST', actor = contributor) =>
  ask(api, actor, address, { method, body });
async function done(response: Promise<Response>): Promise<Response> {
  const answer = await response;
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer;
}
const codeOf = async (response: Response) => [response.status, ((await response.json()) as { code: string }).code];

let studies = 0;
/** 30 persons; the grip of the second one is an unusual value. */
function csv(grips: Record<number, string> = { 1: '119' }): string {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `s${studies}-${i};${i % 3 ? 'm' : 'f'};${20 + i};${grips[i] ?? 40}`,
  );
  return ['id;sex;age;grip', ...rows, ''].join('\n');
}
const targets = mappingOf({ sex: 'sex|m/f', age: 'age_y|a', grip: 'handgrip|kg' });

const problemsOf = async (id: string) =>
  ProblemSchema.array().parse(await (await done(ask(api, contributor, `/api/mapping/errors/${id}/study`))).json());
async function explain(id: string, comment: string): Promise<void> {
  const body = (await problemsOf(id)).flatMap((one) => (one.canOverride ? [{ id: one.id, comment }] : []));
  await done(send(`/api/mapping/override/${id}/study`, body));
}
const map = (id: string, entries: MappingEntry[] = targets) => send(`/api/mapping/raw/${id}/study`, entries);
const describe = (id: string, metadata: MetadataEntry[], detach: string[] = []) =>
  send('/api/metadata', { id: [id], detach, metadata });
const titleOf = (id: string) => `Grip of study ${id}`;
const review = async (id: string) =>
  UploadReviewSchema.parse(await (await done(ask(api, contributor, `/api/fileupload/${id}/review`))).json());
const requestChanges = (id: string, points: string[]) =>
  done(send(`/api/editorial/${id}/changes`, { panel: 1, points, isImpartial: true }, 'POST', expert1));
const answer = (id: string, answers: string[]) => send(`/api/fileupload/${id}/answers`, { answers }, 'PUT');

/** A file that was read, mapped, checked, explained, described and submitted. */
async function submitted(): Promise<string> {
  studies += 1;
  const id = await api.take({ name: 'study.csv', content: csv() });
  await done(map(id));
  await explain(id, 'Measured twice.');
  await done(describe(id, completeMetadata(titleOf(id))));
  await done(send(`/api/submit/${id}`));
  return id;
}
/** Two submissions that share a study. */
async function submittedTogether(): Promise<[string, string]> {
  const raw = await submitted();
  const agg = await submitted();
  const { study } = (await storedUpload(api, uploadNumber(raw))).upload;
  await api.repository.db
    .update(uploads)
    .set({ study })
    .where(eq(uploads.number, uploadNumber(agg)));
  return [raw, agg];
}

test('everything of a submission can be changed while changes are requested, and nothing before or after', async () => {
  const id = await submitted();
  const correction = (content: string) =>
    api.call(contributor, `/api/fileupload/${id}/correction`, {
      method: 'POST',
      body: uploadForm([{ name: 'study.csv', content }]),
    });
  const title = `${titleOf(id)}, corrected`;
  const changes = {
    correction: () => correction(csv({ 1: '118', 2: '41' })),
    mapping: () => map(id, [...targets.slice(0, 2), { source: 'grip', target: { key: 'handgrip', unit: 'N' } }]),
    comments: () => send(`/api/mapping/override/${id}/study`, []),
    metadata: () => describe(id, completeMetadata(title)),
    check: () => send(`/api/mapping/check/${id}`),
  };
  const statuses = async () =>
    Object.fromEntries(
      await Promise.all(Object.entries(changes).map(async ([name, change]) => [name, (await change()).status])),
    ) as Record<string, number>;
  const refused = Object.fromEntries(Object.keys(changes).map((name) => [name, 409]));
  expect(await statuses()).toEqual(refused);

  await requestChanges(id, ['The grip of one person is too strong.']);
  const corrected = await done(changes.correction());
  expect(CorrectionSchema.parse(await corrected.json()).changes?.tables).toHaveLength(1);
  await done(changes.mapping());
  await done(map(id));
  expect(await codeOf(await send(`/api/submit/${id}`))).toEqual([409, 'not-checked']);
  await explain(id, 'A rower.');
  await done(changes.metadata());
  expect(new Set((await problemsOf(id)).map(({ comment }) => comment))).toEqual(new Set(['A rower.']));
  await done(answer(id, ['The number was wrong, and the person rows.']));
  await done(send(`/api/submit/${id}`));
  expect((await storedUpload(api, uploadNumber(id))).study.title).toBe(title);
  const glance = SubmissionGlanceSchema.parse(
    await (await done(ask(api, expert2, `/api/editorial/${id}/glance`))).json(),
  );
  const values = { added: 0, removed: 0, changed: 2, columns: [{ column: 'grip', cells: 2 }] };
  expect(glance.rounds[0]?.content?.values).toMatchObject([{ file: 'study.csv', tables: [values] }]);
  expect(await statuses()).toEqual(refused);
});

test('it is listed as Pending with a mark, can be withdrawn, and not deleted', async () => {
  const id = await submitted();
  const row = async () => (await api.list()).find((one) => one.id === id);
  expect(await row()).toMatchObject({ status: 'Submitted*', changesRequested: false, next: null });
  await requestChanges(id, ['Name the device.']);
  expect(await row()).toMatchObject({ status: 'Pending*', changesRequested: true, next: 'submit' });
  expect(await review(id)).toMatchObject({ status: 'ChangesRequested', withdrawable: true, votes: 0 });
  expect(await codeOf(await send(`/api/fileupload/${id}`, undefined, 'DELETE'))).toEqual([409, 'upload-submitted']);
  await done(send(`/api/submit/${id}`, undefined, 'DELETE'));
  expect(await row()).toMatchObject({ status: 'Uploaded', changesRequested: false });
  expect(await codeOf(await answer(id, ['Too late.']))).toEqual([409, 'no-changes-requested']);
  expect((await review(id)).changes).toMatchObject([{ points: ['Name the device.'], answers: [''] }]);
});

test('each point needs an answer, in either language, and the answers stay with their round', async () => {
  const id = await submitted();
  await requestChanges(id, ['Name the device.', 'Name the unit.']);
  expect(await codeOf(await answer(id, ['A dynamometer.']))).toEqual([400, 'bad-request']);
  await done(answer(id, ['A dynamometer.', '']));
  const refused = await ask(api, contributor, `/api/submit/${id}`, { method: 'POST', language: 'de' });
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'answers-missing', title: expect.stringMatching(/\S/) as string },
  ]);
  expect((await review(id)).changes).toMatchObject([{ answers: ['A dynamometer.', ''], closedAt: null }]);
  await done(answer(id, ['A dynamometer.', 'Kilograms.']));
  await done(send(`/api/submit/${id}`));
  await requestChanges(id, ['Which dynamometer?']);
  await done(answer(id, ['A Jamar.']));
  await done(send(`/api/submit/${id}`));
  const { changes } = await review(id);
  expect(changes.map(({ panel, points, answers }) => [panel, points, answers])).toEqual([
    [null, ['Name the device.', 'Name the unit.'], ['A dynamometer.', 'Kilograms.']],
    [null, ['Which dynamometer?'], ['A Jamar.']],
  ]);
  expect(changes.every(({ closedAt }) => closedAt !== null)).toBe(true);
  const acts = (await listActs(api.repository.db, uploadNumber(id))).map(({ entry: { act } }) => act);
  expect(acts.filter((act) => /request|handed-in/.test(act))).toEqual([
    'requested-changes',
    'handed-in',
    'requested-changes',
    'handed-in',
  ]);
});

test('answers are for the contributor alone', async () => {
  const id = await submitted();
  await requestChanges(id, ['Name the device.']);
  for (const actor of [other, expert1, expert2]) {
    const refused = await send(`/api/fileupload/${id}/answers`, { answers: ['Mine.'] }, 'PUT', actor);
    expect(await codeOf(refused)).toEqual([404, 'not-found']);
  }
});

test('with an accepted file of its study, all but the metadata can be changed, or these under a title of its own', async () => {
  const [raw, agg] = await submittedTogether();
  await castVote(api, expert1, raw);
  await castVote(api, expert2, raw, { nr: 2 });
  await requestChanges(agg, ['Describe the groups.']);

  const { siblings } = await review(agg);
  expect(siblings.map(({ id, status }) => [id, status])).toEqual([[raw, 'Accepted']]);
  const shared = await ask(api, contributor, `/api/metadata/${agg}/uploads`);
  expect(StudyUploadSchema.array().parse(await shared.json())[0]).toMatchObject({ id: raw, shares: true });
  // Its own list names it alone, because nothing is saved for the accepted one.
  const own = StudyMetadataSchema.parse(await (await ask(api, contributor, `/api/metadata/${agg}`)).json());
  expect(own.id).toEqual([agg]);

  await done(map(agg));
  await explain(agg, 'A rower.');
  const described = withEntries(completeMetadata(titleOf(raw)), entry(fieldIds.missingCodes, ['-9']));
  expect(await codeOf(await describe(agg, described))).toEqual([409, 'upload-submitted']);
  expect(await codeOf(await describe(agg, described, [agg]))).toEqual([409, 'title-taken']);
  const before = (await storedUpload(api, uploadNumber(raw))).study.metadata;
  await done(describe(agg, completeMetadata(`${titleOf(raw)}, groups`), [agg]));
  await explain(agg, 'A rower.');
  expect((await storedUpload(api, uploadNumber(raw))).study.metadata).toEqual(before);
  await done(answer(agg, ['They are described now.']));
  await done(send(`/api/submit/${agg}`));
  expect(await review(agg)).toMatchObject({ status: 'Submitted', siblings: [] });
});

test('with a file of its study under review, it is handed in again unchanged with an answer', async () => {
  const [raw, agg] = await submittedTogether();
  await requestChanges(agg, ['Is the licence right?']);
  await done(answer(agg, ['Yes.']));
  await done(send(`/api/submit/${agg}`));
  expect((await storedUpload(api, uploadNumber(raw))).upload.status).toBe('Submitted');
});

test('two files of a study that are both to be changed keep their common metadata', async () => {
  const [raw, agg] = await submittedTogether();
  await requestChanges(raw, ['Shorten the title.']);
  await requestChanges(agg, ['Shorten the title.']);
  const metadata = completeMetadata(`Grip ${raw}`);
  await done(send('/api/metadata', { id: [raw, agg], metadata }));
  await done(answer(raw, ['Done.']));
  // The other one has points of its own, so neither is handed in.
  const both = { withUploads: [{ id: agg }] };
  expect(await codeOf(await send(`/api/submit/${raw}`, both))).toEqual([409, 'answers-missing']);
  expect((await storedUpload(api, uploadNumber(raw))).upload.status).toBe('ChangesRequested');
  await done(answer(agg, ['Done.']));
  await done(send(`/api/submit/${raw}`, both));
  for (const id of [raw, agg]) {
    const stored = await storedUpload(api, uploadNumber(id));
    expect([stored.upload.status, stored.study.title]).toEqual(['Submitted', `Grip ${raw}`]);
  }
});

test('another upload can share the metadata of one that is to be changed', async () => {
  const asked = await submitted();
  await requestChanges(asked, ['Both files belong to one study.']);
  const single = await submitted();
  await done(send(`/api/submit/${single}`, undefined, 'DELETE'));
  const offered = await ask(api, contributor, `/api/metadata/${single}/uploads`);
  const found = StudyUploadSchema.array().parse(await offered.json());
  expect(found.find(({ id }) => id === asked)).toMatchObject({ shares: false, isSubmitted: false });
  await done(send('/api/metadata', { id: [asked, single], metadata: completeMetadata(titleOf(asked)) }));
  const [one, two] = await Promise.all([asked, single].map((id) => storedUpload(api, uploadNumber(id))));
  expect(one?.study.id).toBe(two?.study.id);
});

test('a submission that the chair reopens while it is half changed can be rejected or changed further, but not accepted', async () => {
  const id = await submitted();
  await requestChanges(id, ['The grip of one person is too strong.']);
  const content = csv({ 1: '118', 2: '117' });
  const corrected = await api.call(contributor, `/api/fileupload/${id}/correction`, {
    method: 'POST',
    body: uploadForm([{ name: 'study.csv', content }]),
  });
  await done(Promise.resolve(corrected));
  await done(send(`/api/editorial/${id}/reopening`, { reason: 'No answer for months.' }, 'POST', chair));
  expect(await codeOf(await castVote(api, expert1, id))).toEqual([409, 'half-changed']);
  await requestChanges(id, ['Explain the grip.']);
  await done(send(`/api/editorial/${id}/reopening`, { reason: 'No answer for months.' }, 'POST', chair));
  for (const [index, expert] of [expert1, expert2].entries()) {
    await done(castVote(api, expert, id, { nr: index === 0 ? 1 : 2, rating: 2 }));
  }
  expect((await review(id)).status).toBe('Rejected');
});

test('a submission whose corrected file is still being read is not reopened', async () => {
  const id = await submitted();
  await requestChanges(id, ['The grip of one person is too strong.']);
  const { db } = api.repository;
  const [current] = await db
    .select()
    .from(files)
    .where(eq(files.upload, uploadNumber(id)));
  const pending = { id: randomUUID(), version: 2, versionState: 'pending' as const, state: 'received' as const };
  await db.insert(files).values({ ...current!, ...pending, sha256: pending.id });
  const reopening = () => send(`/api/editorial/${id}/reopening`, { reason: 'A mistake.' }, 'POST', chair);
  expect(await codeOf(await reopening())).toEqual([409, 'not-ready']);
  await db.delete(files).where(eq(files.id, pending.id));
  expect((await reopening()).status).toBe(200);
});
