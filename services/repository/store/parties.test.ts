import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { accountMarks } from '@domain/review-standing';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import { readUnreadNames } from '../upkeep/read-unread-names';
import { listPossibleParties } from './parties';
import { studies, uploads } from './schema';
import { isUnread } from './schema/uploads';
import { keepNamed, moveUploads, saveEntries } from './studies';

const { expert1, expert2 } = actors;
const eva = person('eva', 'Dr. Eva Müller', ['Experts']);

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const countUnread = () => api.repository.db.$count(studies, isUnread);
async function possible(isOpen = false): Promise<number[]> {
  const party = { subject: eva.subject, marks: accountMarks(eva) };
  return (await listPossibleParties(api.repository.db, party, { isOpen })).map(({ number }) => number);
}
const naming = (name: string) => withEntries(completeMetadata('A study'), entry(1, [name]));

test('whoever is named is found after each change of the metadata', async () => {
  const { db } = api.repository;
  const { number, study } = await anUpload();
  expect(await possible()).toEqual([]);
  await db.transaction((tx) => saveEntries(tx, study, naming('Mueller||Eva')));
  expect(await possible()).toEqual([number]);
  // Was named when it was submitted, and is not any more.
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(studies).where(eq(studies.id, study));
    await keepNamed(tx, row!);
    await saveEntries(tx, study, naming('Muster||Max'));
  });
  expect(await possible()).toEqual([number]);
  const other = await anUpload();
  await db.transaction((tx) => moveUploads(tx, [number], other.study));
  expect((await possible()).toSorted()).toEqual([number, other.number].toSorted());
  expect(await countUnread()).toBe(0);
});

test('whoever a former release has named is found at once, and by the index after the upkeep', async () => {
  const { db } = api.repository;
  const { number, study } = await anUpload();
  await db
    .update(studies)
    .set({ metadata: naming('Müller||Eva') })
    .where(eq(studies.id, study));
  expect(await countUnread()).toBe(1);
  expect(await possible()).toContain(number);
  await readUnreadNames(api.repository, new AbortController().signal);
  expect(await countUnread()).toBe(0);
  expect(await possible()).toContain(number);
  // Other fields of the metadata name nobody.
  await db.update(studies).set({ title: 'Another title' }).where(eq(studies.id, study));
  expect(await countUnread()).toBe(0);
});

test('what is decided is left out where it makes no difference', async () => {
  const { db } = api.repository;
  const { number, study } = await anUpload();
  await db.transaction((tx) => saveEntries(tx, study, naming('Müller||Eva')));
  expect(await possible(true)).toContain(number);
  await db.update(uploads).set({ status: 'Accepted' }).where(eq(uploads.number, number));
  expect(await possible(true)).not.toContain(number);
  expect(await possible()).toContain(number);
});

test('no way through the product leaves names unread', async () => {
  const { id } = await anUpload();
  await castVote(api, expert1, id, { rating: 2 });
  await castVote(api, expert2, id, { nr: 2, rating: 2 });
  const revised = await ask(api, actors.contributor, `/api/fileupload/${id}/revision`, { method: 'POST' });
  expect(revised.ok).toBe(true);
  expect(await countUnread()).toBe(0);
  const { rows } = await api.pool.query(
    'select named_marks from repository.studies where cardinality(named_marks) > 0',
  );
  expect(rows.length).toBeGreaterThan(0);
});

async function anUpload(): Promise<{ id: string; number: number; study: number }> {
  const { id } = await addUploadAt(api, 'submitted');
  const number = parseInt(id, 10);
  const [row] = await api.repository.db
    .select({ study: uploads.study })
    .from(uploads)
    .where(eq(uploads.number, number));
  return { id, number, study: row!.study };
}
