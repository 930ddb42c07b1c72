import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { ListedSubmission } from '@domain/api/board-list';
import type { HistoryEntry } from '@domain/board/history';
import { chairRole } from '@domain/roles';

import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import { throwError } from '../../../tests/support/throw-error';
import type { Actor } from '../context/context';
import { assignExperts } from '../jobs/handlers/assign-experts';
import { findLinkedSeat, listSeats } from '../store/board';
import { recordPerson } from '../store/people';
import { expertProfiles } from '../store/schema';
import { remindBoard } from '../upkeep/board-reminders';
import { sendDueLetters } from '../upkeep/due-work';

let api: TestApi;
let clock = Date.parse('2026-03-10T10:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const { contributor, expert1, expert2, expert3 } = actors;
const chair = person('chair', 'chair', [chairRole]);

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date((clock += 1)) });
  const { jobs, mail } = api.repository;
  for (const name of ['register-doi', 'publish-upload'] as const) jobs.handle(name, () => Promise.resolve());
  jobs.handle('assign-experts', (data) => assignExperts(api.repository, data));
  jobs.handle('send-mail', (data) => mail.send(data));
  for (const one of [expert1, expert2, expert3, chair, contributor]) {
    await recordPerson(api.repository.db, { ...one, language: 'en' }, api.repository.now());
  }
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));
beforeEach(async () => {
  // Nothing of the tests before is under review.
  await api.pool.query(`update repository.uploads set status = 'Uploaded'`);
  board({ assignment: 'chair', hasOpenPanels: true, letterByChair: false });
});

function board(changed: Partial<TestApi['repository']['settings']['board']>): void {
  Object.assign(api.repository.settings.board, changed);
}

async function post(who: Actor, path: string, body: unknown): Promise<void> {
  const response = await ask(api, who, `/api/${path}`, { method: 'POST', body });
  expect([path, response.status < 300]).toEqual([path, true]);
}

/** Mails since the last call, as 'recipient: subject'. */
async function newMails(): Promise<string[]> {
  await api.settle();
  return api.mails
    .splice(0)
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(/^[^:]*: /, '')}`)
    .sort();
}

async function submitted(): Promise<ReadyUpload> {
  const upload = await addUploadAt(api, 'submitted');
  await newMails();
  return upload;
}

async function actsOf(upload: ReadyUpload): Promise<string[]> {
  const entries = (await (await ask(api, chair, `/api/editorial/${upload.id}/history`)).json()) as HistoryEntry[];
  return entries.map(({ act, statusBefore, statusAfter }) =>
    statusBefore === statusAfter ? act : `${act}: ${statusBefore} > ${statusAfter}`,
  );
}

async function rowOf(who: Actor, { id }: ReadyUpload): Promise<ListedSubmission> {
  const rows = (await (await ask(api, who, '/api/editorial')).json()) as ListedSubmission[];
  return rows.find((row) => row.id === id)!;
}

const changes = (panel: number) => ({ panel, points: ['Name the units.'], isImpartial: true });

describe('the history', () => {
  test('has the panel that was taken by asking for changes', async () => {
    const upload = await submitted();
    await post(expert1, `editorial/${upload.id}/changes`, changes(1));
    const asked = 'requested-changes: Submitted > ChangesRequested';
    expect(await actsOf(upload)).toEqual(['submitted: Uploaded > Submitted', 'took-panel', asked]);
  });

  test('has the invitation that was accepted by asking for changes', async () => {
    const upload = await submitted();
    await post(chair, `editorial/${upload.id}/invitations`, { panel: 1, email: expert1.email });
    await post(expert1, `editorial/${upload.id}/changes`, changes(1));
    expect((await actsOf(upload)).slice(1, 3)).toEqual(['invited', 'accepted-invitation']);
  });

  test('has the status that holds when an overdue tie is taken over', async () => {
    const upload = await submitted();
    await castVote(api, expert1, upload.id, { nr: 1 });
    await castVote(api, expert2, upload.id, { nr: 2, rating: 2 });
    clock += 31 * dayMs;
    await post(expert3, `editorial/${upload.id}/handover`, { panel: 1, reason: 'Overdue.', take: true });
    expect((await actsOf(upload)).slice(-2)).toEqual(['handed-over: Pending > Submitted', 'took-panel']);
  });

  test('has the criteria of a vote, and who wrote notes without their texts', async () => {
    const upload = await submitted();
    await castVote(api, expert1, upload.id, { nr: 1, criteria: { design: 'no' } });
    await post(expert1, `editorial/${upload.id}/notes`, { readers: 'contributor', text: 'A word.' });
    const entries = (await (await ask(api, expert1, `/api/editorial/${upload.id}/history`)).json()) as HistoryEntry[];
    expect(entries.find(({ act }) => act === 'voted')?.content).toMatchObject({ criteria: { design: 'no' } });
    expect(entries.find(({ act }) => act === 'wrote-note')).toMatchObject({ actor: expert1.email, content: {} });
    const csv = await (await ask(api, expert1, `/api/editorial/${upload.id}/history?format=csv`)).text();
    expect(csv).toContain('Do design and sample fit what the metadata says? No');
  });

  test('tells the contributor no reason before the letter about the decision', async () => {
    board({ letterByChair: true });
    const upload = await submitted();
    for (const version of [0, 1]) {
      await castVote(api, expert1, upload.id, { nr: 1, rating: 1, note: 'Yes.', version });
      await castVote(api, expert2, upload.id, { nr: 2, rating: 2, note: 'No.', version });
    }
    await post(chair, `editorial/${upload.id}/decision`, { rating: 2, reason: 'Too few people.' });
    const own = async () => (await ask(api, contributor, `/api/fileupload/${upload.id}/history`)).text();
    expect(await own()).not.toContain('Too few people.');
    expect(await rowOf(chair, upload)).toMatchObject({ status: 'Rejected', waitsForMe: true });
    expect(await rowOf(expert1, upload)).toMatchObject({ waitsForMe: false });
    clock += 31 * dayMs;
    await sendDueLetters(api.repository, throwError);
    expect(await own()).toContain('Too few people.');
    expect(await rowOf(chair, upload)).toMatchObject({ waitsForMe: false });
  });
});

describe('an emptied panel', () => {
  test('is told to the chair when an invitation is declined by its link', async () => {
    const upload = await submitted();
    await post(chair, `editorial/${upload.id}/invitations`, { panel: 1, email: expert1.email });
    await api.settle();
    const [mail] = api.mails.splice(0);
    const link = /invitation\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const declined = await ask(api, null, `/api/editorial/invitations/${link}`, { method: 'POST', body: {} });
    expect(declined.status).toBe(204);
    expect(await findLinkedSeat(api.repository.db, link)).toBeNull();
    expect(await newMails()).toEqual(['chair: a submission needs experts']);
  });

  test('is told to the chair when its expert hands it over, but not to the chair who did it', async () => {
    const upload = await submitted();
    await castVote(api, expert1, upload.id, { nr: 1 });
    await post(expert1, `editorial/${upload.id}/handover`, { panel: 1, reason: 'No time.' });
    expect(await newMails()).toEqual(['chair: a submission needs experts']);
    await castVote(api, expert2, upload.id, { nr: 1 });
    await post(chair, `editorial/${upload.id}/handover`, { panel: 1, reason: 'Away.' });
    expect(await newMails()).toEqual(['expert2: your review is no longer needed']);
  });

  test('is late when a vote given since the submission had to be there', async () => {
    const upload = await submitted();
    expect(await rowOf(chair, upload)).toMatchObject({ isOverdue: false });
    clock += 31 * dayMs;
    expect(await rowOf(chair, upload)).toMatchObject({ isOverdue: true });
  });

  test('gets an expert who is back, where experts are invited automatically', async () => {
    board({ assignment: 'automatic', hasOpenPanels: false });
    const { db } = api.repository;
    const today = new Date(clock).toISOString().slice(0, 10);
    for (const { subject } of [expert1, expert2, expert3, chair]) {
      await db.insert(expertProfiles).values({ expert: subject, topics: [], awayFrom: today, awayUntil: today });
    }
    const upload = await submitted();
    expect(await listSeats(db, [upload.number])).toEqual([]);
    expect(await rowOf(chair, upload)).toMatchObject({ waitsForMe: true });
    const work = async () => {
      await remindBoard(api.repository, throwError);
      await api.settle();
    };
    await work();
    expect(await newMails()).toEqual([]);
    clock += 2 * dayMs;
    await work();
    const seats = await listSeats(db, [upload.number]);
    expect(seats).toHaveLength(2);
    expect(seats.map(({ expert }) => expert)).not.toContain(chair.subject);
    await db.delete(expertProfiles);
  });
});

describe('requested changes', () => {
  test('are told to the other expert, and begin the votes anew', async () => {
    const upload = await submitted();
    await castVote(api, expert2, upload.id, { nr: 2, rating: 2 });
    await post(expert1, `editorial/${upload.id}/changes`, changes(1));
    const told = ['contributor: the editorial board asks for changes', 'expert2: changes were requested'];
    expect(await newMails()).toEqual(told);
  });

  test('that nobody makes are reminded of once, and are late', async () => {
    const upload = await submitted();
    await post(expert1, `editorial/${upload.id}/changes`, changes(1));
    await newMails();
    await remindBoard(api.repository, throwError);
    expect(await newMails()).toEqual([]);
    clock += 31 * dayMs;
    await Promise.all([remindBoard(api.repository, throwError), remindBoard(api.repository, throwError)]);
    expect(await newMails()).toEqual([
      'chair: requested changes are overdue',
      'contributor: requested changes are awaited',
    ]);
    expect(await rowOf(chair, upload)).toMatchObject({ isOverdue: true });
    clock += 31 * dayMs;
    await remindBoard(api.repository, throwError);
    expect(await newMails()).toEqual([]);
  });
});

describe('a decision', () => {
  test('is told to the experts, the chair and the contributor, and so is its end', async () => {
    const upload = await submitted();
    await castVote(api, expert1, upload.id, { nr: 1, rating: 2 });
    await castVote(api, expert2, upload.id, { nr: 2, rating: 2 });
    expect(await newMails()).toEqual([
      'chair: a submission was rejected',
      'contributor: your data set has been rejected',
      'expert1: a submission was rejected',
      'expert2: a submission was rejected',
    ]);
    await post(chair, `editorial/${upload.id}/reopening`, { reason: 'A mistake of ours.' });
    await api.settle();
    const told = api.mails.find(({ to }) => to === contributor.email);
    expect(told?.text).toContain('> A mistake of ours.');
    expect(await newMails()).toContain('expert1: a submission was submitted again');
  });

  test('is possible when both experts disagree again, which the chair is told', async () => {
    const upload = await submitted();
    for (const version of [0, 1]) {
      await castVote(api, expert1, upload.id, { nr: 1, rating: 1, note: 'Yes.', version });
      await castVote(api, expert2, upload.id, { nr: 2, rating: 2, note: 'No.', version });
    }
    expect((await newMails()).filter((mail) => mail.startsWith('chair'))).toEqual([
      'chair: two experts disagree again',
    ]);
  });
});

test('the chair is asked to invite experts, and experts to vote', async () => {
  await addUploadAt(api, 'submitted');
  expect(await newMails()).toEqual([
    'chair: a submission needs experts',
    'contributor: your file has been submitted',
    'expert1: a submission needs your vote',
    'expert2: a submission needs your vote',
    'expert3: a submission needs your vote',
  ]);
});
