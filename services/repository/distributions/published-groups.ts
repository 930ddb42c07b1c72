import { sqlName, sqlText } from '../context/table-engine';
import { groupSize, longFormat, type Target, vocabulary } from '../vocabulary';
import type { LocalTable } from './published-results';

/** A measure of a motor test in one table of aggregated data. */
export interface GroupSource {
  table: LocalTable;
  /** Column of each statistic, by its id. */
  columns: ReadonlyMap<string, string>;
  /** Test that its rows name in long format; null if the columns belong to it. */
  test: string | null;
}

/** A kind of result with the tables of aggregated data that have statistics of it. */
export interface GroupResult {
  target: Target;
  sources: GroupSource[];
}

/** The measures of motor tests in aggregated tables, in the order of the vocabulary. */
export function groupResults(tables: readonly LocalTable[]): GroupResult[] {
  return [...vocabulary.targets.raw.values()].flatMap((target) => {
    if (!target.isResult) return [];
    const sources = tables.flatMap((table): GroupSource[] => {
      const own = statisticsOf(target.key, table);
      const named = table.keys.has(longFormat.name) ? statisticsOf(longFormat.value, table) : noStatistics;
      return [
        ...(own.size > 0 ? [{ table, columns: own, test: null }] : []),
        ...(named.size > 0 ? [{ table, columns: named, test: target.key }] : []),
      ];
    });
    return sources.length > 0 ? [{ target, sources }] : [];
  });
}

const noStatistics: ReadonlyMap<string, string> = new Map();

function statisticsOf(measure: string, { keys }: LocalTable): ReadonlyMap<string, string> {
  return new Map(
    [...keys].flatMap((key): [string, string][] => {
      const statistic = vocabulary.targets.agg.get(key)?.statistic;
      return statistic?.measure === measure ? [[statistic.id, key]] : [];
    }),
  );
}

/** Column with the number of cases; null if there is none. */
export function casesOf({ table, columns }: GroupSource): string | null {
  return columns.get('n') ?? (table.keys.has(groupSize) ? groupSize : null);
}

/** Relation of the rows of a table that have a statistic of the result, if known of at least `leastPersons` people. */
export function groupRowsSql(source: GroupSource, leastPersons: number): string {
  const { table, columns, test } = source;
  const values = [...columns].flatMap(([id, column]) => (id === 'n' ? [] : [`${sqlName(column)} is not null`]));
  const cases = casesOf(source);
  const conditions = [
    `(${[...values, 'false'].join(' or ')})`,
    ...(test === null ? [] : [`${sqlName(longFormat.name)} = ${sqlText(test)}`]),
    ...(leastPersons > 1 ? [cases === null ? 'false' : `${sqlName(cases)} >= ${leastPersons}`] : []),
  ];
  return `(select * from ${table.rows} where ${conditions.join(' and ')})`;
}

/** SQL expressions for the sex, the ages in years and the year of a group; 'all' stands for everybody. */
export function groupSql({ keys }: LocalTable): { sex: string; start: string; end: string; year: string } {
  const first = (...names: string[]) => {
    const known = names.filter((name) => keys.has(name)).map(sqlName);
    return known.length === 0 ? 'cast(null as double)' : `coalesce(${known.join(', ')})`;
  };
  return {
    sex: keys.has('g_sex') ? `coalesce(g_sex, 'all')` : `'all'`,
    start: first('g_age_from', 'g_age', 'g_age_to', 'g_age_mean'),
    end: first('g_age_to', 'g_age', 'g_age_from', 'g_age_mean'),
    year: keys.has('g_year') ? 'cast(g_year as integer)' : 'cast(null as integer)',
  };
}

/** Statistics that curves are drawn of; the median is the 50th percentile. */
export const percentiles = ['p3', 'p5', 'p10', 'p25', 'p50', 'p75', 'p90', 'p95', 'p97'];

/**
 * Statement that returns the statistics of a result by sex and ages. Means of several groups are weighted with their
 * cases; any other statistic cannot be combined, so it is NULL where there are several.
 */
export function curveSql(sources: readonly GroupSource[]): string {
  const parts = sources.map((source) => {
    const { sex, start, end } = groupSql(source.table);
    const value = (...ids: string[]) => {
      const columns = ids.flatMap((id) => source.columns.get(id) ?? []).map(sqlName);
      return columns.length === 0 ? 'cast(null as double)' : `coalesce(${columns.join(', ')})`;
    };
    const cases = casesOf(source);
    const ranks = percentiles.map((id) => `${id === 'p50' ? value('p50', 'median') : value(id)} as ${id}`);
    return `select ${sex} as s, ${start} as age_start, ${end} as age_end,
        ${cases === null ? 'cast(null as double)' : sqlName(cases)} as n,
        ${value('mean')} as mean, ${value('sd')} as sd, ${ranks.join(', ')}
      from ${groupRowsSql(source, 1)}`;
  });
  const single = (name: string) => `case when count(*) = 1 then any_value(${name}) end as ${name}`;
  return `select s, age_start, age_end, cast(sum(n) as bigint) as n, ${['sd', ...percentiles].map(single).join(', ')},
      case when count(*) = 1 then any_value(mean) when count(n) = count(*) and count(mean) = count(*)
        then sum(mean * n) / nullif(sum(n), 0) end as mean
    from (${parts.join(' union all ')}) where age_start is not null
    group by s, age_start, age_end order by age_start, age_end`;
}
