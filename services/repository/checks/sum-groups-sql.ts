import { sqlText } from '../context/table-engine';
import { groupSize } from '../vocabulary';
import { allAges } from '../vocabulary/cell-patterns';

/** SQL expressions for the groups of aggregated data, over the rows of `rows`. */
export interface GroupRows {
  rows: string;
  /** Number of people. */
  n: string;
  /** Sex; NULL for everybody. */
  sex: string;
  /** Ages in years, compared in completed years; NULL for an open end. */
  from: string;
  to: string;
  /** Other properties of the group; NULL for all. */
  properties: string[];
  /** What the same people may have several of, such as tests and time-points: the largest sum of any of them counts. */
  repeated: string[];
}

/** Of more groups only the sex tells totals, because each group is compared with each other one. */
const mostComparedGroups = 5000;

/**
 * Statement that returns the number of people in all groups as n. A group that includes another one ('all', '6 to 12'
 * beside '6 to 7') is a total, and either the totals or their parts are added up, whichever is more.
 */
export function sumGroupsSql({ rows, n, sex, from, to, properties, repeated }: GroupRows): string {
  const named = [sex, `coalesce(floor(${from}), -1)`, `coalesce(floor(${to}), 999)`, ...properties, ...repeated];
  const [s, a, b, ...others] = named.map((_, index) => `g${index}`) as [string, string, string, ...string[]];
  const own = [s, ...others.slice(0, properties.length)];
  const same = others
    .slice(properties.length)
    .map((name) => `outer_group.${name} is not distinct from inner_group.${name}`);
  const includes = own.map((name) => `(outer_group.${name} is null or outer_group.${name} = inner_group.${name})`);
  const differs = [...own, a, b].map((name) => `outer_group.${name} is distinct from inner_group.${name}`);
  const ages = [`outer_group.${a} <= inner_group.${a}`, `outer_group.${b} >= inner_group.${b}`];
  const conditions = [...same, ...includes, ...ages, `(${differs.join(' or ')})`].join(' and ');
  const list = named.map((expression, index) => `${expression} as g${index}`).join(', ');
  const by = ['true', ...others.slice(properties.length)].join(', ');
  return `with groups as materialized (
      select row_number() over () as id, n, ${named.map((_, index) => `g${index}`).join(', ')}
      from (select ${n} as n, ${list} from ${rows}) where n > 0),
    included as materialized (
      select distinct outer_group.id as total, inner_group.id as part
      from groups as outer_group join groups as inner_group on ${conditions}
      where (select count(*) from groups) <= ${mostComparedGroups}),
    size as (select count(*) > ${mostComparedGroups} as is_large from groups)
    select max(greatest(coalesce(totals, 0), coalesce(parts, 0))) as n from (
      select sum(n) filter (id not in (select part from included) and (not is_large or ${s} is null)) as totals,
        sum(n) filter (id not in (select total from included) and (not is_large or ${s} is not null)) as parts
      from groups, size group by ${by})`;
}

/** Columns with what the same people may have several of. */
const repeatedKeys = ['test_name', 'timepoint'];
const ageKeys = ['g_age', 'g_age_from', 'g_age_to'];
/** Numbers of a group that do not tell it from others. */
const resultKeys = [groupSize, 'g_age_mean', 'g_age_sd'];

/** Whether a column describes the group of a row: its sex, ages, other properties, test or time-point. */
export function describesGroup(key: string): boolean {
  return (key.startsWith('g_') || key === 'study_id' || repeatedKeys.includes(key)) && !resultKeys.includes(key);
}

/** SQL expressions for the cell of a row in one column; `text` is in lower case. */
interface GroupCell {
  text: string;
  number: string;
}

/**
 * The groups of rows from the columns that describe them. An empty sex or age means all. Any other empty property does
 * so only in a row that is a total by its words; elsewhere it is unknown, such as the school of some children.
 */
export function groupRows(rows: string, n: string, cells: ReadonlyMap<string, GroupCell>): GroupRows {
  const textOf = (key: string) => cells.get(key)?.text;
  const ageOf = (key: string) => [key, 'g_age'].flatMap((name) => cells.get(name)?.number ?? []);
  const [from, to] = ['g_age_from', 'g_age_to'].map((key) => `coalesce(${[...ageOf(key), 'null'].join(', ')})`);
  const properties = [...cells].flatMap(([key, { text }]) =>
    [...repeatedKeys, ...ageKeys, 'g_sex'].includes(key) ? [] : [text],
  );
  const isAll = (text: string) => `coalesce(list_contains([${allAges.map(sqlText).join(', ')}], ${text}), false)`;
  const sex = textOf('g_sex');
  const isTotal = [
    ...properties.map(isAll),
    ...(sex === undefined ? [] : [`coalesce(${sex} = 'all', false)`]),
    ...(ageKeys.some((key) => cells.has(key)) ? [`(${from} is null and ${to} is null)`] : []),
  ].join(' or ');
  return {
    rows,
    n,
    sex: sex === undefined ? 'null' : `nullif(${sex}, 'all')`,
    from: from ?? 'null',
    to: to ?? 'null',
    properties: properties.map(
      (text) =>
        `case when not ${isAll(text)} and not (${text} is null and (${isTotal})) then coalesce(${text}, '') end`,
    ),
    repeated: repeatedKeys.flatMap((key) => textOf(key) ?? []),
  };
}
