import { inArray, sql, type SQL } from 'drizzle-orm';

import { hashOf } from '@domain/secrets';
import type { Queryable } from './database';
import { listDocuments } from './documents';
import { problemComments, problemGroups, sourceColumns } from './schema';
import type { UploadProgress } from './upload-progress';

/**
 * Version tag of everything that is submitted with an upload: file, reading choices, rows and tables left out, mapping,
 * problems, comments, documents and metadata. The same content always has the same tag.
 */
export async function submissionVersion(
  db: Queryable,
  { upload, file, study, tables }: Pick<UploadProgress, 'upload' | 'file' | 'study' | 'tables'>,
): Promise<string> {
  const ids = tables.map(({ id }) => id);
  const mapping = await db
    .select({ sum: sumOf(sql`row(table_id, position, target_key, target_unit)`) })
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, ids));
  const choices = tables.map((table) => table.choices);
  const documents = (await listDocuments(db, upload.number)).map(({ id, findings }) => [id, findings]);
  const parts = [file.id, ids, choices, mapping, ...(await problemSums(db, ids)), study.metadata, documents];
  return hashOf(JSON.stringify(parts));
}

/** Version tags of the problems and comments of tables. */
export async function problemSums(db: Queryable, tables: number[]): Promise<{ sum: string }[][]> {
  const problems = await db
    .select({ sum: sumOf(sql`row(table_id, rule, column_position, can_override, count)`) })
    .from(problemGroups)
    .where(inArray(problemGroups.table, tables));
  const comments = await db
    .select({ sum: sumOf(sql`row(table_id, rule, column_position, cell, value, comment)`) })
    .from(problemComments)
    .where(inArray(problemComments.table, tables));
  return [problems, comments];
}

function sumOf(row: SQL): SQL<string> {
  return sql<string>`coalesce(md5(string_agg(md5(${row}::text), '' order by md5(${row}::text))), '')`;
}
