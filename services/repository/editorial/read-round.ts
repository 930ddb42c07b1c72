import { asc, eq, inArray } from 'drizzle-orm';

import type { Round } from '@domain/board/rounds';

import type { Queryable } from '../store/database';
import { listDocuments } from '../store/documents';
import { problemComments, sourceColumns, sourceTables } from '../store/schema';
import type { UploadProgress } from '../store/upload-progress';

/** Comments that are kept for a comparison. Own estimate: a screen of changes shows far fewer. */
const maxComments = 2000;

/** A submission as it is now, for a comparison with a later round. */
export async function readRound(db: Queryable, { upload, file, study, dataTables }: UploadProgress): Promise<Round> {
  const ids = dataTables.map(({ id }) => id);
  const columns = await db
    .select()
    .from(sourceColumns)
    .where(inArray(sourceColumns.table, ids))
    .orderBy(asc(sourceColumns.table), asc(sourceColumns.position));
  const comments = await db
    .select({ table: sourceTables.name, comment: problemComments })
    .from(problemComments)
    .innerJoin(sourceTables, eq(sourceTables.id, problemComments.table))
    .where(inArray(problemComments.table, ids))
    .orderBy(asc(problemComments.id))
    .limit(maxComments);
  return {
    file: file.id,
    fileName: file.name,
    tables: dataTables.map(({ id, name, rowCount, n }) => ({
      name,
      rowCount,
      n,
      columns: columns
        .filter(({ table }) => table === id)
        .map((column) => ({ name: column.name, key: column.targetKey, unit: column.targetUnit })),
    })),
    comments: comments.map(({ table, comment: { rule, column, cell, comment } }) => ({
      table,
      rule,
      column,
      row: cell,
      comment,
    })),
    documents: (await listDocuments(db, upload.number)).map(({ name, sha256 }) => ({ name, sha256 })),
    metadata: study.metadata,
  };
}
