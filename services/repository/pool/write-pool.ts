import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { Refusal } from '@domain/error-codes';
import type { PoolChoice } from '@domain/pool/pool-choice';

import { parquetSql, type StatementOptions, sqlText, textOrNull } from '../context/table-engine';
import { filledTable } from '../distributions/long-rows';
import { isLongFormat } from '../distributions/published-results';
import { openLocalFiles } from '../files/read-objects';
import type { PublishedDataSource } from '../search/published-data';
import type { PublishedTable } from '../store/published-data-sets';
import { parquetOptions } from '../tables/parquet-options';
import { longFormat } from '../vocabulary';
import { type PoolFacts, poolSql, type WideTable } from './pool-sql';
import { resultKeysSql, unfoldSql } from './unfold-sql';

/** A data set with its published tables, in their order. */
export interface PoolPart {
  facts: PoolFacts;
  tables: PublishedTable[];
}

/** Longest time of one statement. Own estimate: ten million rows take eight seconds. */
const statement: StatementOptions = { timeoutMs: 300_000 };

/**
 * Writes the rows of some data sets as one Parquet file at a local path: tables in long format are unfolded first, each
 * into a file of its own beside it. Refuses with 'pool-empty' if nothing is left by the choice.
 */
export async function writePool(
  source: PublishedDataSource,
  parts: readonly PoolPart[],
  choice: PoolChoice,
  file: string,
): Promise<void> {
  const tables = parts.flatMap(({ facts, tables: own }) =>
    own.filter(({ columns }) => columns.length > 0).map((table) => ({ facts, table })),
  );
  await using local = await openLocalFiles(
    source.files,
    tables.map(({ table }) => table.objectKey),
  );
  await source.files.withScratchFile(async (folder) => {
    await mkdir(folder);
    const wide: WideTable[] = [];
    for (const [index, { facts, table }] of tables.entries()) {
      const from = parquetSql(local.paths[index] ?? '');
      const unfolded = path.join(folder, `${index}.parquet`);
      const keys = table.columns.map(({ key }) => key);
      if (!isLongFormat(new Set(keys))) {
        wide.push({ facts, keys, from });
        continue;
      }
      // Whoever gets a pool may see every row.
      const { rows } = await filledTable(source.tables, { rows: from, keys: new Set(keys), openRows: 0 }, statement);
      wide.push({ facts, ...(await unfold(source, table, rows, unfolded)) });
    }
    const sql = poolSql(wide, choice);
    if (sql === null) throw new Refusal('pool-empty');
    const columns = new Set(wide.flatMap(({ keys }) => keys)).size;
    await source.tables.run(`copy (${sql}) to ${sqlText(file)} (${parquetOptions(columns, 'small')})`, [], statement);
  });
}

async function unfold(
  { tables }: PublishedDataSource,
  table: PublishedTable,
  from: string,
  file: string,
): Promise<Pick<WideTable, 'keys' | 'from' | 'named'>> {
  const rows = await tables.all(resultKeysSql(table, from), [], statement);
  const results = rows.flatMap(({ key }) => textOrNull(key) ?? []);
  const withTrials = rows.some(({ trials }) => trials === true);
  const own = [longFormat.name, longFormat.value, longFormat.unit, ...(withTrials ? [] : [longFormat.trial])];
  const others = table.columns.map(({ key }) => key).filter((key) => !own.includes(key));
  // A table with a test both as a column and as rows stays as it is.
  if (results.some((key) => others.includes(key))) {
    const names = await tables.all(`select distinct test_name as name from ${from}`, [], statement);
    const named = names.flatMap(({ name }) => textOrNull(name) ?? []);
    return {
      keys: table.columns.map(({ key }) => key),
      from: `(select * from ${from} order by file_row_number)`,
      named,
    };
  }
  const keys = [...others, ...results];
  const sql = unfoldSql(table, from, { keys: results, withTrials });
  await tables.run(`copy (${sql}) to ${sqlText(file)} (${parquetOptions(keys.length, 'fast')})`, [], statement);
  return { keys, from: parquetSql(file) };
}
