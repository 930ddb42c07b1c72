import { resultOfTrials, rowsNotCounted } from '@domain/norms/class-results';

import { birthOf, exactYearsSql } from '../checks/age-sql';
import { cellOf, cellsSql, codeSql } from '../checks/cell-sql';
import { type CheckedColumn, type CheckedTable, columnOf } from '../checks/checked-table';
import { testYearSql } from '../checks/date-sql';
import { namedTest } from '../checks/long-format';
import type { OpenTable } from '../checks/open-table';
import { hitSql } from '../checks/rule-chains';
import { numberOrNull, type SqlRow, sqlText, type TableEngine, textOrNull } from '../context/table-engine';
import { isBetweenCounts } from '../norms/result-scale';
import { trialsRuleOf } from '../norms/trial-results';
import { valueSql } from '../tables/value-sql';
import { longFormat, resultOfTrial, vocabulary } from '../vocabulary';
import { joinRows } from './join-rows';
import type { ReadChild, RowOfChild, RowResult } from './read-child';
import { tellApart } from './tell-apart';

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
  const isLong =
    results.some(({ target }) => target.key === longFormat.value) && columnOf(open, longFormat.name) !== null;
  const test = isLong ? [`${namedTest.key} as test`] : [];
  const list = ['"row"', ...about.list, ...values, ...test].join(', ');
  const found = await engine.all(`select ${list} from ${cellsSql(rows, used, open)} order by "row"`);
  const children = tellApart(
    found.map((row) => childOf(row, results, asked.names)),
    isLong,
  );
  return (isLong ? joinRows(children) : children).filter(tellsSomething);
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
  const [timePoint, trial] = [find('timepoint'), find(longFormat.trial)];
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
    // As in the norms and in '9;6', months are exact: 114 of them are 9.5 years.
    `cast(coalesce(${exact}, ${number(months)} / 12) as double) as exact`,
    `cast(${number(years)} as double) as stated`,
    `cast(${birth ? birthOf(cellOf(birth, table)) : 'null'} as varchar) as born`,
    `cast(${ownDay ?? 'null'} as varchar) as day`,
    `${text(timePoint)} as "timePoint"`,
    `cast(${number(trial)} as double) as trial`,
  ];
  const all = [person, group, sex, birth, test, years, months, timePoint, trial];
  const columns = all.filter((column) => column !== null);
  return { list, columns };
}

function childOf(row: SqlRow, columns: readonly CheckedColumn[], names: readonly number[]): RowOfChild {
  const named = names.map((_, i) => String(row[`name${i}`] ?? '')).filter((text) => text !== '');
  const person = String(row.person ?? '');
  const sex = row.sex === 'f' || row.sex === 'm' || row.sex === 'd' ? row.sex : null;
  const ages = { exactAge: numberOrNull(row.exact), statedAge: numberOrNull(row.stated) };
  const results = columns.flatMap(({ target }, i): RowResult[] => {
    const value = numberOrNull(row[`v${i}`]);
    const isLong = target.key === longFormat.value;
    const named = isLong ? textOrNull(row.test) : target.key;
    const isRefused = row[`x${i}`] === true || (named !== null && value !== null && isBetweenCounts(named, value));
    if (named === null || (value === null && !isRefused)) return [];
    const { key, trial } = isLong ? trialOf(named, numberOrNull(row.trial)) : { key: named, trial: null };
    const about = { key, ...ages, text: String(row[`t${i}`] ?? ''), trial };
    return [{ ...about, value: isRefused ? null : value, reason: isRefused ? 'impossible' : null }];
  });
  const group = String(row.class ?? '');
  const name = named.join(' ') || person;
  return {
    ...{ row: Number(row.row), name, group, sex, ...ages, results: resultsOf(results) },
    ...{ identity: '', person, born: textOrNull(row.born) },
    day: textOrNull(row.day),
    timePoint: textOrNull(row.timePoint) || null,
  };
}

/** A test of a row in long format and its trial, which the name of the test may say: 'SW 1. Versuch'. */
function trialOf(named: string, trial: number | null): { key: string; trial: number | null } {
  const key = resultOfTrial(named);
  return key === null ? { key: named, trial } : { key, trial: Number(named.slice(key.length + 2)) };
}

/** Whether a row has results, or tells at least of a child. */
function tellsSomething({ name, sex, exactAge, statedAge, results }: ReadChild): boolean {
  return results.length > 0 || name !== '' || [sex, exactAge, statedAge].some((known) => known !== null);
}

/** The results of a row, one of each test, made of its trials where there are several. */
function resultsOf(all: RowResult[]): RowResult[] {
  const keys = new Set(all.map(({ key }) => resultOfTrial(key) ?? key));
  return [...keys].flatMap((key) => resultOf(key, all) ?? []);
}

function resultOf(key: string, all: RowResult[]): RowResult | null {
  const own = all.filter((result) => result.key === key);
  const trials = own.length > 0 ? own : trialsOf(key, all);
  const [first] = trials;
  const target = vocabulary.targets.raw.get(key);
  if (!first || !target) return null;
  const about = { ...first, key, text: trials.map(({ text }) => text).join('; ') };
  const values = trials.flatMap(({ value }) => value ?? []);
  if (values.length === 0) return { ...about, value: null, reason: 'impossible' };
  const rule = trialsRuleOf(target);
  if (own.length === 1)
    return { ...first, notCounted: rowsNotCounted(rule, [first, ...trialsOf(key, all)]).map(({ text }) => text) };
  const value = resultOfTrials(rule, values);
  const missing = values.length < trials.length ? 'impossible' : 'trials-missing';
  return { ...about, value, reason: value === null ? missing : null };
}

/** Columns of a row with trials of a test. */
function trialsOf(key: string, all: readonly RowResult[]): RowResult[] {
  return all.flatMap((result) =>
    resultOfTrial(result.key) === key ? [{ ...result, trial: trialOf(result.key, null).trial }] : [],
  );
}
