import type { Distribution, DistributionGroup } from '@domain/api/distributions';
import type { Language } from '@domain/language';

import { columnOf, type CheckedColumn, type CheckedTable, type MappedTable } from '../checks/checked-table';
import { isNamedByTest, namedTarget } from '../checks/long-format';
import { openTable } from '../checks/open-table';
import type { SqlRow, TableEngine } from '../context/table-engine';
import { defaultUnit, type Target } from '../vocabulary';
import {
  axisOf,
  distributionSql,
  everybody,
  type PicturedResults,
  sexOfRows,
  sexTextsSql,
  zones,
} from './distribution-sql';

/** Maximum time for counting, because a user is waiting. */
const timeoutMs = 30_000;

type Pictured = PicturedResults & { target: Target };

/** The result columns of a table, including those of single trials; empty for aggregated data. */
export function picturedResults(table: CheckedTable): Pictured[] {
  if (table.kind === 'agg') return [];
  return table.columns.flatMap((column) => {
    if (isNamedByTest(column, table)) return namedResults(column, table);
    const axis = column.target.isResult ? axisOf(column.target) : null;
    return axis ? [{ column, test: null, axis, target: column.target }] : [];
  });
}

/** Each test that the rows of a table in long format may name. */
function namedResults(column: CheckedColumn, table: CheckedTable): Pictured[] {
  return (columnOf(table, 'test_name')?.unit.coding?.codes ?? []).flatMap(({ code }) => {
    const target = namedTarget(code);
    const axis = target && axisOf(target);
    return axis ? [{ column, test: code, axis, target }] : [];
  });
}

/**
 * Distribution of the results in a local Parquet file by sex, read as in the check. Throws TableEngineError 'timeout'
 * if counting takes too long.
 */
export async function readDistributions(
  engine: TableEngine,
  path: string,
  mapped: MappedTable,
  language: Language,
): Promise<Distribution[]> {
  const { rows: parquet, table } = await openTable(engine, path, mapped, { timeoutMs });
  const pictured = picturedResults(table);
  if (pictured.length === 0) return [];
  const sex = columnOf(table, 'sex');
  const texts = sex ? await engine.all(sexTextsSql(parquet, sex, table), [], { timeoutMs }) : [];
  const codes = texts.map(({ text, code }) => ({ text: String(text), code: String(code) }));
  const sexes = sex && sexOfRows(sex, table, codes);
  const rows = await engine.all(distributionSql(parquet, pictured, table, sexes), [], { timeoutMs });
  return pictured.flatMap((one) => {
    const own = rows.filter((row) => row.picture === one.column.position && row.test === (one.test ?? ''));
    return own.length === 0 ? [] : [distributionOf(one, own, sex, language)];
  });
}

function distributionOf(
  { column, target, axis }: Pictured,
  rows: SqlRow[],
  sex: CheckedColumn | null,
  language: Language,
): Distribution {
  const codes = sex?.unit.coding?.codes ?? [];
  const groups = [...codes.map(({ code, label }) => ({ code, label: label[language] })), { code: '', label: '' }];
  return {
    position: column.position,
    target: target.key,
    label: target.label[language],
    unit: defaultUnit(target).text[language],
    decimals: target.decimals,
    step: target.step,
    warn: axis.warn,
    hard: axis.hard,
    binWidth: axis.binWidth,
    groups: (sex ? groups : [{ code: everybody, label: '' }]).flatMap(({ code, label }) => {
      const own = rows.filter((row) => row.sex === code);
      return own.length === 0 ? [] : [groupOf(own, axis.bins, sex ? code : null, label)];
    }),
  };
}

function groupOf(rows: SqlRow[], bins: number, sex: string | null, label: string): DistributionGroup {
  const countOf = (zone: number) => rows.reduce((sum, row) => sum + (row.zone === zone ? Number(row.count) : 0), 0);
  const numbers = rows.filter((row) => row.low !== null);
  const [first] = numbers;
  const counts = Array.from({ length: bins }, () => 0);
  for (const row of numbers) if (row.bin !== null) counts[Number(row.bin)] = Number(row.count);
  return {
    sex,
    label,
    count: numbers.reduce((sum, row) => sum + Number(row.count), 0),
    missing: countOf(zones.missing),
    unreadable: countOf(zones.unreadable),
    summary: first
      ? {
          min: Math.min(...numbers.map((row) => Number(row.low))),
          lowerQuartile: withoutRoundingError(first.lower_quartile),
          median: withoutRoundingError(first.median),
          upperQuartile: withoutRoundingError(first.upper_quartile),
          max: Math.max(...numbers.map((row) => Number(row.high))),
        }
      : null,
    impossiblyLow: countOf(zones.impossiblyLow),
    unusuallyLow: countOf(zones.unusuallyLow),
    unusuallyHigh: countOf(zones.unusuallyHigh),
    impossiblyHigh: countOf(zones.impossiblyHigh),
    bins: counts,
  };
}

/** Removes the rounding error of binary fractions. */
function withoutRoundingError(value: SqlRow[string] | undefined): number {
  return Number(Number(value).toPrecision(12));
}
