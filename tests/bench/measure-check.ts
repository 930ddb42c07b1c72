import path from 'node:path';

import { findProblems } from '../../services/repository/checks/find-problems';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { jobStatement, sqlText, type TableEngine } from '../../services/repository/tables/table-engine';
import { tableOf } from '../support/checked-rows';
import { scanCsv } from './bare-scan';

/** Times in milliseconds. */
export interface CheckFigures {
  bytes: number;
  check: number;
  bareScan: number;
}

const random = (least: number, most: number, decimals: number) =>
  `round(${least} + random() * ${most - least}, ${decimals})`;
const oneOf = (...words: string[]) =>
  `[${words.map(sqlText).join(', ')}][1 + cast(floor(random() * ${words.length}) as integer)]`;

/** Mapped columns with plausible values: half of few distinct ones, half of many. */
const columns: [target: string, sql: string][] = [
  ['person_id|', "'p' || i"],
  ['sex|m/f', oneOf('m', 'f')],
  ['age_y|a', random(6, 18, 0)],
  ['height|cm', random(110, 190, 3)],
  ['mass|kg', random(20, 90, 3)],
  ['hr|/min', random(90, 200, 3)],
  ['waist|cm', random(45, 110, 3)],
  ['rest_hr|/min', random(50, 100, 0)],
  ['school_id|', "'S' || cast(floor(random() * 500) as integer)"],
  ['school_type|', oneOf('primary', 'secondary')],
  ['grade|', random(1, 12, 0)],
  ['state|', oneOf('DE-BW', 'DE-BY', 'BE', 'Hessen')],
  ['country|', oneOf('DE', 'AT')],
  ['area|', oneOf('urban', 'rural')],
  ['club|', oneOf('ja', 'nein')],
  ['laterality|', oneOf('left', 'right')],
  ['group|', oneOf('IG', 'CG')],
  ['sport_h|h/wk', random(0, 12, 3)],
  ['run6min|m', random(600, 1500, 2)],
  ['pushup40|1', random(3, 30, 0)],
  ['situp40|1', random(5, 40, 0)],
  ['slj|cm', random(60, 250, 3)],
  ['dash20hand|s', random(3.1, 6.5, 4)],
  ['dash20gate|s', random(2.9, 6.5, 4)],
  ['jumpside15|1', random(10, 55, 0)],
  ['balback|1', random(5, 48, 0)],
  ['standreach|cm', random(-20, 25, 3)],
  ['cooper12|m', random(1000, 3500, 2)],
  ['shuttle20|min', random(1, 14, 3)],
  ['walk2km|s', random(800, 1700, 2)],
  ['dstep|s', random(60, 350, 2)],
  ['handgrip|kg', random(8, 60, 3)],
  ['medball1|m', random(2, 12, 3)],
  ['jumpreach|cm', random(10, 70, 3)],
  ['walkbacktime|s', random(8, 60, 3)],
  ['boomerang|s', random(12, 50, 3)],
  ['legstand60|1', random(0, 30, 0)],
  ['targetthrow|1', random(0, 30, 0)],
  ['throwcatch|1', random(0, 60, 0)],
  ['sitreach|cm', random(-20, 25, 3)],
];
/** Bytes of a row, about. */
const rowBytes = 220;

/** All rules over a csv file of about `bytes` as the ingest leaves it, between two bare scans of the file. */
export async function measureCheck(folder: string, bytes: number): Promise<CheckFigures> {
  const tables = await startTableEngine({ tempDir: folder });
  try {
    const rows = Math.round(bytes / rowBytes);
    const { csv, parquet } = await writeFiles(tables, folder, rows);
    const table = tableOf(
      'raw',
      columns.map(([target]) => target),
    );
    const before = await scanCsv(csv);
    const start = performance.now();
    await findProblems(tables, parquet, table, AbortSignal.timeout(jobStatement.timeoutMs ?? 0));
    const check = performance.now() - start;
    const after = await scanCsv(csv);
    return { bytes, check, bareScan: (before + after) / 2 };
  } finally {
    await tables.close();
  }
}

async function writeFiles(tables: TableEngine, folder: string, rows: number) {
  const csv = path.join(folder, 'check.csv');
  const parquet = path.join(folder, 'check.parquet');
  const made = columns.map(([, sql], index) => `cast(${sql} as varchar) as c${index}`).join(', ');
  await tables.run(
    `copy (select ${made} from range(${rows}) as rows (i)) to ${sqlText(csv)} (format csv)`,
    [],
    jobStatement,
  );
  const read = columns.map((_, index) => `c${index}, try_cast(c${index} as double) as n${index}`).join(', ');
  await tables.run(
    `copy (select ${read} from read_csv(${sqlText(csv)}, all_varchar = true))
       to ${sqlText(parquet)} (format parquet, compression zstd, row_group_size 50000)`,
    [],
    jobStatement,
  );
  return { csv, parquet };
}
