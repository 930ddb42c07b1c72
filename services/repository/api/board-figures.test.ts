import { afterAll, beforeAll, expect, test } from 'vitest';

import { BoardFiguresSchema } from '@domain/api/board-figures';
import { chairRole, expertRole } from '@domain/roles';

import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { figuresCsv } from '../editorial/figures-csv';
import { recordPerson } from '../store/people';

const { expert1, expert2 } = actors;
const chair: Actor = { subject: 'chair', name: 'chair', email: 'chair@example.org', roles: [chairRole] };
/** An expert who contributes. */
const owner: Actor = { subject: 'owner', name: 'owner', email: 'owner@example.org', roles: [expertRole] };

let api: TestApi;
let clock = new Date('2026-01-31T23:30:00Z');
const dayMs = 24 * 60 * 60 * 1000;
const later = (days: number) => void (clock = new Date(clock.getTime() + days * dayMs));

async function figures(who: Actor) {
  return BoardFiguresSchema.parse(await (await ask(api, who, '/api/editorial/figures')).json());
}

beforeAll(async () => {
  api = await createTestApi({ now: () => clock });
  const { jobs, db, now } = api.repository;
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    jobs.handle(name, () => Promise.resolve());
  }
  for (const one of [expert1, expert2, chair, owner]) await recordPerson(db, one, now());
  await review(owner, [1, 1], [2, 6]);
  await review(owner, [2, 2], [4, 4]);
  await review(chair, [1, 1], [3, 0]);
  clock = new Date('2026-04-02T10:00:00Z');
  await addUploadAt(api, 'submitted');
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

/** A submission on which two experts vote, the first after some days, the second after some more. */
async function review(by: Actor, [one, two]: [1 | 2, 1 | 2], [first, second]: [number, number]): Promise<void> {
  const { id } = await addUploadAt(api, 'submitted', { owner: by });
  later(first);
  expect((await castVote(api, expert1, id, { rating: one })).status).toBe(200);
  later(second);
  expect((await castVote(api, expert2, id, { nr: 2, rating: two })).status).toBe(200);
}

test('before anything was submitted there are no months', async () => {
  const empty = await createTestApi({ now: () => clock });
  const response = await ask(empty, expert1, '/api/editorial/figures');
  expect(BoardFiguresSchema.parse(await response.json()).months).toEqual([]);
  await empty.close();
});

test('each month says how much was done and how long it took, also a month in which nothing happened', async () => {
  const { months } = await figures(expert1);
  // The first submission was in February in Berlin.
  expect(months).toEqual([
    {
      month: '2026-02',
      submitted: 3,
      decided: 3,
      accepted: 2,
      votes: 6,
      firstVote: { median: 3, most: 3.8 },
      decision: { median: 8, most: 8 },
    },
    { month: '2026-03', submitted: 0, decided: 0, accepted: 0, votes: 0, firstVote: null, decision: null },
    { month: '2026-04', submitted: 1, decided: 0, accepted: 0, votes: 0, firstVote: null, decision: null },
  ]);
});

test('the chair sees the work of every expert, without that on submissions of the chair', async () => {
  const { experts } = await figures(chair);
  expect(experts.map(({ email, votes }) => [email, votes])).toEqual([
    [expert1.email, 2],
    [expert2.email, 2],
    [chair.email, 0],
    [owner.email, 0],
  ]);
  expect(experts[0]).toMatchObject({ isMe: false, open: 0, months: [{ month: '2026-02', votes: 2 }] });
});

test('other experts see only their own work', async () => {
  expect((await figures(expert2)).experts).toEqual([
    { email: expert2.email, isMe: true, open: 0, votes: 3, months: [{ month: '2026-02', votes: 3 }] },
  ]);
  const { experts } = await figures(owner);
  expect(experts).toEqual([{ email: owner.email, isMe: true, open: 0, votes: 0, months: [] }]);
});

test('a changed vote counts once, and a panel without a vote counts as open', async () => {
  const { id } = await addUploadAt(api, 'submitted');
  await castVote(api, expert1, id, { rating: 1 });
  await castVote(api, expert1, id, { rating: 2, version: 1 });
  const other = await addUploadAt(api, 'submitted');
  const invitation = { panel: 1, email: expert1.email };
  await ask(api, chair, `/api/editorial/${other.id}/invitations`, { method: 'POST', body: invitation });
  const [mine] = (await figures(expert1)).experts;
  expect(mine).toMatchObject({ votes: 4, open: 1, months: [{ month: '2026-02' }, { month: '2026-04', votes: 1 }] });
});

test.each([
  ['en', 'Month,Submitted,Decided,Accepted,Rejected,Accepted (%),', '2026-02,3,3,2,1,66.7,3,3.8,8,8,6,'],
  ['de', 'Monat;Eingereicht;Entschieden;Angenommen;Abgelehnt;Angenommen (%);', '2026-02;3;3;2;1;66,7;3;3,8;8;8;6;'],
])('as a file they are a table for the spreadsheet program of the language, in %s', async (language, heads, row) => {
  const response = await ask(api, expert2, '/api/editorial/figures?format=csv', { language });
  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('Content-Disposition')).toContain('editorial-board.csv');
  const lines = Buffer.from(await response.arrayBuffer())
    .toString('utf8')
    .split('\r\n');
  expect(lines[0]).toMatch(new RegExp(`^\\ufeff${heads.replace(/[()]/g, '\\$&')}.*${expert2.email}$`));
  expect(lines[1]).toBe(`${row}3`);
});

test('no address in the file is run as a formula', () => {
  const expert = { email: 'x;=cmd|a@example.org', isMe: true, open: 0, votes: 0, months: [] };
  expect(figuresCsv({ months: [], experts: [expert], countedAt: null }, 'en')).toContain("x;'=cmd|a@example.org");
});
