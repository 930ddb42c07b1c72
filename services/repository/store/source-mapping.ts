import { and, asc, eq } from 'drizzle-orm';

import type { Queryable } from './database';
import { files, sourceColumns, sourceTables } from './schema';

/** Column of a contributor's file with its target. */
export interface FileColumn {
  tableId: number;
  table: string;
  tablePosition: number;
  position: number;
  name: string;
  targetKey: string | null;
  targetUnit: string | null;
}

/** Columns of an upload's current file, ordered by table and position. */
export async function listSourceMapping(db: Queryable, upload: number): Promise<FileColumn[]> {
  const [file] = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.upload, upload), eq(files.versionState, 'current')));
  if (!file) return [];
  return db
    .select({
      tableId: sourceTables.id,
      table: sourceTables.name,
      tablePosition: sourceTables.position,
      position: sourceColumns.position,
      name: sourceColumns.name,
      targetKey: sourceColumns.targetKey,
      targetUnit: sourceColumns.targetUnit,
    })
    .from(sourceColumns)
    .innerJoin(sourceTables, eq(sourceTables.id, sourceColumns.table))
    .where(eq(sourceTables.file, file.id))
    .orderBy(asc(sourceTables.position), asc(sourceColumns.position));
}
