import { type SQL, sql } from 'drizzle-orm';

import {
  type ListColumn,
  type ListCounts,
  type ListFilter,
  type ListSort,
  sortParts,
  usualSort,
} from '@domain/api/board-list';
import { tieRoundsToDecide } from '@domain/board/act-rules';
import type { ListPart } from '@domain/board/waiting';
import { submissionsCounted } from '@domain/limits';
import { openStatuses, type UploadStatus, uploadStatuses, statusRules } from '@domain/upload-status';

import { isData, literal } from './board-matches';
import type { Queryable } from './database';
import {
  changeRequests,
  decisionLetters,
  files,
  panelSeats,
  people,
  reviewHistory,
  sourceTables,
  studies,
  uploads,
  votes,
} from './schema';

/*
 * The list of submissions as SQL, so that it stays quick however many there are. What waits for whom follows the rules of
 * `domain/board/waiting.ts`; a test compares the two in every state.
 */

/** Who asks for the list, and what decides what waits for them. */
export interface ListAsker {
  subject: string;
  isChair: boolean;
  /** Submissions that are theirs or name them; where only open ones make a difference, only these. */
  parties: readonly number[];
  hasOpenPanels: boolean;
  now: Date;
  /** Time that a vote, or the end of a disagreement, may take. */
  reviewMs: number;
}

/**
 * Submissions with their studies, contributors, panels and votes. Joins that a query does not use cost nothing, because
 * they are outer ones to at most one row.
 */
const submissions = sql`${uploads} as u
  left join ${studies} as st on st.id = u.study
  left join ${people} as o on o.subject = u.owner
  left join ${panelSeats} as s1 on s1.upload = u.number and s1.panel = 1
  left join ${panelSeats} as s2 on s2.upload = u.number and s2.panel = 2
  left join ${votes} as v1 on v1.upload = u.number and v1.panel = 1
  left join ${votes} as v2 on v2.upload = u.number and v2.panel = 2
  left join ${decisionLetters} as l on l.upload = u.number`;
/** The same with their files, which PostgreSQL does not know to be one each. */
const submissionsWithFiles = sql`${submissions}
  left join ${files} as f on f.upload = u.number and f.version_state = 'current'`;

const isSubmitted = sql`u.deleted_at is null and u.status <> 'Uploaded'`;
const statusIn = (statuses: readonly UploadStatus[]) => sql`u.status = any(${sql.param(statuses)}::text[])`;
const isOpen = statusIn(openStatuses);
const isVotable = statusIn(uploadStatuses.filter((status) => statusRules[status].votable));
const isDecided = statusIn(uploadStatuses.filter((status) => statusRules[status].decided));
const awaitsLetter = sql`(l.upload is not null and l.sent_at is null)`;
/**
 * Open, or decided without its letter. An array, which is made first, so that only these are looked at, however many are
 * decided.
 */
export const mayWait = sql`u.number = any(array(
  select number from ${uploads} where status = any(${sql.param(openStatuses)}::text[])
  union all select upload from ${decisionLetters} where sent_at is null))`;
const hasFreePanel = sql`(s1.upload is null or s2.upload is null)`;
const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `);
const moment = (at: Date | number) => sql`${new Date(at).toISOString()}::timestamptz`;

/** What a condition on a panel says about the panel that somebody holds; false for those who hold none. */
function ofOwnPanel(subject: string, first: SQL, second: SQL): SQL {
  return sql`(case ${subject} when s1.expert then ${first} when s2.expert then ${second} else false end)`;
}

const votedBefore = (subject: string) => sql`exists (
  select from ${reviewHistory} as h where h.upload = u.number and h.act = 'voted' and h.actor = ${subject})`;

const reviews = ({ parties }: ListAsker) => sql`u.number <> all(${sql.param(parties)}::int[])`;
const isTieLate = ({ now, reviewMs }: ListAsker) =>
  sql`coalesce(u.tied_at < ${moment(now.getTime() - reviewMs)}, false)`;

/** `waitsForMe` of the domain, for submissions that the asker reviews. */
function waitsFor(asker: ListAsker): SQL {
  const open = sql`(${isOpen} and ${opensFor(asker)})`;
  return asker.isChair ? sql`(${open} or ${awaitsLetter})` : open;
}

/** The same for a submission that is not decided. */
function opensFor(asker: ListAsker): SQL {
  const { subject, isChair, hasOpenPanels } = asker;
  const holds = ofOwnPanel(subject, sql`true`, sql`true`);
  const isInvited = ofOwnPanel(subject, sql`s1.accepted_at is null`, sql`s2.accepted_at is null`);
  const hasVoted = ofOwnPanel(subject, sql`v1.upload is not null`, sql`v2.upload is not null`);
  const mayHold = hasOpenPanels ? sql`(${holds} or ${hasFreePanel})` : holds;
  const decides = sql`(u.status = 'Pending' and not ${holds} and not ${votedBefore(subject)}
    and (${isTieLate(asker)} or (u.tie_rounds >= ${tieRoundsToDecide} and coalesce(trim(v1.note), '-') <> '' and coalesce(trim(v2.note), '-') <> '')))`;
  return sql`(${sql.join(
    [
      isInvited,
      sql`(${isVotable} and ${mayHold} and (not ${hasVoted} or u.status = 'Pending'))`,
      ...(isChair ? [decides, sql`(${isVotable} and ${hasFreePanel})`] : []),
    ],
    sql` or `,
  )})`;
}

function isLate(asker: ListAsker): SQL {
  const now = moment(asker.now);
  const limit = moment(asker.now.getTime() - asker.reviewMs);
  return sql`((${isVotable} and (${isTieLate(asker)} or (${hasFreePanel} and u.submitted_at < ${limit})
      or (v1.upload is null and s1.due_at < ${now}) or (v2.upload is null and s2.due_at < ${now})))
    or (u.status = 'ChangesRequested' and exists (select from ${changeRequests} as c
      where c.upload = u.number and c.closed_at is null and c.requested_at < ${limit})))`;
}

/**
 * Condition for each part of the list. What is the asker's own, or names them, waits neither for them nor for others and
 * is never overdue: they are not told who reviews it, or how far it is.
 */
function partCondition(part: ListPart, asker: ListAsker): SQL {
  const parts: Record<ListPart, () => SQL> = {
    all: () => sql`true`,
    mine: () => sql`${mayWait} and ${reviews(asker)} and ${waitsFor(asker)}`,
    others: () => sql`${isOpen} and ${reviews(asker)} and not ${waitsFor(asker)}`,
    overdue: () => sql`${isOpen} and ${reviews(asker)} and ${isLate(asker)}`,
    decided: () => isDecided,
  };
  return parts[part]();
}

/** Whether an expert holds a panel whose e-mail address or name contains a text. */
function isHeldBy(expert: string): SQL {
  const part = `%${literal(expert)}%`;
  return sql`exists (
    select from ${panelSeats} as held join ${people} as holder on holder.subject = held.expert
    where held.upload = u.number and (holder.email ilike ${part} or holder.name ilike ${part}))`;
}

/** Conditions of a filter. Who reviews the asker's own submissions, and those that name them, is never found. */
function filterConditions({ filter: { status, kind, expert }, matches }: ListQuestion, asker: ListAsker): SQL[] {
  return [
    isSubmitted,
    ...(status ? [sql`u.status = ${status}`] : []),
    ...(kind ? [sql`u.kind = ${kind}`] : []),
    ...(matches ? [matches] : []),
    ...(expert ? [reviews(asker), isHeldBy(expert)] : []),
  ];
}

/** Ratings are sorted as they are shown: only where two disagree and the asker may see them. */
const shownRating = (rating: SQL, asker: ListAsker) =>
  sql`case when v1.rating <> v2.rating and ${reviews(asker)} then ${rating} else 0 end`;

/** Looks at panels and votes only of those few that can be voted on. */
const dueAt = (asker: ListAsker) => sql`case when ${isVotable} and ${reviews(asker)} then least(
  (select min(s.due_at) from ${panelSeats} as s where s.upload = u.number
    and not exists (select from ${votes} as v where v.upload = s.upload and v.panel = s.panel)),
  u.tied_at + make_interval(secs => ${asker.reviewMs / 1000})) end`;

const persons = sql`(select case when count(*) = count(t.n) then sum(t.n) end
  from ${sourceTables} as t where t.file = f.id and ${isData})`;

function sortedBy(column: ListColumn, asker: ListAsker): SQL {
  const columns: Record<ListColumn, SQL> = {
    metadata: sql`st.title_key`,
    number: sql`u.nr`,
    status: sql`array_position(${sql.param(uploadStatuses)}::text[], u.status)`,
    date: sql`u.submitted_at`,
    e1: shownRating(sql`v1.rating`, asker),
    e2: shownRating(sql`v2.rating`, asker),
    email: sql`lower(o.email)`,
    n: persons,
    type: sql`u.kind`,
    file: sql`lower(f.name)`,
    due: dueAt(asker),
  };
  return columns[column];
}

/** What is asked for: a part of the list, narrowed. `matches` is what a test and a text ask for (`matchesOf`). */
export interface ListQuestion {
  part: ListPart;
  filter: ListFilter;
  matches: SQL | null;
}

interface Order {
  sort: ListSort;
  window: { offset: number; limit: number } | null;
}

/** Numbers of submissions in an order, without a value of the column last: all, or a window of them. */
export async function listNumbers(
  db: Queryable,
  asker: ListAsker,
  question: ListQuestion,
  { sort, window }: Order,
): Promise<number[]> {
  if (sortParts(sort).column !== 'due') return listBy(db, asker, question, { sort, window });
  // Few have a time until which they should be decided. The others follow in the usual order.
  const isDue = sql`${dueAt(asker)} is not null`;
  const due = await listBy(db, asker, question, { sort, window: null }, [mayWait, isDue]);
  const { offset, limit } = window ?? { offset: 0, limit: Infinity };
  const shown = due.slice(offset, offset + limit);
  if (shown.length === limit) return shown;
  const rest = window && { offset: Math.max(0, offset - due.length), limit: limit - shown.length };
  const isOther = sql`u.number <> all(${sql.param(due)}::int[])`;
  return [...shown, ...(await listBy(db, asker, question, { sort: usualSort, window: rest }, [isOther]))];
}

async function listBy(
  db: Queryable,
  asker: ListAsker,
  question: ListQuestion,
  { sort, window }: Order,
  among: readonly SQL[] = [],
): Promise<number[]> {
  const { column, isDescending } = sortParts(sort);
  const from = column === 'file' || column === 'n' ? submissionsWithFiles : submissions;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const rest = column === 'date' ? sql`u.number ${direction}` : sql`u.submitted_at desc, u.number desc`;
  const { rows } = await db.execute<{ number: number }>(sql`
    select u.number from ${from}
    where ${all([...filterConditions(question, asker), partCondition(question.part, asker), ...among])}
    order by ${sortedBy(column, asker)} ${direction} nulls last, ${rest}
    ${window ? sql`limit ${window.limit} offset ${window.offset}` : sql``}`);
  return rows.map(({ number }) => number);
}

/** A number of submissions; with `isMore` there are more of them. */
export interface ListCount {
  count: number;
  isMore: boolean;
}

/** Counting ends at `submissionsCounted` if it would look at all submissions one after the other. */
function isLong({ part, filter: { expert }, matches }: ListQuestion): boolean {
  return (part === 'all' || part === 'decided') && (matches !== null || expert !== undefined);
}

/** How many submissions a part of the list has; `isExact`: however many these are. */
export async function countPart(
  db: Queryable,
  asker: ListAsker,
  question: ListQuestion,
  { isExact = false } = {},
): Promise<ListCount> {
  const isLimited = !isExact && isLong(question);
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${submissions}
      where ${all([...filterConditions(question, asker), partCondition(question.part, asker)])}
      ${isLimited ? sql`limit ${submissionsCounted + 1}` : sql``}) as counted`);
  const { count } = rows[0]!;
  const isMore = isLimited && count > submissionsCounted;
  return { count: isMore ? submissionsCounted : count, isMore };
}

/** How many submissions each of the other parts has. Panels and votes are looked at only where nothing is decided. */
export async function countOpenParts(
  db: Queryable,
  asker: ListAsker,
  question: Omit<ListQuestion, 'part'>,
): Promise<Pick<ListCounts, 'mine' | 'others' | 'overdue'>> {
  const ofPart = (part: ListPart) => sql`count(*) filter (where ${partCondition(part, asker)})::int`;
  const { rows } = await db.execute<{ mine: number; others: number; overdue: number }>(sql`
    select ${ofPart('mine')} as mine, ${ofPart('others')} as others, ${ofPart('overdue')} as overdue
    from ${submissions} where ${all([...filterConditions({ ...question, part: 'all' }, asker), mayWait])}`);
  return rows[0]!;
}
