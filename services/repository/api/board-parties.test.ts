import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { chairRole, expertRole } from '@domain/roles';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { recordPerson } from '../store/people';

let api: TestApi;
let clock = Date.parse('2026-03-10T10:00:00Z');
const { contributor, expert1, expert2, expert3 } = actors;
const chair = person('chair', 'chair', [chairRole]);
const eva = person('eva', 'Eva Muster', [expertRole]);

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  for (const one of [expert1, expert2, expert3, chair, eva]) {
    await recordPerson(api.repository.db, one, api.repository.now());
  }
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const post = async (who: Actor, path: string, body: unknown) => {
  const response = await ask(api, who, `/api/${path}`, { method: 'POST', body });
  return { status: response.status, code: response.ok ? null : ((await response.json()) as { code: string }).code };
};
const mayReadHistory = async (who: Actor, id: string) =>
  (await ask(api, who, `/api/editorial/${id}/history`)).status === 200;

test('a new name does not hide who is named as author', async () => {
  const metadata = completeMetadata('Renamed');
  expect(valuesOf(metadata, fieldIds.author)).toContain('Muster||Eva');
  const { id } = await addUploadAt(api, 'submitted', { metadata });
  expect(await mayReadHistory(eva, id)).toBe(false);
  expect(await mayReadHistory({ ...eva, name: 'E. Neuer Name' }, id)).toBe(false);
  expect(await mayReadHistory({ ...expert3, name: 'Eva Muster' }, id)).toBe(false);
  expect(await mayReadHistory(expert3, id)).toBe(false);
  expect(await mayReadHistory(expert2, id)).toBe(true);
});

test('who is taken out of the metadata between two rounds stays a party', async () => {
  const named = completeMetadata('Taken out').map((one) =>
    one.id === 3.1 ? { ...one, values: [expert2.email] } : one,
  );
  const { id } = await addUploadAt(api, 'submitted', { metadata: named });
  const changes = { panel: 1, points: ['Name the units.'], isImpartial: true };
  expect((await post(expert1, `editorial/${id}/changes`, changes)).status).toBe(200);
  const without: MetadataEntry[] = named.map((one) => (one.id === 3.1 ? { ...one, values: ['a@example.org'] } : one));
  expect((await post(contributor, 'metadata', { id: [id], metadata: without })).status).toBe(200);
  expect(await mayReadHistory(expert2, id)).toBe(false);
  const listed = (await (await ask(api, expert2, '/api/editorial')).json()) as { id: string; standing: string }[];
  expect(listed.find((row) => row.id === id)?.standing).toBe('named');
});

test('who was named stays a party when the upload leaves its study between two rounds', async () => {
  const named = completeMetadata('Left the study').map((one) =>
    one.id === 3.1 ? { ...one, values: [expert2.email] } : one,
  );
  const { id } = await addUploadAt(api, 'submitted', { metadata: named });
  const { id: sibling } = await addUploadAt(api, 'checked', { kind: 'agg' });
  await api.pool.query(
    `update repository.uploads set study = (select study from repository.uploads where number = $1) where number = $2`,
    [parseInt(id), parseInt(sibling)],
  );
  await post(expert1, `editorial/${id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true });
  const alone = completeMetadata('Alone').map((one) => (one.id === 3.1 ? { ...one, values: ['a@example.org'] } : one));
  expect(await post(contributor, 'metadata', { id: [id], detach: [id], metadata: alone })).toMatchObject({
    status: 200,
  });
  expect(await mayReadHistory(expert2, id)).toBe(false);
});

test('a note for the other expert is for nobody who gets their panel later', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id, { nr: 1 });
  await post(chair, `editorial/${id}/invitations`, { panel: 2, email: expert2.email });
  const note = { readers: 'expert', text: 'Between the two of us.' };
  expect((await post(expert1, `editorial/${id}/notes`, note)).status).toBe(204);
  await post(chair, `editorial/${id}/handover`, { panel: 2, reason: 'Away.' });
  await post(chair, `editorial/${id}/invitations`, { panel: 2, email: chair.email });
  const texts = async (who: Actor) =>
    ((await (await ask(api, who, `/api/editorial/${id}/notes`)).json()) as { text: string }[]).map(({ text }) => text);
  expect([await texts(expert1), await texts(expert2), await texts(chair)]).toEqual([[note.text], [note.text], []]);
});

test('the chair does not decide a tie on which they have voted, even without a panel', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, chair, id, { nr: 1, rating: 2, note: 'No.' });
  await post(chair, `editorial/${id}/handover`, { panel: 1, reason: 'No time.' });
  for (const version of [0, 1]) {
    await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Yes.', version });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'No.', version });
  }
  expect(await post(chair, `editorial/${id}/decision`, { rating: 1, reason: 'Both heard.' })).toMatchObject({
    code: 'chair-votes',
  });
});

test('a tie is not offered to the chair before both experts have given reasons', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  for (const version of [0, 1]) {
    await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Yes.', version });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: ' ', version });
  }
  const seen = async () =>
    (await (await ask(api, chair, `/api/editorial/${id}`)).json()) as { acts: string[]; votes: { rating: unknown }[] };
  expect((await seen()).acts).not.toContain('decideTie');
  expect((await seen()).votes.map(({ rating }) => rating)).toEqual([null, null]);
  const decide = () => post(chair, `editorial/${id}/decision`, { rating: 1, reason: 'Both heard.' });
  expect(await decide()).toMatchObject({ code: 'tie-not-heard' });
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Too few.', version: 2 });
  expect((await seen()).acts).toContain('decideTie');
  expect(await decide()).toMatchObject({ status: 200 });
});

test('a vote that was saved is not lost by withdrawing while changes are requested', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'No.' });
  await post(expert1, `editorial/${id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true });
  const response = await ask(api, contributor, `/api/submit/${id}`, { method: 'DELETE' });
  expect([response.status, (await response.json()).code]).toEqual([409, 'already-voted']);
});

test('what shows nothing is no reason, no note and no point', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  const nothing = '\u200b\u200b\u200b';
  await castVote(api, expert1, id, { nr: 1 });
  const handOver = { panel: 1, reason: nothing };
  expect(await post(expert1, `editorial/${id}/handover`, handOver)).toMatchObject({ code: 'reason-missing' });
  const note = { readers: 'contributor', text: '\0\0\0' };
  expect(await post(expert1, `editorial/${id}/notes`, note)).toMatchObject({ status: 400 });
  const changes = { panel: 2, points: [nothing], isImpartial: true };
  expect(await post(expert2, `editorial/${id}/changes`, changes)).toMatchObject({ code: 'points-missing' });
});

test('somebody can write a hundred notes about a submission', async () => {
  const { id, number } = await addUploadAt(api, 'submitted');
  await api.pool.query(
    `insert into repository.review_notes (upload, author, readers, text, at)
      select $1, 'contributor', 'board', 'A note.', now() from generate_series(1, 99)`,
    [number],
  );
  const write = (text: string) => post(contributor, `fileupload/${id}/notes`, { text });
  expect([(await write('One more.')).status, await write('And another one.')]).toEqual([
    204,
    { status: 409, code: 'too-many-notes' },
  ]);
});
