import type { ColumnMeasures } from '@domain/column-info';

import {
  numberOrNull,
  type SqlRow,
  type StatementOptions,
  type TableEngine,
  textOrNull,
} from '../context/table-engine';
import { readDateRanges } from './date-readings';
import { columnBatchSize, isIsoDate, isMost, medianText, numberText } from './measure-columns';

/** Time in which a request measures columns, however many they are. Own estimate. */
const requestMs = 30_000;

/** Distinct values and median of all rows of one column, with the time limit of a request. */
export async function measureExactly(
  tables: TableEngine,
  from: string,
  position: number,
): Promise<{ distinct: number; median: string | null }> {
  const [counted = {}] = await tables.all(
    `select count(*) as "values" from (select distinct c${position} from ${from} where c${position} is not null)`,
  );
  const [{ numbers = 0 } = {}] = await tables.all(`select count(n${position}) as numbers from ${from}`);
  const count = Number(numbers);
  // A sort can spill to disk, but `median` keeps all numbers in memory.
  const middle = await tables.all(
    `select n${position} as n from ${from} where n${position} is not null order by n limit ? offset ?`,
    [count % 2 === 0 ? 2 : 1, Math.max(0, Math.ceil(count / 2) - 1)],
  );
  const sum = middle.reduce((total, row) => total + Number(row.n), 0);
  return { distinct: Number(counted.values), median: middle.length > 0 ? medianText(sum / middle.length) : null };
}

/**
 * Measures of columns (by position) over some of a short table's rows, here `from`, exact and within a request. Throws
 * TableEngineError 'timeout' if it takes longer.
 */
export async function measureRows(
  tables: TableEngine,
  from: string,
  measured: ReadonlyMap<number, ColumnMeasures>,
): Promise<Map<number, ColumnMeasures>> {
  const deadline = performance.now() + requestMs;
  const columns = [...measured];
  const found = new Map<number, ColumnMeasures>();
  for (let first = 0; first < columns.length; first += columnBatchSize) {
    const some = new Map(columns.slice(first, first + columnBatchSize));
    const options = { timeoutMs: Math.max(1, Math.ceil(deadline - performance.now())) };
    for (const [i, measures] of await measureBatch(tables, from, some, options)) found.set(i, measures);
  }
  return found;
}

async function measureBatch(
  tables: TableEngine,
  from: string,
  measured: ReadonlyMap<number, ColumnMeasures>,
  options: StatementOptions,
): Promise<Map<number, ColumnMeasures>> {
  const selects = [...measured.keys()].map((i) => {
    const day = `case when ${isIsoDate(`c${i}`)} then c${i} end`;
    return `count(c${i}) as f${i}, count(n${i}) as k${i}, count(distinct c${i}) as d${i}, min(n${i}) as x${i},
      max(n${i}) as y${i}, median(n${i}) as m${i}, min(${day}) as a${i}, max(${day}) as b${i}`;
  });
  const [row = {}] = await tables.all(`select count(*) as "rows", ${selects.join(', ')} from ${from}`, [], options);
  const dated = [...measured].flatMap(([i, { kind, dates }]) =>
    kind === 'date' && dates ? [[i, dates] as const] : [],
  );
  const ranges = await readDateRanges({ tables, from }, new Map(dated), options);
  return new Map([...measured].map(([i, ofFile]) => [i, { ...measuresOf(row, i, ofFile), ...ranges.get(i) }]));
}

function measuresOf(row: SqlRow, i: number, ofFile: ColumnMeasures): ColumnMeasures {
  const filled = Number(row[`f${i}`]);
  const numbers = Number(row[`k${i}`]);
  const kind = filled === 0 ? 'empty' : isMost(numbers, filled) ? 'number' : ofFile.kind;
  const isNumber = kind === 'number';
  const textOf = (of: string) => (kind === 'date' ? textOrNull(row[of]) : null);
  return {
    ...ofFile,
    kind,
    decimal: isNumber ? ofFile.decimal : null,
    filled,
    numbers,
    missing: Number(row.rows) - filled,
    distinct: Number(row[`d${i}`]),
    min: isNumber ? numberText(numberOrNull(row[`x${i}`])) : textOf(`a${i}`),
    max: isNumber ? numberText(numberOrNull(row[`y${i}`])) : textOf(`b${i}`),
    median: isNumber ? medianText(numberOrNull(row[`m${i}`])) : null,
  };
}
