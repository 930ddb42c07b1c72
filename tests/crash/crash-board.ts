import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { z } from 'zod';

import { EditorialUploadSchema } from '@domain/api/editorial';
import { type HistoryEntry, HistoryEntrySchema } from '@domain/board/history';

import { createRandom, type Random } from '../../services/repository/help-files/made-up-people';
import { type ApiServer, bundleApiServer, startApiServer } from './api-server';
import { actsFor, type BoardCall, mailsOf, votesAfter } from './board-moves';

const submissions = 6;
/** The server is killed within this time after a random number of answers, whatever the speed of the machine. */
const longestLifeMs = 60;
/** No mail has been written for this long: the queue is empty. */
const quietMs = 5000;

export interface BoardCrashReport {
  calls: number;
  acknowledged: number;
  refused: number;
  /** Done although the response was lost. */
  unacknowledged: number;
  acts: number;
  decisions: number;
  mails: number;
}

/**
 * Kills a server of the board and its database at random moments of votes, hand-overs, requests for changes, ties and
 * decisions, and starts it again. Throws if an act that was acknowledged is gone, if one was done twice or by half, if
 * a submission is decided without two votes, or if a mail is missing or there twice. The same seed makes the same calls.
 */
export async function crashBoard({
  kills,
  seed,
  folder,
  say,
}: {
  kills: number;
  seed: number;
  folder: string;
  say(text: string): void;
}): Promise<BoardCrashReport> {
  const random = createRandom(seed);
  const report = { calls: 0, acknowledged: 0, refused: 0, unacknowledged: 0, acts: 0, decisions: 0, mails: 0 };
  const entry = await bundleApiServer();
  let server = await startApiServer(folder, entry, submissions);
  let before = await readAll(server);
  for (let round = 1; round <= kills; round += 1) {
    await answerChanges(server, before);
    const calls = [...before].flatMap(([id, one]) => chooseCalls(random, id, one));
    const statuses = await callAndKill(server, random, calls);
    server = await startApiServer(folder, entry, submissions);
    const after = await readAll(server);
    for (const [id, one] of after) checkSubmission(id, one);
    report.unacknowledged += checkCalls(calls, statuses, before, after);
    before = after;
    report.calls += calls.length;
    const acknowledged = statuses.filter((status) => status !== null && status < 300).length;
    report.acknowledged += acknowledged;
    report.refused += statuses.filter((status) => status !== null && status >= 300).length;
    say(`${round}/${kills}: killed, ${acknowledged} of ${calls.length} calls acknowledged`);
  }
  const histories = [...before.values()].map(({ history }) => history);
  report.acts = histories.flat().length;
  report.decisions = histories.flat().filter(({ act }) => act === 'decided').length;
  report.mails = await checkMails(folder, histories);
  if (server.errors() !== '') throw new Error(`Errors of the server:\n${server.errors()}`);
  await server.kill();
  rmSync(path.dirname(entry), { recursive: true });
  return report;
}

/** Makes all calls at once, and kills the server when some of them have been answered. */
async function callAndKill(server: ApiServer, random: Random, calls: BoardCall[]): Promise<(number | null)[]> {
  const awaited = random.whole(0, calls.length - 1);
  const lifeMs = random.whole(0, longestLifeMs);
  let answered = 0;
  let onEnough: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => (onEnough = resolve));
  if (awaited === 0) onEnough();
  const answers = calls.map(async (call) => {
    const status = await send(server, call);
    answered += 1;
    if (answered >= awaited) onEnough();
    return status;
  });
  await enough;
  await delay(lifeMs);
  await server.kill();
  return Promise.all(answers);
}

interface Submission {
  status: string;
  /** Experts who have voted, by panel. */
  votes: Map<number, string>;
  holders: Map<number, string>;
  versions: Map<number, number>;
  tieRounds: number;
  history: HistoryEntry[];
}

async function readAll(server: ApiServer): Promise<Map<string, Submission>> {
  const rows = z
    .object({ id: z.string() })
    .array()
    .parse(await (await server.call('chair', 'editorial')).json());
  const read = rows.map(async ({ id }) => [id, await readOne(server, id)] as const);
  return new Map(await Promise.all(read));
}

async function readOne(server: ApiServer, id: string): Promise<Submission> {
  const history = HistoryEntrySchema.array().parse(
    await (await server.call('chair', `editorial/${id}/history`)).json(),
  );
  const status = history.at(-1)!.statusAfter;
  const answer: unknown = await (await server.call('chair', `editorial/${id}`)).json();
  const { votes, tieRounds } = EditorialUploadSchema.parse(answer);
  const named = (voted: boolean) =>
    new Map(votes.filter((one) => one.email && (!voted || one.state === 'voted')).map((one) => [one.nr, one.email!]));
  const versions = new Map(votes.map(({ nr, version }) => [nr, version]));
  return { status, votes: named(true), holders: named(false), versions, tieRounds, history };
}

/** Saves answers to requested changes, without which a submission cannot be submitted again. */
async function answerChanges(server: ApiServer, all: ReadonlyMap<string, Submission>): Promise<void> {
  for (const [id, { status }] of all) {
    if (status !== 'ChangesRequested') continue;
    const body = { answers: ['It is named.'] };
    const { status: answer } = await server.call('contributor', `fileupload/${id}/answers`, { method: 'PUT', body });
    if (answer >= 300) throw new Error(`The answers were refused with ${answer}.`);
  }
}

/** One or two calls for a submission; two are made at the same moment. */
function chooseCalls(random: Random, id: string, submission: Submission): BoardCall[] {
  const possible = actsFor(random, id, submission);
  const first = possible[random.whole(0, possible.length - 1)];
  const second = possible[random.whole(0, possible.length - 1)];
  return first && second && first !== second && random.whole(0, 2) === 0 ? [first, second] : first ? [first] : [];
}

/** Status of the answer; null if there was none. */
async function send(server: ApiServer, { caller, address, body }: BoardCall): Promise<number | null> {
  try {
    const response = await server.call(caller, address, { method: 'POST', body });
    await response.text();
    if (response.status >= 500) throw new Error(`${address} answered ${response.status}.`);
    return response.status;
  } catch (error) {
    // The connection ended with the server.
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Whether what is stored is what the history tells. */
function checkSubmission(id: string, { status, votes, history }: Submission): void {
  const told = votesAfter(history);
  const isSame = told.size === votes.size && [...told].every(([panel, expert]) => votes.get(panel) === expert);
  if (!isSame) throw new Error(`${id}: the history tells other votes than there are.`);
  if (status === 'Rejected' && votes.size < 2) throw new Error(`${id} is decided without two votes.`);
}

/** Checks that acknowledged calls were done and all others at most once. Returns how many were done unacknowledged. */
function checkCalls(
  calls: BoardCall[],
  statuses: (number | null)[],
  before: ReadonlyMap<string, Submission>,
  after: ReadonlyMap<string, Submission>,
): number {
  let unacknowledged = 0;
  const count = (all: ReadonlyMap<string, Submission>, { id, act, email }: BoardCall) =>
    all.get(id)!.history.filter((entry) => entry.act === act && (email === null || entry.actor === email)).length;
  for (const [at, call] of calls.entries()) {
    const done = count(after, call) - count(before, call);
    const alike = calls.filter(({ id, act, email }) => id === call.id && act === call.act && email === call.email);
    const isDone = statuses[at] !== null && statuses[at]! < 300;
    if (isDone && done < 1) throw new Error(`${call.id}: '${call.act}' was acknowledged and is gone.`);
    if (done > alike.length) throw new Error(`${call.id}: '${call.act}' was done twice.`);
    if (statuses[at] === null && done > 0) unacknowledged += 1;
  }
  return unacknowledged;
}

/** Waits until all mails are written. Checks that there is one for each event. Returns their number. */
async function checkMails(folder: string, histories: HistoryEntry[][]): Promise<number> {
  const outbox = path.join(folder, 'outbox');
  let count = -1;
  for (let found = 0; found !== count; found = readdirSync(outbox).length) {
    count = found;
    await delay(quietMs);
  }
  const texts = readdirSync(outbox)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(path.join(outbox, name), 'utf8').replace(/\r?\n /g, ' '));
  for (const { subject, expected } of mailsOf(histories)) {
    const sent = texts.filter((text) => new RegExp(`^Subject: .*${subject}\\r?$`, 'm').test(text)).length;
    if (sent !== expected) throw new Error(`${sent} mails '${subject}' instead of ${expected}.`);
  }
  return texts.length;
}
