import type { Language } from '@domain/language';

import { numberOrNull, parquetSql, sqlName, sqlText } from '../context/table-engine';
import { codebookHeadings, describeCells } from '../packaging/codebook';
import { describeVariables, measureOnce } from '../packaging/sav/describe-variables';
import { writeSav } from '../packaging/sav/write-sav';
import { packageTexts } from '../packaging/texts';
import type { SavVariable } from '../row-formats/sav-variable';
import { encodePublishedRows, type PublishedDataSource } from '../search/published-data';
import type { PublishedTable } from '../store/published-data-sets';
import { defaultUnit, vocabulary } from '../vocabulary';
import { type OwnColumn, ownColumns } from './pool-sql';

/** A written pool. */
export interface PooledTable {
  table: PublishedTable;
  /** By data set, ascending; without those of which no row is left. */
  dataSets: PooledDataSet[];
}

export interface PooledDataSet {
  nr: number;
  rows: number;
  /** People with a person ID. */
  persons: number;
  /** Number of values of each column of the table. */
  values: number[];
}

/** Reads what a written pool contains, with two passes over it. */
export async function readPooledTable(source: PublishedDataSource, objectKey: string): Promise<PooledTable> {
  await using local = await source.files.openLocal(objectKey);
  const from = parquetSql(local.path);
  const names = await source.tables.all(
    `select name from parquet_schema(${sqlText(local.path)}) where type is not null`,
  );
  const columns = names.map(({ name }) => ({ key: String(name), unit: unitOf(String(name)), source: '' }));
  const counts = columns.map(({ key }, i) => `count(${sqlName(key)}) as v${i}`);
  const rows = await source.tables.all(
    `select data_set, count(*) as n, ${counts.join(', ')} from ${from} group by data_set order by data_set`,
  );
  const persons = await source.tables.all(
    `select data_set, count(*) as n from (select distinct data_set, person from ${from} where person is not null)
     group by data_set`,
  );
  const personsOf = new Map(persons.map((row) => [Number(row.data_set), Number(row.n)]));
  const dataSets = rows.map((row) => ({
    nr: Number(row.data_set),
    rows: Number(row.n),
    persons: personsOf.get(Number(row.data_set)) ?? 0,
    values: columns.map((_, i) => numberOrNull(row[`v${i}`]) ?? 0),
  }));
  const rowCount = dataSets.reduce((sum, { rows: own }) => sum + own, 0);
  return { table: asTable(objectKey, columns, rowCount), dataSets };
}

/** The pool in the shape of the only table of a data set, by which the writers of files read it. */
function asTable(objectKey: string, columns: PublishedTable['columns'], rowCount: number): PublishedTable {
  return { id: 0, nr: 0, position: 0, name: 'data', rowCount, objectKey, sha256: null, columns, withheld: [] };
}

function unitOf(key: string): string {
  const target = vocabulary.targets.raw.get(key);
  return target ? defaultUnit(target).unit : '';
}

const isOwn = (key: string): key is OwnColumn => (ownColumns as readonly string[]).includes(key);

/** Codebook of a pool: each column with its meaning, unit, codes and bounds, and which data sets have values of it. */
export function* poolCodebook({ table, dataSets }: PooledTable, language: Language): Generator<string[]> {
  const { pool } = packageTexts[language];
  yield [...codebookHeadings(language), pool.values, pool.dataSets];
  for (const [index, { key, unit }] of table.columns.entries()) {
    const [label = '', ...cells] = describeCells('raw', { key, unit }, language);
    const having = dataSets.filter(({ values }) => (values[index] ?? 0) > 0);
    const count = having.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
    const meaning = isOwn(key) ? pool[key] : label;
    yield [key, meaning, ...cells, String(count), having.map(({ nr }) => nr).join(' ')];
  }
}

/** A pool as an SPSS system file. `titles` are those of the data sets, which become the meanings of their numbers. */
export async function* poolSav(
  source: PublishedDataSource,
  { table }: PooledTable,
  { titles, writtenAt, language }: { titles: ReadonlyMap<number, string>; writtenAt: Date; language: Language },
): AsyncGenerator<Uint8Array, void, undefined> {
  const { pool } = packageTexts[language];
  const described = describeVariables('raw', table.columns, await measureOnce(source)(table), language);
  const variables = described.map((variable, i): SavVariable => {
    const key = table.columns[i]?.key ?? '';
    if (!isOwn(key)) return variable;
    const meanings = [...titles].map(([nr, title]) => [String(nr), title] as const);
    const valueLabels = key === 'data_set' ? meanings : [];
    return { ...variable, label: pool[key], valueLabels, level: 'nominal' };
  });
  const widths = variables.map(({ width }) => width);
  const cases = encodePublishedRows(source, table, { name: 'sav', widths });
  yield* writeSav({ title: pool.title, writtenAt, variables, caseCount: table.rowCount }, cases);
}
