import { type SQL, sql } from 'drizzle-orm';

import type { MonthFigures } from '@domain/api/board-figures';
import { uploadStatuses, statusRules } from '@domain/upload-status';

import type { Queryable } from './database';
import { panelSeats, reviewHistory, uploads, votes } from './schema';

const day = 24 * 60 * 60;
const votable = uploadStatuses.filter((status) => statusRules[status].votable);

const isCounted = sql`act in ('submitted', 'reopened', 'voted', 'decided')`;

/**
 * The acts that figures count, of the uploads that a query lists or of all. `began` is when the review began to which an
 * act belongs: the submission, or the moment the chair opened it again. `place` counts equal acts of a review,
 * `ownPlace` those by the same person.
 */
const acts = (timeZone: string, of?: SQL) => sql`
  with begun as (
    select id, upload, act, actor, at, status_after, to_char(at at time zone ${timeZone}, 'YYYY-MM') as month,
      max(at) filter (where act <> 'voted' and act <> 'decided') over so_far as began,
      count(*) filter (where act <> 'voted' and act <> 'decided') over so_far as review
    from ${reviewHistory}
    where ${isCounted} ${of ? sql`and upload = any(array(${of}))` : sql``}
    window so_far as (partition by upload order by id)
  ), acts as (
    select *, row_number() over (partition by upload, review, act order by id) as place,
      row_number() over (partition by upload, review, act, actor order by id) as own_place
    from begun
  )`;

type Quantiles = [number, number] | null;

/** What the board did in each month in which it did anything, in order. */
export async function listMonthFigures(db: Queryable, timeZone: string): Promise<MonthFigures[]> {
  const days = sql`extract(epoch from at - began) / ${day}`;
  const quantiles = sql`percentile_cont(array[0.5, 0.9]) within group (order by ${days})`;
  const { rows } = await db.execute<{
    month: string;
    submitted: number;
    decided: number;
    accepted: number;
    votes: number;
    firstVote: Quantiles;
    decision: Quantiles;
  }>(sql`${acts(timeZone)}
    select month,
      count(*) filter (where act = 'submitted')::int as submitted,
      count(*) filter (where act = 'decided')::int as decided,
      count(*) filter (where act = 'decided' and status_after = 'Accepted')::int as accepted,
      count(*) filter (where act = 'voted' and own_place = 1)::int as votes,
      ${quantiles} filter (where act = 'voted' and place = 1) as "firstVote",
      ${quantiles} filter (where act = 'decided') as decision
    from acts group by month order by month`);
  return rows.map(({ firstVote, decision, ...counts }) => ({
    ...counts,
    firstVote: daysOf(firstVote),
    decision: daysOf(decision),
  }));
}

function daysOf(quantiles: Quantiles) {
  if (!quantiles) return null;
  const [median, most] = quantiles.map((days) => Math.round(days * 10) / 10);
  return { median: median!, most: most! };
}

/** On how many submissions somebody voted in a month. */
export interface VoteCount {
  expert: string;
  month: string;
  votes: number;
  /** Highest id of their acts. */
  last: number;
}

/** On how many submissions people voted, by month and subject: on all, or on some until an act. */
export async function listVoteCounts(
  db: Queryable,
  timeZone: string,
  among?: { uploads: readonly number[]; until: number },
): Promise<VoteCount[]> {
  const some = among && sql`select unnest(${sql.param(among.uploads)}::int[])`;
  const { rows } = await db.execute<{ [Name in keyof VoteCount]: VoteCount[Name] }>(sql`${acts(timeZone, some)}
    select actor as expert, month, count(*)::int as votes, max(id)::float8 as last from acts
    where act = 'voted' and own_place = 1 ${among ? sql`and id <= ${among.until}` : sql``}
    group by actor, month order by month`);
  return rows;
}

/** Whose work is asked for: that of one person, or that of all, without what was done with some submissions. */
export type WorkOf = { expert: string } | { without: readonly number[] };

/** Panels without a vote that people hold in submissions that can be voted on. */
export async function countOpenPanels(db: Queryable, of: WorkOf): Promise<Map<string, number>> {
  const condition =
    'expert' in of ? sql`held.expert = ${of.expert}` : sql`held.upload <> all(${sql.param(of.without)}::int[])`;
  // An array, which is made first, so that only these are looked at, however many are decided.
  const { rows } = await db.execute<{ expert: string; open: number }>(sql`
    select held.expert, count(*)::int as open from ${panelSeats} as held
    where held.upload = any(array(
        select number from ${uploads} where status = any(${sql.param(votable)}::text[]) and deleted_at is null))
      and ${condition}
      and not exists (select from ${votes} as v where v.upload = held.upload and v.panel = held.panel)
    group by held.expert`);
  return new Map(rows.map(({ expert, open }) => [expert, open]));
}
