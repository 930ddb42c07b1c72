import { type NormSex, normSexes } from '@domain/norms/age-groups';
import { type Cell, joinSmallCells, peopleByCode } from '@domain/norms/cells';
import { groupBy } from '@domain/group-by';
import { quarters } from '@domain/norms/result-codes';
import type { ValueScale } from '@domain/norms/value-scale';

import { jobStatement, noNumber, sqlName, type SqlRow, sqlText, type TableEngine } from '../context/table-engine';
import { readableTables } from '../distributions/long-rows';
import {
  areRepeated,
  exactAgeSql,
  isLongFormat,
  isTrial,
  knownCountrySql,
  knownYearSql,
  type LocalTable,
  type RawResult,
  rawResults,
  type ReadableTable,
  repeatedSql,
} from '../distributions/published-results';
import { longFormat } from '../vocabulary';
import { readPeople } from './read-people';
import { scaleOfResult } from './result-scale';
import { occasionResultSql, resultKeys, rowResultSql, trialsRuleOf } from './trial-results';

/** What is true of all rows of a data set that do not say otherwise; null if it is not known. */
export interface WholeDataSet {
  year: number | null;
  country: string | null;
}

/** Cells of a kind of result, and the scale of their values. */
export interface ResultCells {
  key: string;
  scale: ValueScale;
  cells: Cell[];
}

/** Kinds of results that norms are made of: no single trials, but results that follow from them. */
function normResults(tables: readonly ReadableTable[]): RawResult[] {
  const open = tables.map((table) => ({ ...table, keys: resultKeys(table.keys) }));
  return rawResults(open).filter((result) => !isTrial(result));
}

/**
 * Reads the results of the published tables of one data set of raw data, as cells of enough people. Of trials, the result
 * counts that follows from them. Of results of several occasions of a person at one age the first in the tables counts.
 * Impossible results, people without sex f or m and people without age are left out, and so are trials in rows that do
 * not say whose they are.
 */
export async function readResultCells(
  engine: TableEngine,
  tables: readonly LocalTable[],
  whole: WholeDataSet & { rows: number },
): Promise<ResultCells[]> {
  const readable = await readableTables(engine, tables, jobStatement);
  const results = normResults(readable);
  const reading = { results, whole };
  const [only] = tables;
  const isByRow = only && tables.length === 1 && !isLongFormat(only.keys) && whole.rows <= manyRows;
  const cells =
    (isByRow && (await cellsOfRows(engine, only, reading))) || (await cellsOfGroups(engine, readable, reading));
  return results.flatMap(({ target }, p) => {
    const kept = joinSmallCells(cells.get(p) ?? []);
    return kept.length === 0 ? [] : [{ key: target.key, scale: scaleOfResult(target), cells: kept }];
  });
}

/** Kinds of results, by index, and what is true of all rows. */
interface Reading {
  results: readonly RawResult[];
  whole: WholeDataSet & { rows: number };
}

/** Cells by index of the result; null if not each row of the table is a person of its own. */
async function cellsOfRows(engine: TableEngine, table: LocalTable, { results, whole }: Reading) {
  const { keys, rows } = table;
  const age = exactAgeSql(keys);
  if (age === null || !keys.has('sex') || results.length === 0) return new Map<number, Cell[]>();
  const isAge = `${age} between 0 and ${noNumber - 1}`;
  const read = await readPeople(engine, {
    source: rows,
    isRepeated: repeatedSql([table]),
    sex: `list_position([${normSexes.map(sqlText).join(', ')}], sex) - 1`,
    age: `case when ${isAge} then floor(${age}) end`,
    quarter: `case when ${isAge} and ${age} <> floor(${age}) then ${quarterOfSql(age)} else 0 end`,
    year: yearOf(keys, whole),
    country: countryOf(keys, whole),
    bins: results.map((result) => ({ sql: valueSql(result, keys), count: scaleOfResult(result.target).count })),
  });
  return read && new Map(read.entries());
}

/**
 * The same of any tables, of which the engine makes the groups: of many rows of repeated people one result after the other,
 * because it then holds a group for each person.
 */
async function cellsOfGroups(engine: TableEngine, tables: readonly ReadableTable[], { results, whole }: Reading) {
  const isRepeated = await areRepeated(engine, tables, jobStatement);
  const isHeavy = isRepeated && whole.rows > manyRows;
  const cells = new Map<number, Cell[]>();
  for (const only of isHeavy ? results.keys() : [null]) {
    const parts = tables.flatMap((table, index) => tableSql(results, { table, index, whole, only }));
    if (parts.length === 0) continue;
    const rows = await engine.all(cellsSql(parts, isRepeated), [], jobStatement);
    for (const [p, own] of groupBy(rows, (row) => Number(row.p))) cells.set(p, own.map(cellOf));
  }
  return cells;
}

/** With more rows, the engine makes the groups, so that memory does not grow with them. Own estimate. */
export const manyRows = 200_000;
/** How many people of a code fit into the second of its three characters; characters end at 0xd7ff before surrogates. */
const countsPerCharacter = 32_768;

/**
 * Statement that returns people by result, sex, age, year and country. Their codes are a text, because sending every
 * number on its own takes several times as long: three characters for each code and its number of people.
 */
function cellsSql(parts: readonly string[], isRepeated: boolean): string {
  const rows = parts.join(' union all ');
  const persons = isRepeated
    ? `select p, s, a, first.y as y, first.c as c, first.code as code from (
        select p, s, a, arg_min({ y: y, c: c, code: code }, place) as first from (${rows}) group by p, s, a, person)`
    : rows;
  const groups = 'p, s, a, y, c';
  const counted = `chr(code + 1) || chr(n // ${countsPerCharacter} + 1) || chr(n % ${countsPerCharacter} + 1)`;
  return `select ${groups}, string_agg(${counted}, '') as codes
    from (select ${groups}, code, cast(count(*) as integer) as n from (${persons}) group by ${groups}, code)
    group by ${groups}`;
}

function cellOf({ s, a, y, c, codes }: SqlRow): Cell {
  const text = String(codes);
  const counts = new Map<number, number>();
  for (let at = 0; at < text.length; at += 3) {
    const [code, high, low] = [0, 1, 2].map((i) => text.charCodeAt(at + i) - 1) as [number, number, number];
    counts.set(code, (counts.get(code) ?? 0) + high * countsPerCharacter + low);
  }
  const place = { sex: s as NormSex, age: Number(a), year: y as number | null, country: c as string | null };
  return { ...place, ...peopleByCode(counts) };
}

interface ReadTable {
  table: ReadableTable;
  index: number;
  whole: WholeDataSet;
  /** Index of the only result that is wanted; null for all. */
  only: number | null;
}

/**
 * Relations with a row for each wanted result of a table: p (index of the result), s, a, y, c, code, person and place. A wide
 * table is read once for all its results.
 */
function tableSql(results: readonly RawResult[], { table, index, whole, only }: ReadTable): string[] {
  const { keys, rows: source, unfilled } = table;
  const age = exactAgeSql(keys);
  if (age === null || !keys.has('sex')) return [];
  const ownKeys = resultKeys(keys);
  const wanted = results.map((result, p) => ({ result, p })).filter(({ p }) => only === null || p === only);
  const own = wanted.filter(({ result }) => ownKeys.has(result.target.key));
  const named = wanted.filter(({ result }) => table.named.has(result.target.key));
  const people = `sex as s, ${age} as age, ${yearOf(keys, whole)} as y, ${countryOf(keys, whole)} as c,
      ${personSql(keys, index)} as person, ${index} * 1000000000000 + file_row_number as place`;
  const isPerson = isPersonSql(age);
  const withCode = (rows: string) => `select p, s, cast(floor(age) as integer) as a, y, c, person, place,
      cast(value + scale_count * ${quarterSql(age, unfilled)} as integer) as code
    from (${rows}) where value is not null`;
  return [
    ...(own.length > 0
      ? [
          withCode(`select ${people}, unnest([${own.map(({ p }) => p).join(', ')}]) as p,
            unnest([${own.map(({ result: { target } }) => scaleOfResult(target).count).join(', ')}]) as scale_count,
            unnest([${own.map(({ result }) => valueSql(result, keys)).join(', ')}]) as value
          from ${source} where ${isPerson}`),
        ]
      : []),
    ...(named.length > 0
      ? [
          withCode(`select s, age, y, c, person, place, p, scale_count,
            ${binSql('result', ['least', 'largest', 'scale_from', 'scale_width'])} as value
          from (${longResultsSql(
            keys,
            `select *, ${people}, ${sqlName(longFormat.value)} as raw from ${source}
              join (values ${named.map(namedRow).join(', ')}) as scales (${scaleNames.join(', ')})
              on named = ${sqlName(longFormat.name)} where ${isPerson}`,
          )})`),
        ]
      : []),
  ];
}

/** People whose sex has norms and whose age is known. */
function isPersonSql(age: string): string {
  return `sex in (${normSexes.map(sqlText).join(', ')}) and ${age} >= 0`;
}

/** Quarter of the year of the column `age`; 0 if the ages of a relation, of which it comes, have no decimals. */
function quarterSql(ageThere: string, relation: string): string {
  const isExact = `(select coalesce(bool_or(${ageThere} <> floor(${ageThere})), false) from ${relation})`;
  return `case when ${isExact} then ${quarterOfSql('age')} else 0 end`;
}

function quarterOfSql(age: string): string {
  return `1 + floor((${age} - floor(${age})) * ${quarters})`;
}

const scaleNames = ['named', 'p', 'least', 'largest', 'scale_from', 'scale_width', 'scale_count', 'way', 'trials'];

/** What distinguishes the occasions of a person, besides age, year and country. */
const occasionKeys = ['test_date', 'timepoint'];

/** Results in long format, as `result`: where rows are trials, one of each person and occasion. */
function longResultsSql(keys: ReadonlySet<string>, rows: string): string {
  if (!keys.has(longFormat.trial)) return `select *, raw as result from (${rows})`;
  const same = ['s', 'age', 'y', 'c', 'person', ...scaleNames, ...occasionKeys.filter((key) => keys.has(key))];
  const whose = keys.has('person_id') ? 'or person_id is not null' : '';
  return `select ${same.join(', ')}, min(place) as place, ${occasionResultSql} as result
    from (select * replace (case when raw between least and largest then raw end as raw), ${longFormat.trial} as trial
      from (${rows}) where ${longFormat.trial} is null ${whose})
    group by ${same.join(', ')}`;
}

/** Bin of a result of a row; NULL for impossible results. */
function valueSql({ target, axis }: RawResult, keys: ReadonlySet<string>): string {
  const { from, width } = scaleOfResult(target);
  return binSql(rowResultSql(target, keys), [axis.hard.min, axis.hard.max, from, width]);
}

/** As `binOf` of `domain/norms/value-scale.ts` has it, for possible results, which all have a bin. Casts round. */
function binSql(value: string, [least, largest, from, width]: (string | number)[]): string {
  return `case when ${value} between ${least} and ${largest}
    then cast((${value} - ${from}) / ${width} + 1e-6 as integer) end`;
}

function namedRow({ result: { target, axis }, p }: { result: RawResult; p: number }): string {
  const { from, width, count } = scaleOfResult(target);
  const { way, count: trials } = trialsRuleOf(target);
  const numbers = [p, axis.hard.min, axis.hard.max, from, width, count];
  return `(${[sqlText(target.key), ...numbers, sqlText(way), trials].join(', ')})`;
}

function yearOf(keys: ReadonlySet<string>, { year }: WholeDataSet): string {
  return orWholeSql(knownYearSql(keys), year, 'integer');
}

function countryOf(keys: ReadonlySet<string>, { country }: WholeDataSet): string {
  return orWholeSql(knownCountrySql(keys), country, 'varchar');
}

/** What a row says (SQL, null without a column for it), or otherwise what is true of the whole data set. */
export function orWholeSql(own: string | null, whole: string | number | null, type: 'integer' | 'varchar'): string {
  const other = `cast(${typeof whole === 'string' ? sqlText(whole) : (whole ?? 'null')} as ${type})`;
  return own === null ? other : `coalesce(${own}, ${other})`;
}

/** People with a number are the same in all tables; each row without one is another person. */
function personSql(keys: ReadonlySet<string>, index: number): string {
  const row = `hash(${index}, file_row_number)`;
  return keys.has('person_id') ? `case when person_id is null then ${row} else hash(person_id) end` : row;
}
