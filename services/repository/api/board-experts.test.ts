import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MetadataEntry } from '@domain/api/metadata';
import { type BoardExpert, BoardExpertSchema } from '@domain/board/experts';
import { type HistoryEntry, HistoryEntrySchema } from '@domain/board/history';
import { emptyProfile, type ExpertProfile } from '@domain/board/profiles';
import { chairRole, expertRole } from '@domain/roles';

import { completeMetadata, entry, withEntries } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { publishForTest } from '../../../tests/support/published-data-sets';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { recordPerson } from '../store/people';
import { studies, uploads } from '../store/schema';

let api: TestApi;
let clock = Date.parse('2026-03-10T10:00:00Z');
const { contributor, expert1, expert2, expert3, other } = actors;
const chair: Actor = { subject: 'chair', name: 'Carla Chair', email: 'chair@example.org', roles: [chairRole] };
const eva = person('eva', 'Eva Muster', [expertRole]);

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  const { db, now } = api.repository;
  for (const one of [expert1, expert2, expert3, chair]) await recordPerson(db, one, now());
});
afterAll(async () => {
  expect(api.serverErrors).toEqual([]);
  await api.close();
});

const save = (who: Actor, profile: Partial<ExpertProfile>) =>
  ask(api, who, '/api/editorial/profile', { method: 'PUT', body: { ...emptyProfile, ...profile } });
async function experts(who: Actor, id?: string): Promise<Map<string, BoardExpert>> {
  const response = await ask(api, who, `/api/editorial/experts${id ? `?id=${id}` : ''}`);
  expect(response.status).toBe(200);
  const list = BoardExpertSchema.array().parse(await response.json());
  return new Map(list.map((one) => [one.email, one]));
}

/** A published data set with these metadata. */
async function publishWith(nr: number, title: string, metadata: MetadataEntry[], owner = 'somebody'): Promise<void> {
  await publishForTest(api.repository, { nr, title, owner });
  const { db } = api.repository;
  const study = db.select({ study: uploads.study }).from(uploads).where(eq(uploads.nr, nr));
  await db.update(studies).set({ metadata }).where(inArray(studies.id, study));
}

describe('the profile of a member of the board', () => {
  test('is empty at first, and is replaced as a whole', async () => {
    expect(await (await ask(api, expert2, '/api/editorial/profile')).json()).toEqual(emptyProfile);
    const said = { institution: 'An institute', mails: 'daily' } as const;
    const saved = await save(expert2, { ...said, topics: ['handgrip', '', 'handgrip', 'School'] });
    expect(saved.status).toBe(200);
    expect(await saved.json()).toEqual({ ...emptyProfile, ...said, topics: ['handgrip', 'School'] });
    expect(await (await save(expert2, {})).json()).toEqual(emptyProfile);
    const incomplete = await ask(api, expert2, '/api/editorial/profile', { method: 'PUT', body: said });
    expect(incomplete.status).toBe(400);
  });

  test('is for the board only, and its absence does not end before it begins', async () => {
    expect((await save(contributor, {})).status).toBe(403);
    const reversed = await save(expert2, { awayFrom: '2026-03-12', awayUntil: '2026-03-11' });
    expect([reversed.status, (await reversed.json()).code]).toEqual([400, 'absence-reversed']);
    expect((await save(expert2, { awayFrom: 'tomorrow' })).status).toBe(400);
  });
});

describe('the experts', () => {
  test('are told to the chair with their load and absence, and to each other without', async () => {
    await save(expert1, { awayFrom: '2026-03-01', awayUntil: '2026-03-20' });
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert2, id);
    const forChair = await experts(chair);
    expect(forChair.get(expert1.email)).toMatchObject({ load: 0, away: { isAway: true, until: '2026-03-20' } });
    expect(forChair.get(expert2.email)).toMatchObject({ load: 1, away: { isAway: false, until: null } });
    expect(forChair.get(chair.email)).toMatchObject({ isChair: true, relation: null, closeness: null });
    const forExpert = await experts(expert2);
    expect(forExpert.get(expert1.email)).toMatchObject({ name: 'Erika Expert', load: null, away: null });
    expect(forExpert.get(expert2.email)).toMatchObject({ load: 1 });
  });

  test('of a submission are named with their relation to it and the topics that fit', async () => {
    await save(expert1, { topics: ['dstep', 'handgrip', 'strength', 'Dance'] });
    const metadata = withEntries(completeMetadata('Relations'), entry(3.1, [expert3.email], [0]));
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    await castVote(api, expert2, id);
    const all = await experts(chair, id);
    const relations = [expert1, expert2, expert3, chair].map(({ email }) => all.get(email)?.relation);
    expect(relations).toEqual(['free', 'holder', 'party', 'free']);
    expect(all.get(expert1.email)?.fits).toEqual(['handgrip', 'strength']);
    await ask(api, expert2, `/api/editorial/${id}/handover`, {
      method: 'POST',
      body: { panel: 1, reason: 'No time.' },
    });
    expect((await experts(chair, id)).get(expert2.email)?.relation).toBe('left');
  });

  test('who share an institution or data sets with the authors are told to the chair and to themselves', async () => {
    await recordPerson(api.repository.db, eva, api.repository.now());
    await save(eva, { institution: 'Institute of Sports, Karlsruhe Institute of Technology' });
    const authors = [entry(1, ['Beispiel||Jan', 'Muster||Eva']), entry(1.1, ['0000-0002-1825-0097'], [0])];
    await publishWith(7, 'Both', authors);
    await publishWith(8, 'One', [entry(1, ['Muster||Eva'])]);
    await publishWith(9, 'Their own', [], contributor.subject);
    const metadata = withEntries(
      completeMetadata('Closeness'),
      entry(1, ['Beispiel||Jan']),
      entry(3, ['Beispiel||Jan']),
      entry(1.2, ['Karlsruhe Institute of Technology'], [0]),
    );
    const { id } = await addUploadAt(api, 'submitted', { metadata });
    const expected = { institution: 'Karlsruhe Institute of Technology', dataSets: [{ nr: 7, title: 'Both' }] };
    const forChair = await experts(chair, id);
    expect(forChair.get(eva.email)?.closeness).toEqual(expected);
    expect(forChair.get(expert2.email)?.closeness).toEqual({ institution: null, dataSets: [] });
    expect((await experts(eva, id)).get(eva.email)?.closeness).toEqual(expected);
    expect((await experts(expert2, id)).get(eva.email)?.closeness).toBeNull();
  });

  test('of an own submission are told to nobody, and of others to the board only', async () => {
    const author: Actor = { ...expert2, subject: 'author', email: 'author@example.org' };
    const { id } = await addUploadAt(api, 'submitted', { owner: author });
    const codes = [];
    for (const who of [author, other, contributor]) {
      codes.push((await (await ask(api, who, `/api/editorial/experts?id=${id}`)).json()).code);
    }
    expect(codes).toEqual(['vote-own-upload', 'forbidden', 'forbidden']);
    expect((await ask(api, expert1, '/api/editorial/experts?id=nonsense')).status).toBe(400);
  });
});

describe('a tie', () => {
  const tied = async () => {
    const { id } = await addUploadAt(api, 'submitted');
    for (const version of [0, 1]) {
      await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Sound.', version });
      await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Too few.', version });
    }
    return id;
  };
  const notes = async (who: Actor, id: string) =>
    ((await (await ask(api, who, `/api/editorial/${id}`)).json()) as { votes: { note: string | null }[] }).votes.map(
      ({ note }) => note,
    );
  const votes = async (who: Actor, id: string) => {
    const entries = HistoryEntrySchema.array().parse(
      await (await ask(api, who, `/api/editorial/${id}/history`)).json(),
    );
    return entries.filter(({ act }) => act === 'voted').map(({ content }: HistoryEntry) => content?.note ?? null);
  };

  test('shows both votes to the chair as soon as they may decide, and not to a third expert', async () => {
    const id = await tied();
    expect(await notes(chair, id)).toEqual(['Sound.', 'Too few.']);
    expect(await votes(chair, id)).toEqual(['Sound.', 'Too few.', 'Sound.', 'Too few.']);
    expect(await notes(expert3, id)).toEqual([null, null]);
    expect(await votes(expert3, id)).toEqual([null, null, null, null]);
  });

  test('that has just begun shows no vote to the chair', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { nr: 1, rating: 1, note: 'Sound.' });
    await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'Too few.' });
    expect(await notes(chair, id)).toEqual([null, null]);
    expect(await votes(chair, id)).toEqual([null, null]);
  });
});

describe('the history', () => {
  test.each([
    ['en', 'text/csv; charset=utf-8', 'Time,What,Who,Panel', 'accept', "'=1+1"],
    ['de', 'text/csv; charset=utf-8', 'Zeit;Was;Wer;Gutachten', 'annehmen', "'=1+1"],
  ] as const)('is saved as csv without formulas, in %s', async (language, type, head, rating, note) => {
    const { id } = await addUploadAt(api, 'submitted');
    await castVote(api, expert1, id, { rating: 1, note: '=1+1' });
    const response = await ask(api, expert1, `/api/editorial/${id}/history?format=csv`, { language });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, type]);
    expect(response.headers.get('Content-Disposition')).toMatch(/attachment; filename=".*\.csv"/);
    const text = await response.text();
    expect(text).toContain(head);
    expect(text).toContain(`${rating}${language === 'en' ? ',' : ';'}${note}`);
  });

  test('is saved as json as it is listed, and not by those who may not list it', async () => {
    const { id } = await addUploadAt(api, 'submitted');
    const listed = await (await ask(api, expert1, `/api/editorial/${id}/history`)).json();
    const saved = await ask(api, expert1, `/api/editorial/${id}/history?format=json`);
    expect(await saved.json()).toEqual(listed);
    expect((await ask(api, expert1, `/api/editorial/${id}/history?format=pdf`)).status).toBe(400);
    expect((await ask(api, contributor, `/api/editorial/${id}/history?format=csv`)).status).toBe(403);
  });

  test.each([
    ['changed', sql`update repository.review_history set act = 'voted'`],
    ['deleted', sql`delete from repository.review_history`],
    ['emptied', sql`truncate repository.review_history`],
    ['emptied together with what refers to it', sql`truncate repository.uploads cascade`],
  ])('cannot be %s, because the database refuses it', async (_, statement) => {
    await addUploadAt(api, 'submitted');
    const { db } = api.repository;
    const count = async () => (await db.execute(sql`select count(*)::int as n from repository.review_history`)).rows;
    const before = await count();
    await expect(db.execute(statement)).rejects.toMatchObject({
      cause: { message: 'The history of reviews is never changed.' },
    });
    expect(await count()).toEqual(before);
  });
});
