import { randomUUID } from 'node:crypto';

import type { MetadataEntry } from '@domain/api/metadata';

import { missingSql, valueSql } from '../checks/cell-sql';
import { missingCodes, type CheckedColumn, type MissingCodes } from '../checks/checked-table';
import type { FileStore } from '../files/file-store';
import { openLocalFiles } from '../files/open-local-files';
import { listSourceColumns } from '../store/mapping';
import type { UploadProgress } from '../store/upload-progress';
import { parquetOptions } from '../tables/parquet-options';
import { jobStatement, parquetSql, sqlName, sqlText, type TableEngine } from '../tables/table-engine';
import type { Queryable } from '../store/database';
import { vocabulary } from '../vocabulary';
import { planTable, type PublishedColumn, type TablePlan, type WithheldColumn } from './plan-publication';

/** A published table as it is written, before it belongs to a data set. */
export interface BuiltTable {
  position: number;
  name: string;
  rowCount: number;
  objectKey: string;
  columns: PublishedColumn[];
  withheld: WithheldColumn[];
}

interface Sources {
  db: Queryable;
  files: FileStore;
  tables: TableEngine;
}

/**
 * Writes the tables of an upload as they are published: Parquet under the vocabulary's keys, in default
 * units and codes, rows in the order of the file, persons numbered anew. Every object gets a new name;
 * nothing refers to it until the caller stores it.
 */
export async function buildPublishedTables(
  sources: Sources,
  upload: UploadProgress,
  signal: AbortSignal,
): Promise<BuiltTable[]> {
  const { db, files } = sources;
  const missing = missingCodes(vocabulary.missingCodes, upload.study.metadata as MetadataEntry[]);
  const planned: { table: UploadProgress['tables'][number]; parquet: string; plan: TablePlan }[] = [];
  await using local = await openLocalFiles(
    files,
    upload.tables.map(({ objectKey }) => objectKey),
  );
  for (const [index, table] of upload.tables.entries()) {
    const plan = planTable(upload.upload.kind, await listSourceColumns(db, table.id), missing);
    planned.push({ table, plan, parquet: parquetSql(local.paths[index] ?? '') });
  }
  const persons = personsSql(planned, missing, `${upload.file.id} ${upload.file.sha256}`);

  const built: BuiltTable[] = [];
  for (const { table, plan, parquet } of planned) {
    signal.throwIfAborted();
    const objectKey = `published/${upload.upload.number}/${randomUUID()}.parquet`;
    await files.writeLocal(objectKey, (path) =>
      sources.tables.run(
        `copy (${publishedRowsSql(plan, parquet, persons)}) to ${sqlText(path)} (${parquetOptions(plan.columns.length)})`,
        [],
        jobStatement,
      ),
    );
    built.push({
      position: table.position,
      name: table.name,
      rowCount: table.rowCount,
      objectKey,
      columns: plan.columns.map(({ sql: _, ...column }) => column),
      withheld: plan.withheld,
    });
  }
  return built;
}

/**
 * Every person ID of an upload with its new number. The numbers follow the order of a hash salted with
 * what only the repository knows: the same in all tables and at every run, and no way back to the IDs.
 */
function personsSql(
  planned: { plan: TablePlan; parquet: string }[],
  missing: MissingCodes,
  salt: string,
): string | null {
  const ids = planned.flatMap(({ plan: { person }, parquet }) =>
    person ? [`select ${personSql(person, missing)} as id from ${parquet}`] : [],
  );
  if (ids.length === 0) return null;
  return `select id, row_number() over (order by md5(concat(${sqlText(salt)}, id)), id) as key
    from (select distinct id from (${ids.join(' union all ')}) where id is not null)`;
}

function personSql(person: CheckedColumn, missing: MissingCodes): string {
  return `case when not ${missingSql(person, missing)} then ${valueSql(person.position)} end`;
}

function publishedRowsSql({ columns, person }: TablePlan, parquet: string, persons: string | null): string {
  const expressions = columns.map(({ key, sql }) => `${sql} as ${sqlName(key)}`);
  // A Parquet file has a column at least.
  const list = expressions.length > 0 ? expressions.join(', ') : `null as ${sqlName('nothing')}`;
  if (!person || persons === null) return `select ${list} from ${parquet}`;
  return `select ${list} from ${parquet} as source left join (${persons}) as persons
    on persons.id = ${valueSql(person.position)} order by source.file_row_number`;
}
