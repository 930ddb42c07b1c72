import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { assignments, type BoardAct } from '@domain/board/act-rules';
import type { ErrorCode } from '@domain/error-codes';
import { chairRole, expertRole } from '@domain/roles';
import type { UploadStatus } from '@domain/upload-status';

import { completeMetadata } from '../../../tests/fixtures/complete-metadata';
import { castVote } from '../../../tests/support/editorial-calls';
import { addUploadAt, ask, type ReadyUpload, storedUpload } from '../../../tests/support/ready-uploads';
import { actors, createTestApi, person, type TestApi } from '../../../tests/support/test-api';
import type { Actor } from '../context/context';
import { listActs, listSeats } from '../store/board';
import { recordPerson } from '../store/people';
import { editorialOperations } from './openapi/editorial-operations';
import { submissionOperations } from './openapi/submission-operations';

let api: TestApi;
let clock = Date.parse('2026-03-01T10:00:00Z');
const dayMs = 24 * 60 * 60 * 1000;

const { expert1, expert2, expert3 } = actors;
const chair = person('chair', 'chair', [chairRole]);
/** An expert who contributes. */
const owner = { ...actors.contributor, roles: [expertRole] };
/** An expert who chairs and is named in the submission. */
const named = person('named-chair', 'named-chair', [chairRole]);

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock) });
  const { jobs, db, now } = api.repository;
  for (const name of ['register-doi', 'send-mail', 'publish-upload', 'assign-experts'] as const) {
    jobs.handle(name, () => Promise.resolve());
  }
  for (const one of [expert1, expert2, expert3, chair, owner, named]) await recordPerson(db, one, now());
});
afterAll(() => api?.close());
afterAll(() => expect(api.serverErrors).toEqual([]));

/** How far a submission is. `expert1` and `expert2` hold the panels, as far as they are taken. */
const states = [
  'uploaded',
  'submitted',
  'invited',
  'voted once',
  'tied',
  'tied twice',
  'tied too long',
  'overdue',
  'changes requested',
  'accepted',
  'rejected',
] as const;
type State = (typeof states)[number];

const statusOf: Record<State, UploadStatus> = {
  uploaded: 'Uploaded',
  submitted: 'Submitted',
  invited: 'Submitted',
  'voted once': 'Submitted',
  tied: 'Pending',
  'tied twice': 'Pending',
  'tied too long': 'Pending',
  overdue: 'Submitted',
  'changes requested': 'ChangesRequested',
  accepted: 'Accepted',
  rejected: 'Rejected',
};

const callers = { nobody: null, other: actors.other, owner, named, expert1, expert2, expert3, chair };
type Caller = keyof typeof callers;

/** Everything that is done with a submission, as a call. */
const acts: Record<
  BoardAct | 'withdraw' | 'handIn',
  { method?: string; path: string; body?: (who: Actor) => unknown }
> = {
  vote: { path: 'editorial/:id', body: ({ email }) => ({ nr: 1, email, rating: 1 }) },
  requestChanges: {
    path: 'editorial/:id/changes',
    body: () => ({ panel: 1, points: ['Name the units.'], isImpartial: true }),
  },
  answerInvitation: { path: 'editorial/:id/invitation', body: () => ({ answer: 'accept' }) },
  invite: { path: 'editorial/:id/invitations', body: () => ({ panel: 2, email: expert3.email }) },
  handOver: { path: 'editorial/:id/handover', body: () => ({ panel: 2, reason: 'No time.' }) },
  handOverOther: { path: 'editorial/:id/handover', body: () => ({ panel: 1, reason: 'Somebody else.' }) },
  takeOver: { path: 'editorial/:id/handover', body: () => ({ panel: 1, reason: 'Overdue.', take: true }) },
  decideTie: { path: 'editorial/:id/decision', body: () => ({ rating: 1, reason: 'Both were heard.' }) },
  reopen: { path: 'editorial/:id/reopening', body: () => ({ reason: 'A mistake.' }) },
  withdraw: { method: 'DELETE', path: 'submit/:id' },
  handIn: { path: 'submit/:id' },
};
type Act = keyof typeof acts;

/** Who may do what in which state. Everybody else is refused. */
const allowed: Record<State, Partial<Record<Act, Caller[]>>> = {
  uploaded: { handIn: ['owner'] },
  submitted: {
    vote: ['expert1', 'expert2', 'expert3', 'chair'],
    requestChanges: ['expert1', 'expert2', 'expert3', 'chair'],
    invite: ['chair'],
    withdraw: ['owner'],
  },
  // expert1 is invited to panel 1.
  invited: {
    vote: ['expert1'],
    requestChanges: ['expert1'],
    answerInvitation: ['expert1'],
    invite: ['chair'],
    handOverOther: ['chair', 'expert1'],
    withdraw: ['owner'],
  },
  // expert1 has voted in panel 1.
  'voted once': { vote: ['expert1'], invite: ['chair'], handOverOther: ['chair', 'expert1'] },
  tied: { vote: ['expert1'], handOver: ['chair', 'expert2'], handOverOther: ['chair', 'expert1'] },
  'tied twice': {
    vote: ['expert1'],
    handOver: ['chair', 'expert2'],
    handOverOther: ['chair', 'expert1'],
    decideTie: ['chair'],
  },
  'tied too long': {
    vote: ['expert1'],
    handOver: ['chair', 'expert2'],
    handOverOther: ['chair', 'expert1'],
    takeOver: ['expert3', 'chair'],
    decideTie: ['chair'],
  },
  // expert1 was invited to panel 1 and has not answered for more than 30 days.
  overdue: {
    vote: ['expert1'],
    requestChanges: ['expert1'],
    answerInvitation: ['expert1'],
    invite: ['chair'],
    handOverOther: ['chair', 'expert1'],
    takeOver: ['expert2', 'expert3', 'chair'],
    withdraw: ['owner'],
  },
  // expert1 has asked for changes, and the contributor has answered them.
  'changes requested': {
    handOverOther: ['chair', 'expert1'],
    reopen: ['chair'],
    withdraw: ['owner'],
    handIn: ['owner'],
  },
  accepted: {},
  rejected: { reopen: ['chair'] },
};

const post = (who: Actor | null, path: string, body?: unknown, method = 'POST') =>
  ask(api, who, `/api/${path}`, { method, body });

async function must(response: Promise<Response>): Promise<void> {
  const { status } = await response;
  expect([200, 204]).toContain(status);
}

async function bringTo(state: State): Promise<ReadyUpload> {
  const metadata = completeMetadata(`A study, ${state} ${(clock += 1)}`).map((entry) =>
    entry.id === 3.1 ? { ...entry, values: [named.email] } : entry,
  );
  const upload = await addUploadAt(api, state === 'uploaded' ? 'described' : 'submitted', { owner, metadata });
  const { id } = upload;
  const vote = async (who: Actor, nr: 1 | 2, rating: 1 | 2, version = 0) => {
    clock += 1000;
    await must(castVote(api, who, id, { nr, rating, version, note: 'My reasons.' }));
  };
  const invite = () => must(post(chair, `editorial/${id}/invitations`, { panel: 1, email: expert1.email }));
  const disagree = async (version: number) => {
    await vote(expert1, 1, 1, version);
    await vote(expert2, 2, 2, version);
  };
  switch (state) {
    case 'invited':
      await invite();
      break;
    case 'overdue':
      await invite();
      clock += 31 * dayMs;
      break;
    case 'voted once':
      await vote(expert1, 1, 2);
      break;
    case 'tied':
      await disagree(0);
      break;
    case 'tied twice':
      await disagree(0);
      await disagree(1);
      break;
    case 'tied too long':
      await disagree(0);
      clock += 31 * dayMs;
      break;
    case 'changes requested':
      await must(
        post(expert1, `editorial/${id}/changes`, { panel: 1, points: ['Name the units.'], isImpartial: true }),
      );
      await must(post(owner, `fileupload/${id}/answers`, { answers: ['They are named.'] }, 'PUT'));
      break;
    case 'accepted':
    case 'rejected': {
      const rating = state === 'accepted' ? 1 : 2;
      await vote(expert1, 1, rating);
      await vote(expert2, 2, rating);
      break;
    }
    default:
  }
  return upload;
}

/** Everything that an act may change. */
async function factsOf({ number }: ReadyUpload): Promise<string> {
  const { db } = api.repository;
  const { upload } = await storedUpload(api, number);
  return JSON.stringify([upload.status, await listSeats(db, [number]), (await listActs(db, number)).length]);
}

describe.each(states)('A submission that is %s', (state) => {
  test.each(Object.keys(acts) as Act[])('accepts "%s" from those who may, and from nobody else', async (act) => {
    const may = allowed[state][act] ?? [];
    let upload = await bringTo(state);
    expect((await storedUpload(api, upload.number)).upload.status).toBe(statusOf[state]);
    const wrong: string[] = [];
    for (const [name, who] of Object.entries(callers) as [Caller, Actor | null][]) {
      const { method = 'POST', path, body } = acts[act];
      const before = await factsOf(upload);
      // A vote that only repeats the stored one would be a conflict of versions.
      const version = act === 'vote' && (await hasVoted(upload, who)) ? { version: await versionOf(upload, who) } : {};
      const sent = body && { ...(body(who ?? chair) as object), ...version };
      const response = await post(who, path.replace(':id', upload.id), sent, method);
      const isDone = response.status < 300;
      const text = await response.text();
      if (isDone !== may.includes(name)) wrong.push(`${name}: ${response.status} ${text.slice(0, 200)}`);
      if (!isDone && !isDescribed(acts[act], text)) wrong.push(`${name}: not described: ${text.slice(0, 200)}`);
      if (response.status >= 500) wrong.push(`${name}: ${response.status}`);
      if (!isDone && (await factsOf(upload)) !== before) wrong.push(`${name}: refused, but something changed`);
      if (isDone) upload = await bringTo(state);
    }
    expect(wrong).toEqual([]);
  });
});

/** Whether the description of the API names the code of a refusal. */
function isDescribed({ method = 'POST', path }: (typeof acts)[Act], text: string): boolean {
  const { code } = JSON.parse(text) as { code: ErrorCode };
  const operation = { ...editorialOperations, ...submissionOperations }[`${method} /api/${path}`];
  return [...(operation?.refusals ?? []), 'unauthenticated', 'forbidden', 'not-found'].includes(code);
}

async function versionOf({ id }: ReadyUpload, who: Actor | null): Promise<number> {
  const answer = (await (await ask(api, who, `/api/editorial/${id}`)).json()) as {
    votes: { mine: boolean; version: number }[];
  };
  return answer.votes.find(({ mine }) => mine)?.version ?? 0;
}

async function hasVoted({ number }: ReadyUpload, who: Actor | null): Promise<boolean> {
  const seats = await listSeats(api.repository.db, [number]);
  return seats.some(({ expert }) => expert === who?.subject);
}

/** Ways in which an installation may be set. */
const settings = assignments.flatMap((assignment) =>
  [true, false].map((hasOpenPanels) => ({ assignment, hasOpenPanels })),
);
const open = states.filter((state) => !['uploaded', 'accepted', 'rejected'].includes(state));

describe.each(settings)('with experts invited by $assignment and open panels $hasOpenPanels', (setting) => {
  afterAll(() => void Object.assign(api.repository.settings.board, { assignment: 'chair', hasOpenPanels: true }));

  test.each(open)('a submission that is %s is decided although the experts of its panels do nothing', async (state) => {
    Object.assign(api.repository.settings.board, { assignment: 'chair', hasOpenPanels: true });
    const { id, number } = await bringTo(state);
    Object.assign(api.repository.settings.board, setting);
    if (state === 'changes requested') await must(post(owner, `submit/${id}`));
    for (const { panel } of await listSeats(api.repository.db, [number])) {
      await must(post(chair, `editorial/${id}/handover`, { panel, reason: 'No answer.' }));
    }
    for (const [panel, who] of [
      [1, expert3],
      [2, chair],
    ] as const) {
      if (!setting.hasOpenPanels) await must(post(chair, `editorial/${id}/invitations`, { panel, email: who.email }));
      await must(castVote(api, who, id, { nr: panel, rating: 2, version: 0 }));
    }
    expect((await storedUpload(api, number)).upload.status).toBe('Rejected');
  });
});
