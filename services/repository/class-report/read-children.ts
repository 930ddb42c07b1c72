import type { UnplacedReason } from '@domain/api/class-report';
import { resultOfTrials } from '@domain/norms/class-results';
import type { NormSex } from '@domain/norms/age-groups';

import { birthOf, exactYearsSql } from '../checks/age-sql';
import { cellOf, cellsSql, codeSql } from '../checks/cell-sql';
import { type CheckedColumn, type CheckedTable, columnOf } from '../checks/checked-table';
import { testYearSql } from '../checks/date-sql';
import { namedTest } from '../checks/long-format';
import type { OpenTable } from '../checks/open-table';
import { hitSql } from '../checks/rule-chains';
import { numberOrNull, type SqlRow, sqlText, type TableEngine, textOrNull } from '../context/table-engine';
import { valueSql } from '../tables/value-sql';
import { longFormat, resultOfTrial, vocabulary } from '../vocabulary';

/** A result as it was read, or why it is none: the check refuses it, or a trial of a sum is missing. */
export interface ReadResult {
  key: string;
  value: number | null;
  text: string;
  reason: Extract<UnplacedReason, 'impossible' | 'trials-missing'> | null;
}

/** A child as it was read. */
export interface ReadChild {
  row: number;
  name: string;
  /** Code of its class; '' if the table has none. */
  group: string;
  sex: NormSex | null;
  /** Years from birth to test; null if they are not known. */
  exactAge: number | null;
  /** The age that the table states. */
  statedAge: number | null;
  results: ReadResult[];
}

/** What is asked about the table of a class. */
interface Asked {
  /** Positions of the columns that name a child. */
  names: readonly number[];
  /** Day of the tests where the table does not tell it, yyyy-MM-dd. */
  testDate: string | null;
}

/** Reads the children of a table with their results. In long format, the rows of a child are read together. */
export async function readChildren(
  engine: TableEngine,
  { rows, table }: OpenTable,
  asked: Asked,
): Promise<ReadChild[]> {
  const open = table as CheckedTable;
  const results = resultColumns(open);
  const about = aboutSql(open, asked);
  const values = results.flatMap((column, i) => [
    `${cellOf(column, open).number} as v${i}`,
    `${hitSql(column, open, 'refused')} as x${i}`,
    `${cellOf(column, open).value} as t${i}`,
  ]);
  const used = [...about.columns, ...results];
  const isLong = results.some(({ target }) => target.key === longFormat.value) && columnOf(open, longFormat.name);
  const test = isLong ? `, ${namedTest.key} as test` : '';
  const list = [...about.list, ...values].join(', ');
  const found = await engine.all(`select "row", ${list}${test} from ${cellsSql(rows, used, open)} order by "row"`);
  const children = found.map((row) => childOf(row, results, asked.names));
  return (isLong ? joinRows(children) : children.map(({ child }) => child)).flatMap(withResults);
}

/** Columns with results and trials; in long format that of the values. */
function resultColumns(table: CheckedTable): CheckedColumn[] {
  const isNamed = columnOf(table, longFormat.name) !== null;
  return table.columns.filter(({ target: { key, test } }) =>
    key === longFormat.value
      ? isNamed
      : test !== null && (vocabulary.targets.raw.get(key)?.isResult || resultOfTrial(key) !== null),
  );
}

/** What tells who a child is and when it was tested, with the columns that it is read from. */
function aboutSql(table: CheckedTable, { names, testDate }: Asked): { list: string[]; columns: CheckedColumn[] } {
  const find = (...keys: string[]) => columnOf(table, ...keys);
  const [person, group, sex] = [find('person_id'), find('school_id', 'group'), find('sex')];
  const [birth, test] = [find('birth_date', 'birth_month'), find('test_date', 'test_year')];
  const [years, months] = [find('age_y'), find('age_m')];
  const text = (column: CheckedColumn | null) => (column ? valueSql(column.position) : `''`);
  const number = (column: CheckedColumn | null) => (column ? cellOf(column, table).number : 'null');
  const ownDay =
    test && (test.target.type === 'year' ? testYearSql(test) : (cellOf(test, table).dates?.date ?? 'null'));
  const given = testDate === null ? [] : [`cast(${sqlText(testDate)} as date)`];
  const days = [...(ownDay ? [ownDay] : []), ...given];
  const isKnown = birth !== null && days.length > 0;
  const exact = isKnown
    ? exactYearsSql({ birth: birthOf(cellOf(birth, table)), test: `coalesce(${days.join(', ')})` })
    : 'null';
  const list = [
    ...names.map((position, i) => `${valueSql(position)} as name${i}`),
    `${text(person)} as person`,
    `${text(group)} as class`,
    `${sex ? codeSql(sex) : 'null'} as sex`,
    `cast(${exact} as double) as exact`,
    // A stated number of months is completed months: its middle.
    `cast(coalesce(${number(years)}, (${number(months)} + 0.5) / 12) as double) as stated`,
  ];
  const columns = [person, group, sex, birth, test, years, months].filter((column) => column !== null);
  return { list, columns };
}

/** A row with what says which child it belongs to. */
interface RowOfChild {
  child: ReadChild;
  identity: string;
}

function childOf(row: SqlRow, columns: readonly CheckedColumn[], names: readonly number[]): RowOfChild {
  const named = names.map((_, i) => String(row[`name${i}`] ?? '')).filter((text) => text !== '');
  const person = String(row.person ?? '');
  const sex = row.sex === 'f' || row.sex === 'm' ? row.sex : null;
  const results = columns.flatMap(({ target }, i): ReadResult[] => {
    const value = numberOrNull(row[`v${i}`]);
    const isRefused = row[`x${i}`] === true;
    const key = target.key === longFormat.value ? textOrNull(row.test) : target.key;
    if (key === null || (value === null && !isRefused)) return [];
    const text = String(row[`t${i}`] ?? '');
    return [isRefused ? { key, value: null, text, reason: 'impossible' } : { key, value, text, reason: null }];
  });
  const group = String(row.class ?? '');
  const child: ReadChild = {
    row: Number(row.row),
    name: named.join(' ') || person,
    group,
    sex,
    exactAge: numberOrNull(row.exact),
    statedAge: numberOrNull(row.stated),
    results,
  };
  return { child, identity: JSON.stringify([group, person || named.join(' ') || child.row]) };
}

/** Joins the rows of each child. What only some of its rows tell holds for all of them. */
function joinRows(rows: readonly RowOfChild[]): ReadChild[] {
  const children = new Map<string, ReadChild>();
  for (const { child, identity } of rows) {
    const known = children.get(identity);
    if (!known) children.set(identity, { ...child, results: [...child.results] });
    else {
      known.sex ??= child.sex;
      known.exactAge ??= child.exactAge;
      known.statedAge ??= child.statedAge;
      known.results.push(...child.results);
    }
  }
  return [...children.values()];
}

/**
 * A child with one result of each test, made of its trials where there are several. Nothing for a row that has no results
 * and does not tell of a child either.
 */
function withResults(child: ReadChild): ReadChild[] {
  const keys = new Set(child.results.map(({ key }) => resultOfTrial(key) ?? key));
  const results = [...keys].flatMap((key) => resultOf(key, child.results) ?? []);
  const isChild = [child.name || null, child.sex, child.exactAge, child.statedAge].some((known) => known !== null);
  return isChild || results.length > 0 ? [{ ...child, results }] : [];
}

function resultOf(key: string, all: readonly ReadResult[]): ReadResult | null {
  const own = all.filter((result) => result.key === key);
  const trials = own.length > 0 ? own : all.filter((result) => resultOfTrial(result.key) === key);
  const [first] = trials;
  if (!first) return null;
  const text = trials.map((trial) => trial.text).join('; ');
  const { test, direction } = vocabulary.targets.raw.get(key) ?? {};
  const rule = test && vocabulary.tests.get(test);
  const values = trials.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return { key, value: null, text, reason: 'impossible' };
  if (own.length === 1 || !rule || !direction) return { key, value: values[0] ?? null, text: first.text, reason: null };
  // Less is better for contacts in a single leg stand, but not for the time of another result of it.
  const value = resultOfTrials(key, { ...rule, direction }, values);
  const missing = values.length < trials.length ? 'impossible' : 'trials-missing';
  return { key, value, text, reason: value === null ? missing : null };
}
