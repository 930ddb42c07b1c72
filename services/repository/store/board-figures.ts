import { sql } from 'drizzle-orm';

import type { MonthFigures } from '@domain/api/board-figures';
import { uploadStatuses, statusRules } from '@domain/upload-status';

import { named, type NamedPeople } from './board-list';
import type { Queryable } from './database';
import { panelSeats, reviewHistory, studies, uploads, votes } from './schema';

const day = 24 * 60 * 60;
const votable = uploadStatuses.filter((status) => statusRules[status].votable);

/**
 * The acts that figures count. `began` is when the review began to which an act belongs: the submission, or the moment
 * the chair opened it again. `place` counts equal acts of a review, `ownPlace` those by the same person.
 */
const acts = (timeZone: string) => sql`
  with begun as (
    select id, upload, act, actor, at, status_after, to_char(at at time zone ${timeZone}, 'YYYY-MM') as month,
      max(at) filter (where act <> 'voted' and act <> 'decided') over so_far as began,
      count(*) filter (where act <> 'voted' and act <> 'decided') over so_far as review
    from ${reviewHistory}
    where act in ('submitted', 'reopened', 'voted', 'decided')
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

/** On how many submissions each person voted, by month and subject, without some submissions. */
export async function listVoteCounts(
  db: Queryable,
  timeZone: string,
  without: readonly number[],
): Promise<{ expert: string; month: string; votes: number }[]> {
  const { rows } = await db.execute<{ expert: string; month: string; votes: number }>(sql`${acts(timeZone)}
    select actor as expert, month, count(*)::int as votes from acts
    where act = 'voted' and own_place = 1 and upload <> all(${sql.param(without)}::int[])
    group by actor, month order by month`);
  return rows;
}

/** Panels without a vote that each person holds in submissions that can be voted on, without some submissions. */
export async function countOpenPanels(db: Queryable, without: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ expert: string; open: number }>(sql`
    select held.expert, count(*)::int as open from ${panelSeats} as held
    join ${uploads} as u on u.number = held.upload
    where u.status = any(${sql.param(votable)}::text[]) and u.deleted_at is null
      and held.upload <> all(${sql.param(without)}::int[])
      and not exists (select from ${votes} as v where v.upload = held.upload and v.panel = held.panel)
    group by held.expert`);
  return new Map(rows.map(({ expert, open }) => [expert, open]));
}

/**
 * Everything that experts voted on or hold a panel of, or only that of whose panels one was given since a time, with
 * whom it names.
 */
export async function listReviewed(db: Queryable, since?: Date): Promise<NamedPeople[]> {
  const held = sql`select upload from ${panelSeats}`;
  const reviewed = since
    ? sql`${held} where since >= ${since.toISOString()}::timestamptz`
    : sql`${held} union select upload from ${reviewHistory} where act = 'voted'`;
  const { rows } = await db.execute<{ [Name in keyof NamedPeople]: NamedPeople[Name] }>(sql`
    select ${named} from ${uploads} as u join ${studies} as st on st.id = u.study where u.number in (${reviewed})`);
  return rows;
}
