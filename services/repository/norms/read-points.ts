import { normPercentiles, normSexes } from '@domain/norms/age-groups';
import type { KeptPoint } from '@domain/norms/kept-norms';
import { minPersonsPerCell } from '@domain/limits';

import { jobStatement, numberOrNull, sqlName, type SqlRow, sqlText, type TableEngine } from '../context/table-engine';
import { casesOf, groupResults, groupRowsSql, type GroupSource, groupSql } from '../distributions/published-groups';
import { knownCountrySql, type LocalTable } from '../distributions/published-results';
import type { Target } from '../vocabulary';
import { orWholeSql, type WholeDataSet } from './read-results';

/** Groups of aggregated data with one kind of result. */
export interface ResultPoints {
  key: string;
  points: KeptPoint[];
}

/** Reads the groups of girls and women, and of boys and men, of at least 5 people whose ages are told. */
export async function readResultPoints(
  engine: TableEngine,
  tables: readonly LocalTable[],
  whole: WholeDataSet,
): Promise<ResultPoints[]> {
  const found: ResultPoints[] = [];
  for (const { target, sources } of groupResults(tables)) {
    const parts = sources.flatMap((source) => pointsSql(source, target, whole));
    if (parts.length === 0) continue;
    const rows = await engine.all(
      `select * from (${parts.join(' union all ')}) order by start, "end", s, y, c`,
      [],
      jobStatement,
    );
    const points = rows
      .map(pointOf)
      .filter(({ mean, percentiles }) => mean !== null || percentiles.some((one) => one !== null));
    if (points.length > 0) found.push({ key: target.key, points });
  }
  return found;
}

/**
 * Statements for the groups of a table. Its percentiles are of the values: where less is better, its P97 are the weakest
 * results, which is P3 of performance.
 */
function pointsSql(source: GroupSource, target: Target, whole: WholeDataSet): string[] {
  const { table, columns } = source;
  const cases = casesOf(source);
  if (cases === null) return [];
  const { sex, start, end, year } = groupSql(table);
  const value = (...ids: string[]) => {
    const names = ids.flatMap((id) => columns.get(id) ?? []).map(sqlName);
    return names.length === 0 ? 'cast(null as double)' : `cast(coalesce(${names.join(', ')}) as double)`;
  };
  const ranks = normPercentiles.map((rank) => {
    const column = rankOfValues(rank, target);
    return `${column === 50 ? value('p50', 'median') : value(`p${column}`)} as p${rank}`;
  });
  return [
    `select ${sex} as s, floor(${start}) as start, floor(${end}) as "end",
      ${orWholeSql(year, whole.year, 'integer')} as y,
      ${orWholeSql(knownCountrySql(table.keys, 'g_'), whole.country, 'varchar')} as c,
      cast(${sqlName(cases)} as bigint) as n, ${value('mean')} as mean, ${value('sd')} as sd, ${ranks.join(', ')}
    from ${groupRowsSql(source, minPersonsPerCell)}
    where ${sex} in (${normSexes.map(sqlText).join(', ')}) and ${start} is not null`,
  ];
}

/** Where less is better, the weakest results are the largest values: P25 of performance is the upper quartile. */
export function rankOfValues(rank: number, { direction }: Pick<Target, 'direction'>): number {
  return direction === 'less' ? 100 - rank : rank;
}

function pointOf(row: SqlRow): KeptPoint {
  return {
    sex: row.s as KeptPoint['sex'],
    ages: { start: Number(row.start), end: Number(row.end) },
    year: numberOrNull(row.y),
    country: row.c as string | null,
    persons: Number(row.n),
    mean: numberOrNull(row.mean),
    sd: numberOrNull(row.sd),
    percentiles: normPercentiles.map((rank) => numberOrNull(row[`p${rank}`])),
  };
}
