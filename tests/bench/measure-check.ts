import { stat } from 'node:fs/promises';
import path from 'node:path';

import { findProblems } from '../../services/repository/checks/find-problems';
import { openTable } from '../../services/repository/checks/open-table';
import { readDistributions } from '../../services/repository/distributions/read-distributions';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { readTables } from '../../services/repository/ingest/read-tables';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import {
  jobStatement,
  parquetSql,
  sqlName,
  sqlText,
  TableEngineError,
  type TableEngine,
} from '../../services/repository/context/table-engine';
import { tableOf } from '../support/checked-rows';
import { scanCsv } from './bare-scan';
import { watchTablesChild } from './peak-memory';

/** Cost of checking a csv file. Times in milliseconds; memory in bytes, null if the system does not report it. */
export interface CheckFigures {
  bytes: number;
  cells: number;
  check: number;
  /** Time to compute the distributions for the charts beside the problems; null if it took too long. */
  distributions: number | null;
  bareScan: number;
  /** Highest resident memory of the tables child during the check. */
  peak: number | null;
  /** Number of distinct values in each column, in ascending order. */
  few: number[];
  many: number[];
}

const random = (least: number, most: number, decimals: number) =>
  `round(${least} + random() * ${most - least}, ${decimals})`;
const oneOf = (...words: string[]) =>
  `[${words.map(sqlText).join(', ')}][1 + cast(floor(random() * ${words.length}) as integer)]`;

/** School years of a row; age, grade and body follow from it, because they are compared with each other. */
const schoolYear = '(i % 12)';
const grown = (atFirst: number, perYear: number, spread: number) =>
  `round(${atFirst} + ${perYear} * ${schoolYear} + (random() - 0.5) * ${spread}, 5)`;

type Column = [target: string, sql: string];
/** Mapped columns with few distinct values, all plausible. */
const few: Column[] = [
  ['sex|m/f', oneOf('m', 'f')],
  ['age_y|a', `6 + ${schoolYear}`],
  ['rest_hr|/min', random(50, 100, 0)],
  ['school_id|', "'S' || cast(floor(random() * 500) as integer)"],
  ['school_type|', oneOf('primary', 'secondary')],
  ['grade|', `1 + ${schoolYear}`],
  ['state|', oneOf('DE-BW', 'DE-BY', 'BE', 'Hessen')],
  ['country|', oneOf('DE', 'AT')],
  ['area|', oneOf('urban', 'rural')],
  ['club|', oneOf('ja', 'nein')],
  ['laterality|', oneOf('left', 'right')],
  ['group|', oneOf('IG', 'CG')],
  ['pushup40|1', random(3, 30, 0)],
  ['situp40|1', random(5, 40, 0)],
  ['jumpside15|1', random(10, 55, 0)],
  ['balback|1', random(5, 48, 0)],
  ['legstand60|1', random(0, 30, 0)],
  ['targetthrow|1', random(0, 30, 0)],
  ['throwcatch|1', random(0, 60, 0)],
  ['test_year|', random(2001, 2020, 0)],
];
/** Mapped columns with nearly as many distinct values as rows; up to some millions are possible. */
const many: Column[] = [
  ['person_id|', "'p' || i"],
  ['height|cm', grown(117, 4.9, 16)],
  ['mass|kg', grown(22, 3.3, 5)],
  ['hr|/min', random(90, 200, 5)],
  ['waist|cm', random(45, 110, 5)],
  ['sport_h|h/wk', random(0, 12, 6)],
  ['run6min|m', random(600, 1500, 4)],
  ['slj|cm', random(60, 250, 5)],
  ['dash20hand|s', random(3.1, 6.5, 7)],
  ['dash20gate|s', random(2.9, 6.5, 7)],
  ['standreach|cm', random(-20, 25, 6)],
  ['cooper12|m', random(1000, 3500, 4)],
  ['shuttle20|min', random(1, 14, 6)],
  ['walk2km|s', random(800, 1700, 4)],
  ['dstep|s', random(60, 350, 5)],
  ['handgrip|kg', random(8, 60, 6)],
  ['medball1|m', random(2, 12, 6)],
  ['jumpreach|cm', random(10, 70, 6)],
  ['boomerang|s', random(12, 50, 6)],
  ['sitreach|cm', random(-20, 25, 6)],
];
/** Alternating, as in real files. */
const columns = few.flatMap((column, index) => [column, many[index]!]);

/** Runs all rules on a csv file of about `cells` cells, as the ingest leaves it, between two bare scans of the file. */
export async function measureCheck(folder: string, cells: number): Promise<CheckFigures> {
  const csv = path.join(folder, `check-${cells}.csv`);
  const files = await createDiskFileStore(path.join(folder, `objects-${cells}`));
  const key = 'tables/0.parquet';
  const distinct = await withEngine(folder, async (tables) => {
    await writeCsv(tables, csv, Math.ceil(cells / columns.length));
    const source = { path: csv, name: 'check' };
    await readTables({ files, tables }, source, () => key, new AbortController().signal);
    await using local = await files.openLocal(key);
    return countDistinct(tables, local.path);
  });
  await using local = await files.openLocal(key);
  const before = await scanCsv(csv);
  const testApi = await withEngine(folder, (tables) => checkAll(tables, local.path));
  const after = await scanCsv(csv);
  const ofKind = (kind: Column[]) =>
    distinct.filter((_, index) => kind.includes(columns[index]!)).toSorted((a, b) => a - b);
  const { size: bytes } = await stat(csv);
  return { bytes, cells, ...testApi, bareScan: (before + after) / 2, few: ofKind(few), many: ofKind(many) };
}

async function checkAll(tables: TableEngine, parquet: string) {
  const table = tableOf(
    'raw',
    columns.map(([target]) => target),
  );
  const memory = watchTablesChild();
  const start = performance.now();
  await findProblems(tables, await openTable(tables, parquet, table, jobStatement), new AbortController().signal);
  const checked = performance.now();
  const peak = memory?.peak() ?? null;
  const isCounted = await readDistributions(tables, parquet, table, 'en').then(() => true, ignoreTimeout);
  return { check: checked - start, distributions: isCounted ? performance.now() - checked : null, peak };
}

function ignoreTimeout(error: unknown): false {
  if (error instanceof TableEngineError && error.reason === 'timeout') return false;
  throw error;
}

async function writeCsv(tables: TableEngine, csv: string, rows: number): Promise<void> {
  const made = columns.map(([target, sql]) => `cast(${sql} as varchar) as ${sqlName(target)}`).join(', ');
  await tables.run(
    `copy (select ${made} from range(${rows}) as rows (i)) to ${sqlText(csv)} (format csv, header)`,
    [],
    jobStatement,
  );
}

/** Number of distinct values in each column, counted one after the other to save memory. */
async function countDistinct(tables: TableEngine, parquet: string): Promise<number[]> {
  const counts: number[] = [];
  for (const index of columns.keys()) {
    const sql = `select count(distinct c${index}) as n from ${parquetSql(parquet)}`;
    const [row] = await tables.all(sql, [], jobStatement);
    counts.push(Number(row?.n));
  }
  return counts;
}

/** Gives each step its own engine, so that the memory of the engine is that of the step. */
async function withEngine<T>(folder: string, use: (tables: TableEngine) => Promise<T>): Promise<T> {
  const tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
  try {
    return await use(tables);
  } finally {
    await tables.close();
  }
}
