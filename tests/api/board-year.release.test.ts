import { afterAll, beforeAll, expect, test } from 'vitest';

import type { PanelNumber } from '@domain/limits';
import { chairRole, expertRole } from '@domain/roles';

import type { Actor } from '../../services/repository/context/context';
import { assignExperts } from '../../services/repository/jobs/handlers/assign-experts';
import type { Mail } from '../../services/repository/context/mailer';
import { expertProfiles } from '../../services/repository/store/schema';
import { remindBoard } from '../../services/repository/upkeep/board-reminders';
import { mailDigests } from '../../services/repository/upkeep/mail-digests';
import { createChance } from '../support/chance';
import { castVote } from '../support/editorial-calls';
import { addUploadAt, ask } from '../support/ready-uploads';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { throwError } from '../support/throw-error';

const submissions = 300;
const yearDays = 365;
/** Days after the year in which what is left is decided. */
const afterDays = 150;
const dayMs = 24 * 60 * 60 * 1000;
const chance = createChance();
const happens = (share: number) => chance() < share;

/** Twelve members of the board, two of whom chair it. */
const board: Actor[] = Array.from({ length: 12 }, (_, at) => ({
  subject: `member-${String(at + 1).padStart(2, '0')}`,
  name: `Member Number${at + 1}`,
  email: `member-${at + 1}@example.org`,
  roles: at < 2 ? [expertRole, chairRole] : [expertRole],
}));

interface Seat {
  upload: number;
  id: string;
  status: string;
  panel: PanelNumber;
  expert: string;
  isAccepted: boolean;
  isOverdue: boolean;
  rating: 1 | 2 | null;
  version: number;
}
interface Open {
  number: number;
  id: string;
  status: string;
  tieRounds: number;
  isTieOverdue: boolean;
  seats: Seat[];
}

let clock = Date.parse('2026-01-01T08:00:00Z');
let api: TestApi;
/** Subjects of those who have lost the role for now. */
const lost = new Set<string>();
const members = () => board.filter(({ subject }) => !lost.has(subject));
const chairs = () => members().filter(({ roles }) => roles.includes(chairRole));
const member = (subject: string) => members().find((one) => one.subject === subject);
/** What happened, for the report. */
const counts: Record<string, number> = {};
const note = (what: string) => void (counts[what] = (counts[what] ?? 0) + 1);
const invitations = new Set<string>();

beforeAll(async () => {
  api = await createTestApi({ now: () => new Date(clock), roleHolders: () => Promise.resolve(members()) });
  const { jobs, settings } = api.repository;
  Object.assign(settings.board, { assignment: 'automatic', hasOpenPanels: false });
  jobs.handle('register-doi', () => Promise.resolve());
  jobs.handle('publish-upload', () => Promise.resolve());
  jobs.handle('assign-experts', (data) => assignExperts(api.repository, data));
  jobs.handle('send-mail', (mail) => Promise.resolve(checkMail(mail)));
});
afterAll(() => expect(api.serverErrors).toEqual([]));
afterAll(() => api?.close());

/** No invitation is sent twice, and nothing to somebody who has lost the role. */
function checkMail({ to, text }: Mail): void {
  note('mails');
  const sent = board.find(({ email }) => email === to);
  if (sent && lost.has(sent.subject)) note('mails to whoever lost the role');
  const link = /\/editorial-board\/invitation\/\S+/.exec(text)?.[0];
  if (!link) return;
  if (invitations.has(link)) note('invitations sent twice');
  invitations.add(link);
}

const post = (who: Actor, path: string, body?: unknown, method = 'POST') =>
  ask(api, who, `/api/${path}`, { method, body });

async function must(what: string, response: Promise<Response>): Promise<void> {
  const answer = await response;
  if (answer.status >= 300) throw new Error(`${what}: ${answer.status} ${await answer.text()}`);
  note(what);
}

async function readOpen(): Promise<Open[]> {
  const due = new Date(clock);
  const { rows: uploads } = await api.pool.query<Open & { tied_at: Date | null }>(
    `select number, number || 'r' as id, status, tie_rounds as "tieRounds",
       coalesce(tied_at + interval '30 days' < $1, false) as "isTieOverdue"
     from repository.uploads where status in ('Submitted', 'Pending', 'ChangesRequested') order by number`,
    [due],
  );
  const { rows: seats } = await api.pool.query<Seat>(
    `select s.upload, s.upload || 'r' as id, u.status, s.panel, s.expert, s.accepted_at is not null as "isAccepted",
       s.due_at + interval '8 days' < $1 as "isOverdue", v.rating, coalesce(v.version, 0) as version
     from repository.panel_seats s join repository.uploads u on u.number = s.upload
     left join repository.votes v on v.upload = s.upload and v.panel = s.panel
     where u.status in ('Submitted', 'Pending', 'ChangesRequested') order by s.upload, s.panel`,
    [due],
  );
  return uploads.map((upload) => ({ ...upload, seats: seats.filter((seat) => seat.upload === upload.number) }));
}

/** What an expert does on a day with a panel they hold. */
async function actOn(seat: Seat, who: Actor): Promise<void> {
  const { id, panel, version } = seat;
  const isTied = seat.status === 'Pending';
  if (seat.rating !== null && !isTied) return;
  if (!seat.isAccepted) {
    if (happens(0.03))
      return must('declined', post(who, `editorial/${id}/invitation`, { answer: 'decline', reason: 'No time.' }));
    if (happens(0.25)) await must('accepted', post(who, `editorial/${id}/invitation`, { answer: 'accept' }));
    else return;
  }
  if (!happens(0.08)) return;
  if (seat.rating === null && happens(0.15)) {
    const body = { panel, points: ['Name the device.'], isImpartial: true };
    return must('changes requested', post(who, `editorial/${id}/changes`, body));
  }
  const rating = isTied ? (happens(0.3) ? 1 : (seat.rating ?? 1)) : happens(0.75) ? 1 : 2;
  await must('voted', castVote(api, who, id, { nr: panel, rating, note: 'My reasons.', version, isImpartial: true }));
}

async function contributorAnswers({ id }: Open): Promise<void> {
  if (!happens(0.15)) return;
  await must('answered', post(actors.contributor, `fileupload/${id}/answers`, { answers: ['It is named.'] }, 'PUT'));
  await must('submitted again', post(actors.contributor, `submit/${id}`));
}

/** The chair hands over what nobody votes in, finds experts where none is left, and decides ties. */
async function chairActs(upload: Open): Promise<void> {
  const { id, seats, status } = upload;
  if (status === 'ChangesRequested') return;
  const late = seats.find(({ rating, isOverdue }) => rating === null && isOverdue);
  const [chair] = chairs().filter(({ subject }) => !seats.some(({ expert }) => expert === subject));
  if (late) {
    const who = chair ?? chairs()[0]!;
    return must('handed over', post(who, `editorial/${id}/handover`, { panel: late.panel, reason: 'Too late.' }));
  }
  if (status === 'Pending' && (upload.tieRounds >= 2 || upload.isTieOverdue)) {
    if (chair)
      return must('decided tie', post(chair, `editorial/${id}/decision`, { rating: 1, reason: 'Heard both.' }));
    const [own] = seats.filter(({ expert }) => chairs().some(({ subject }) => subject === expert));
    const body = { panel: own!.panel, reason: 'To decide the tie.' };
    return must('handed over to decide', post(member(own!.expert)!, `editorial/${id}/handover`, body));
  }
  const [empty] = ([1, 2] as const).filter((panel) => !seats.some((seat) => seat.panel === panel));
  if (empty === undefined) return;
  const free = members().filter(({ subject }) => !seats.some(({ expert }) => expert === subject));
  const chosen = free[Math.floor(chance() * free.length)]!;
  await must(
    'invited by the chair',
    post(chairs()[0]!, `editorial/${id}/invitations`, { panel: empty, email: chosen.email }),
  );
}

/** Absences, and roles that are lost and given back. */
async function changeBoard(day: number): Promise<void> {
  const { db } = api.repository;
  const dayOf = (shift: number) => new Date(clock + shift * dayMs).toISOString().slice(0, 10);
  if (day % 30 === 10) {
    const away = {
      awayFrom: dayOf(0),
      awayUntil: dayOf(14),
      mails: happens(0.5) ? ('daily' as const) : ('each' as const),
    };
    const expert = board[Math.floor(chance() * board.length)]!.subject;
    const values = { expert, topics: ['handgrip'], ...away };
    await db.insert(expertProfiles).values(values).onConflictDoUpdate({ target: expertProfiles.expert, set: away });
    note('absences');
  }
  if (day % 80 === 40) lost.add(board[2 + Math.floor(chance() * 10)]!.subject);
  if (day % 80 === 75) lost.clear();
}

async function liveADay(day: number): Promise<void> {
  clock += dayMs;
  await changeBoard(day);
  await remindBoard(api.repository, throwError);
  await mailDigests(api.repository, throwError);
  await api.settle();
  for (const upload of await readOpen()) {
    if (upload.status === 'ChangesRequested') await contributorAnswers(upload);
    else await chairActs(upload);
  }
  await api.settle();
  // One after the other, as they were read: a vote may have decided the submission meanwhile.
  for (const { number } of await readOpen()) {
    for (const panel of [1, 2]) {
      const seat = (await readOpen()).find((one) => one.number === number)?.seats.find((one) => one.panel === panel);
      const who = seat && seat.status !== 'ChangesRequested' ? member(seat.expert) : undefined;
      if (seat && who) await actOn(seat, who);
    }
  }
}

test('every submission of a year is decided, and nobody of the board has more than half again of the usual load', async () => {
  let made = 0;
  for (let day = 0; day < yearDays + afterDays; day += 1) {
    const wanted = Math.min(submissions, Math.round((submissions * (day + 1)) / yearDays));
    for (; made < wanted; made += 1) await addUploadAt(api, 'submitted');
    if (made === submissions && day >= yearDays && (await readOpen()).length === 0) break;
    await liveADay(day);
  }
  const { rows } = await api.pool.query<{ status: string; count: number }>(
    `select status, count(*)::int as count from repository.uploads group by status order by status`,
  );
  const { rows: loads } = await api.pool.query<{ expert: string; load: number }>(
    `select expert, count(*)::int as load from repository.review_history where act = 'invited' group by expert order by 2`,
  );
  // The chairs are asked only when nobody else is left, so that they can decide ties.
  const experts = board.filter(({ roles }) => !roles.includes(chairRole));
  const load = loads.filter(({ expert }) => experts.some(({ subject }) => subject === expert)).map((one) => one.load);
  const median = (load[4]! + load[5]!) / 2;
  process.stdout.write(`${JSON.stringify({ counts, rows, load, ratio: load.at(-1)! / median })}\n`);
  expect(rows.map(({ status }) => status)).toEqual(['Accepted', 'Rejected']);
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(submissions);
  expect(load).toHaveLength(experts.length);
  expect(load.at(-1)! / median).toBeLessThanOrEqual(1.5);
  expect(counts).not.toHaveProperty('mails to whoever lost the role');
  expect(counts).not.toHaveProperty('invitations sent twice');
  const { rows: blind } = await api.pool.query(
    `select u.number from repository.uploads u where u.status in ('Accepted', 'Rejected')
       and (select count(*) from repository.votes v where v.upload = u.number) < 2`,
  );
  expect(blind).toEqual([]);
}, 1_500_000);
