import { DuckDBInstance } from '@duckdb/node-api';

/**
 * Baseline 'bare scan': the columnar engine of the product reads every cell of a csv file once, as text, without
 * storing anything. Returns milliseconds.
 */
export async function scanCsv(file: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    const start = performance.now();
    await connection.run(`select sum(length(columns(*))) from read_csv($file, all_varchar = true)`, { file });
    return performance.now() - start;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The same of Parquet files. */
export async function scanParquet(files: readonly string[]): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  try {
    const start = performance.now();
    const list = files.map((file) => `'${file}'`).join(', ');
    await connection.run(`select sum(length(cast(columns(*) as varchar))) from read_parquet([${list}])`);
    return performance.now() - start;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
