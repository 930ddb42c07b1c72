import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { StudyMetadataSchema, type MetadataEntry } from '@domain/api/metadata';
import { UploadReviewSchema } from '@domain/api/reviews';
import { fieldIds } from '@domain/metadata/field-ids';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote, openVote, viewPanels } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { registerDoi } from '../jobs/handlers/register-doi';
import { findDoi } from '../store/dois';
import { recordPerson } from '../store/people';
import { dataSets, panelOpenings, problemComments, sourceColumns } from '../store/schema';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { repository } = api;
  repository.jobs.handle('register-doi', (data) => registerDoi(repository, data));
  repository.jobs.handle('send-mail', (data) => repository.mail.send(data));
  repository.jobs.handle('publish-upload', () => Promise.resolve());
  for (const expert of [expert1, expert2]) await recordPerson(repository.db, expert, repository.now());
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

const { contributor, other, expert1, expert2 } = actors;

const ofContributor = (address: string, method?: string, body?: unknown, language?: string) =>
  ask(api, contributor, address, {
    ...(method ? { method } : {}),
    ...(body === undefined ? {} : { body }),
    ...(language ? { language } : {}),
  });
async function review(id: string) {
  const response = await ofContributor(`/api/fileupload/${id}/review`);
  if (!response.ok) throw new Error(await response.text());
  const text = await response.text();
  return { text, ...UploadReviewSchema.parse(JSON.parse(text)) };
}
const withdraw = (id: string, actor = contributor, language = 'en') =>
  ask(api, actor, `/api/submit/${id}`, { method: 'DELETE', language });
const status = async (number: number) => (await storedUpload(api, number)).upload.status;
/** Both experts vote with notes. */
async function decide(id: string, rating: 1 | 2, notes: [string, string] = ['', '']) {
  await castVote(api, expert1, id, { rating, note: notes[0] });
  await castVote(api, expert2, id, { nr: 2, rating, note: notes[1] });
}

describe('the review', () => {
  test('of a submission contains its time, and no vote', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await api.settle();
    expect(await review(id)).toMatchObject({
      id,
      status: 'Submitted',
      votes: 0,
      decidedAt: null,
      notes: [],
      withdrawable: true,
      revisable: false,
      submittedAt: expect.stringMatching(/^\d{4}-/) as string,
      doiIsTest: true,
      nr: null,
      publishedAt: null,
      revises: null,
      revisedBy: null,
      siblings: [],
    });
  });

  test('of a vote only says that it is there', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating: 2, note: 'The grip is in newton.' });
    const { text, ...seen } = await review(id);
    expect(seen).toMatchObject({ status: 'Submitted', votes: 1, notes: [], withdrawable: false });
    expect(text).not.toMatch(/newton|rating|expert1|Erika|panel/);
  });

  test('of two that differ contains neither ratings nor notes', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating: 2, note: 'The grip is in newton.' });
    await castVote(api, expert2, id, { nr: 2, rating: 1, note: 'Fine.' });
    const { text, ...seen } = await review(id);
    expect(seen).toMatchObject({ status: 'Pending', votes: 2, notes: [], revisable: false });
    expect(text).not.toMatch(/newton|Fine|rating|expert|Erika|Emil/);
  });

  test('contains the notes after the decision, in an order unlike that of the panels, without names', async () => {
    const notes: [string, string][] = [
      ['B: the ages are missing.', 'A: the grip is in newton.'],
      ['A: the grip is in newton.', 'B: the ages are missing.'],
    ];
    for (const written of notes) {
      const { id } = await addUploadAt(api, 'submitted');
      await decide(id, 2, written);
      const { text, ...seen } = await review(id);
      expect(seen.notes).toEqual(['A: the grip is in newton.', 'B: the ages are missing.']);
      expect(seen).toMatchObject({ status: 'Rejected', votes: 2, revisable: true, withdrawable: false });
      expect(seen.decidedAt).not.toBeNull();
      expect(text).not.toMatch(/expert\d|Erika|Emil|@|panel|rating/);
    }
  });

  test('lists a missing note after the existing one', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await decide(id, 2, ['  ', 'Please add the ages.']);
    expect((await review(id)).notes).toEqual(['Please add the ages.', '']);
  });

  test('of an accepted upload contains its number and the time of its publication', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    await decide(id, 1);
    await api.settle();
    const { nr } = (await storedUpload(api, number)).upload;
    const waiting = await review(id);
    expect(waiting).toMatchObject({ status: 'Accepted', nr, publishedAt: null, embargoEnd: null });
    expect(waiting.doiUrl).toBe(`https://motothek.example/data-set/${nr}`);
    const publishedAt = new Date('2026-05-04T10:00:00Z');
    await api.repository.db
      .insert(dataSets)
      .values({ nr: nr ?? 0, upload: number, publishedAt, row: {} as never, metadata: [], values: 0 });
    expect((await review(id)).publishedAt).toBe(publishedAt.toISOString());
  });

  test('contains the last day of an embargo, which is a day of the calendar', async () => {
    const year = new Date().getFullYear() + 1;
    const embargo: MetadataEntry = { id: fieldIds.embargo, name: 'Embargo', values: [`2025-1--${year}-4-`] };
    const metadata = [...completeMetadata('Under embargo'), embargo];
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    await decide(id, 1);
    expect(await review(id)).toMatchObject({ publishedAt: null, embargoEnd: `${year}-04-30` });
  });

  test('does not mention an embargo that has ended', async () => {
    const embargo: MetadataEntry = { id: fieldIds.embargo, name: 'Embargo', values: ['---2020-6-'] };
    const metadata = [...completeMetadata('After an embargo'), embargo];
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    await decide(id, 1);
    expect(await review(id)).toMatchObject({ status: 'Accepted', publishedAt: null, embargoEnd: null });
  });

  test('is only for the owner', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const actor of [other, expert1]) {
      expect((await ask(api, actor, `/api/fileupload/${id}/review`)).status).toBe(404);
    }
  });
});

describe('withdrawing', () => {
  test('before the first vote makes everything editable again, and updates DOI, opened votes and the list', async () => {
    const { id, number, title } = await addUploadAt(api, 'submitted');
    await openVote(api, expert1, id);
    await api.settle();
    expect(await findDoi(api.repository.db, number)).toMatchObject({ state: 'draft' });

    const answer = await withdraw(id);
    expect([answer.status, await answer.json()]).toEqual([200, { id, status: 'Uploaded' }]);
    await api.settle();
    const { upload, study } = await storedUpload(api, number);
    expect(upload).toMatchObject({ status: 'Uploaded', submittedAt: null });
    expect(study).toMatchObject({ title, titleCounts: true });
    expect(study.savedAt).not.toBeNull();
    expect(await findDoi(api.repository.db, number)).toBeNull();
    const opened = await api.repository.db.select().from(panelOpenings).where(eq(panelOpenings.upload, number));
    expect(opened).toEqual([]);
    expect((await openVote(api, expert1, id)).status).toBe(404);
    const listed = (await (await ask(api, expert1, '/api/editorial')).json()) as { id: string }[];
    expect(listed.map((row) => row.id)).not.toContain(id);

    expect((await ofContributor(`/api/submit/${id}`, 'POST')).status).toBe(200);
    const { one } = await viewPanels(api, expert1, id);
    expect(one).toMatchObject({ version: 0, email: null });
  });

  test('keeps the title reserved, and notifies the experts', async () => {
    const { id, number, title } = await addUploadAt(api, 'submitted');
    await api.settle();
    const before = api.mails.length;
    await withdraw(id, contributor);
    await api.settle();
    const mails = api.mails.slice(before);
    expect(mails.map(({ to }) => to).sort()).toEqual(['expert1@example.org', 'expert2@example.org']);
    expect(mails[0]?.subject).toMatch(new RegExp(`^Motothek, adults-${number}\\.csv: a submission was withdrawn`));
    expect(mails[0]?.text).toContain(title);
    expect(mails[0]?.text).toContain('https://motothek.example/editorial-board\n');

    const { id: another } = await addUploadAt(api, 'checked');
    const taken = await ofContributor('/api/metadata', 'POST', { id: [another], metadata: completeMetadata(title) });
    expect([taken.status, await taken.json()]).toMatchObject([409, { code: 'title-taken' }]);
  });

  test('notifies the experts who were asked to vote, but none who joined or left since', async () => {
    const { db, now } = api.repository;
    const { id, title } = await addUploadAt(api, 'described');
    expect((await ofContributor(`/api/submit/${id}`, 'POST')).status).toBe(200);
    // Since then one has left the board and another has joined it.
    const joined = { ...expert1, subject: 'joined', email: 'joined@example.org' };
    await recordPerson(db, joined, now());
    await recordPerson(db, { ...expert2, roles: [] }, now());
    const told = async (subject: string) => {
      await api.settle();
      const mails = api.mails.filter((mail) => mail.text.includes(title) && mail.subject.includes(subject));
      return mails.map(({ to }) => to).sort();
    };
    expect((await withdraw(id)).status).toBe(200);
    expect(await told('was withdrawn')).toEqual([expert1.email]);
    // After another submission and withdrawal, those asked the second time are notified.
    expect((await ofContributor(`/api/submit/${id}`, 'POST')).status).toBe(200);
    expect((await withdraw(id)).status).toBe(200);
    expect(await told('was withdrawn')).toEqual([expert1.email, expert1.email, joined.email]);
    await recordPerson(db, { ...joined, roles: [] }, now());
    await recordPerson(db, expert2, now());
  });

  test('is refused once an expert has voted, after the decision, and if the upload was not submitted', async () => {
    const { id: voted, number } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, voted);
    const refusal = async (id: string, language?: string) => {
      const answer = await withdraw(id, contributor, language);
      const { code, title } = (await answer.json()) as { code: string; title: string };
      return [answer.status, code, title];
    };
    expect(await refusal(voted)).toEqual([
      409,
      'already-voted',
      'This file can no longer be withdrawn: an expert has voted on it. Wait for the decision.',
    ]);
    expect(await status(number)).toBe('Submitted');
    const { id: decided } = await addUploadAt(api, 'submitted');
    await decide(decided, 2);
    expect((await refusal(decided, 'de')).slice(0, 2)).toEqual([409, 'already-decided']);
    const { id: open } = await addUploadAt(api, 'described');
    expect((await refusal(open)).slice(0, 2)).toEqual([409, 'not-submitted']);
  });

  test('is only for the owner', async () => {
    const { id, number } = await addUploadAt(api, 'submitted');
    for (const actor of [other, expert1]) expect((await withdraw(id, actor)).status).toBe(404);
    expect(await status(number)).toBe('Submitted');
  });

  test('one upload of a study leaves the others with the board, and it can be submitted unchanged', async () => {
    const { id, title } = await addUploadAt(api, 'described');
    const { id: sibling, number: siblingNumber } = await addUploadAt(api, 'checked', { kind: 'agg' });
    const metadata = completeMetadata(title);
    await ofContributor('/api/metadata', 'POST', { id: [id, sibling], metadata });
    for (const one of [id, sibling]) {
      expect((await ofContributor(`/api/submit/${one}`, 'POST')).status).toBe(200);
    }
    expect((await review(id)).siblings).toMatchObject([{ id: sibling, status: 'Submitted' }]);
    expect((await withdraw(id)).status).toBe(200);
    expect(await status(siblingNumber)).toBe('Submitted');
    const kept = StudyMetadataSchema.parse(await (await ofContributor(`/api/metadata/${id}`)).json());
    expect(kept.metadata).toHaveLength(metadata.length);
    expect((await ofContributor(`/api/submit/${id}`, 'POST')).status).toBe(200);
  });

  test('keeps mapping and comments', async () => {
    const { db } = api.repository;
    const { id, number } = await addUploadAt(api, 'submitted');
    const kept = async () => [await db.select().from(sourceColumns), await db.select().from(problemComments)];
    const before = await kept();
    await withdraw(id);
    expect(await kept()).toEqual(before);
    expect(await status(number)).toBe('Uploaded');
  });
});
