import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { chairRole, expertRole } from '@domain/roles';

import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import { throwError } from '../../../tests/support/throw-error';
import type { Actor, RoleHolder } from '../context/context';
import { listActs, listSeats } from '../store/board';
import { expertProfiles } from '../store/schema';
import { remindBoard } from './board-reminders';
import { mailDigests } from './mail-digests';

const dayMs = 24 * 60 * 60 * 1000;
const start = Date.parse('2026-03-02T09:00:00Z');
let clock = start;
let api: TestApi;
/** The accounts of the identity provider. */
let accounts: RoleHolder[];

const { expert1, expert2, expert3 } = actors;
const chair: Actor = {
  subject: 'chair',
  name: 'Cora Chair',
  email: 'chair@example.org',
  roles: [expertRole, chairRole],
};

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock), roleHolders: () => Promise.resolve(accounts) });
  for (const name of ['register-doi', 'publish-upload', 'assign-experts'] as const) {
    api.repository.jobs.handle(name, () => Promise.resolve());
  }
  api.repository.jobs.handle('send-mail', (data) => api.repository.mail.send(data));
});
afterAll(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api?.close());

beforeEach(async () => {
  // Nothing of the tests before is under review.
  await api.pool.query(`update repository.uploads set status = 'Uploaded'`);
  clock += 1000 * dayMs;
  accounts = [expert1, expert2, expert3, chair];
  board({ assignment: 'chair', hasOpenPanels: true });
});

function board(changed: Partial<TestApi['repository']['settings']['board']>): void {
  Object.assign(api.repository.settings.board, changed);
}

/** Mails sent since the last call of it, as 'recipient: subject'. */
async function newMails(): Promise<string[]> {
  await api.settle();
  return api.mails
    .splice(0)
    .map(({ to, subject }) => `${to.split('@')[0]}: ${subject.replace(/^Motothek[^:]*: /, '').split(' / ')[0]}`)
    .sort();
}

/** The hourly work on two servers at once, and the mails that it sent. */
async function work(): Promise<string[]> {
  await Promise.all([remindBoard(api.repository, throwError), remindBoard(api.repository, throwError)]);
  await Promise.all([mailDigests(api.repository, throwError), mailDigests(api.repository, throwError)]);
  return newMails();
}

async function invited(expert: Actor, panel = 1): Promise<ReadyUpload> {
  const upload = await addUploadAt(api, 'submitted');
  const body = { panel, email: expert.email };
  expect((await ask(api, chair, `/api/editorial/${upload.id}/invitations`, { method: 'POST', body })).status).toBe(200);
  await newMails();
  return upload;
}

const accept = (expert: Actor, { id }: ReadyUpload) =>
  ask(api, expert, `/api/editorial/${id}/invitation`, { method: 'POST', body: { answer: 'accept' } });

const lastAct = async ({ number }: ReadyUpload) => (await listActs(api.repository.db, number)).at(-1)!.entry;

test('an expert without a vote is reminded before, on and after the day, each once, and the chair of what is overdue', async () => {
  const upload = await invited(expert1);
  await accept(expert1, upload);
  const told: Record<number, string[]> = {};
  for (const day of [1, 22, 23, 23, 24, 29, 30, 31, 36, 37, 38, 90]) {
    clock = start + Math.floor((clock - start) / (1000 * dayMs)) * 1000 * dayMs + day * dayMs;
    const mails = await work();
    if (mails.length > 0) told[day] = mails;
  }
  expect(told).toEqual({
    23: ['expert1: your vote is due soon'],
    30: ['expert1: your vote is due soon'],
    37: ['chair: a vote is overdue', 'expert1: your vote is overdue'],
  });
});

test('after days without a server only the newest reminder is sent', async () => {
  await invited(expert1);
  clock += 60 * dayMs;
  expect(await work()).toEqual(['chair: a vote is overdue', 'expert1: your vote is overdue']);
  expect(await work()).toEqual([]);
});

test('with less time for a vote than before the first reminder, none comes with the invitation', async () => {
  board({ reviewDays: 5 });
  await invited(expert1);
  board({ reviewDays: 30 });
  expect(await work()).toEqual([]);
  clock += 5 * dayMs;
  expect(await work()).toEqual(['expert1: your vote is due soon']);
});

test('whoever has voted is not reminded', async () => {
  const upload = await invited(expert1);
  await castVote(api, expert1, upload.id);
  await newMails();
  clock += 60 * dayMs;
  expect(await work()).toEqual([]);
});

test('a panel ends by itself when its expert has lost the role, and no mail goes to them', async () => {
  const upload = await invited(expert1);
  await accept(expert1, upload);
  accounts = [expert2, expert3, chair];
  expect(await work()).toEqual(['chair: a submission needs experts']);
  expect(await listSeats(api.repository.db, [upload.number])).toEqual([]);
  expect(await lastAct(upload)).toMatchObject({ act: 'handed-over', actor: null, expert: 'expert1', content: {} });
  expect(await work()).toEqual([]);
});

test('the vote of somebody who has lost the role stays until the chair hands it over', async () => {
  const upload = await invited(expert1);
  await castVote(api, expert1, upload.id);
  accounts = [expert2, expert3, chair];
  await work();
  expect(await listSeats(api.repository.db, [upload.number])).toHaveLength(1);
});

test('an overdue invitation ends by itself if experts are invited automatically, an accepted one does not', async () => {
  board({ assignment: 'automatic' });
  const upload = await invited(expert1);
  const body = { panel: 2, email: expert2.email };
  await ask(api, chair, `/api/editorial/${upload.id}/invitations`, { method: 'POST', body });
  await accept(expert2, upload);
  await newMails();
  clock += 31 * dayMs;
  expect(await work()).toEqual(['expert1: your review is no longer needed', 'expert2: your vote is due soon']);
  const left = await listSeats(api.repository.db, [upload.number]);
  expect(left.map(({ expert }) => expert)).toEqual(['expert2']);
  expect(await lastAct(upload)).toMatchObject({ act: 'handed-over', actor: null, expert: 'expert1' });
});

test('the chair is told once of votes that have disagreed for too long, and again of the next tie', async () => {
  const upload = await invited(expert1);
  const { id } = upload;
  await castVote(api, expert1, id, { note: 'one' });
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'two' });
  expect((await storedUpload(api, upload.number)).upload.status).toBe('Pending');
  await newMails();
  clock += 30 * dayMs;
  expect(await work()).toEqual([]);
  clock += dayMs;
  expect(await work()).toEqual(['chair: two votes have disagreed for too long']);
  expect(await work()).toEqual([]);
  await castVote(api, expert1, id, { note: 'three', version: 1 });
  await castVote(api, expert2, id, { nr: 2, rating: 2, note: 'four', version: 1 });
  expect(await newMails()).toEqual(['chair: two experts disagree again']);
  clock += 31 * dayMs;
  expect(await work()).toEqual(['chair: two votes have disagreed for too long']);
});

test('who chose one mail a day gets one with everything, and invitations at once', async () => {
  const { db } = api.repository;
  await addUploadAt(api, 'submitted');
  await db.insert(expertProfiles).values({ expert: expert2.subject, topics: [], mails: 'daily' });
  await newMails();
  await addUploadAt(api, 'submitted');
  await addUploadAt(api, 'submitted');
  const upload = await addUploadAt(api, 'submitted');
  const body = { panel: 1, email: expert2.email };
  await ask(api, chair, `/api/editorial/${upload.id}/invitations`, { method: 'POST', body });
  const atOnce = (await newMails()).filter((mail) => mail.startsWith('expert2'));
  expect(atOnce).toEqual(['expert2: you are invited to review a submission']);
  expect(await work()).toEqual([]);
  clock += dayMs;
  await Promise.all([mailDigests(api.repository, throwError), mailDigests(api.repository, throwError)]);
  await api.settle();
  const digests = api.mails.splice(0).filter(({ to }) => to === expert2.email);
  expect(digests.map(({ subject }) => subject.split(' / ')[0])).toEqual(['Motothek: news from the editorial board']);
  expect(digests[0]!.text.match(/a submission needs your vote/g)).toHaveLength(3);
  expect(await work()).toEqual([]);
  clock += dayMs;
  expect(await work()).toEqual([]);

  await addUploadAt(api, 'submitted');
  await newMails();
  accounts = [expert1, expert3, chair];
  clock += dayMs;
  // Neither the digest nor a word about the panel that ended goes to whoever has lost the role.
  expect(await work()).toEqual(['chair: a submission needs experts']);
  accounts = [expert1, expert2, expert3, chair];
  expect(await work()).toEqual([]);
  await db.delete(expertProfiles);
});

test('mails go to those whose accounts have the role, also before their first visit, and to nobody who lost it', async () => {
  const newcomer: RoleHolder = {
    subject: 'newcomer',
    name: 'Nora New',
    email: 'nora@example.org',
    roles: [expertRole],
  };
  accounts = [expert1, newcomer];
  await addUploadAt(api, 'submitted');
  expect((await newMails()).filter((mail) => mail.includes('vote'))).toEqual([
    'expert1: a submission needs your vote',
    'nora: a submission needs your vote',
  ]);
  accounts = [newcomer, { ...expert1, roles: [] }];
  await addUploadAt(api, 'submitted');
  expect((await newMails()).filter((mail) => mail.includes('vote'))).toEqual(['nora: a submission needs your vote']);
});
