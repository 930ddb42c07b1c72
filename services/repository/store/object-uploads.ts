import { and, eq, inArray, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';

import { formatUploadId, type UploadId } from '@domain/upload-id';

import type { Queryable } from './database';
import { documents, files, problemGroups, publishedTables, sourceTables, uploads } from './schema';

/** An upload to which an object belongs, with the name of its file or document. */
export interface ObjectUpload {
  id: UploadId;
  fileName: string;
}

/** Uploads of objects by key, the oldest first: a revision shares the objects of the upload that it revises. */
export async function findObjectUploads(db: Queryable, keys: string[]): Promise<Map<string, ObjectUpload[]>> {
  const found = new Map<string, ObjectUpload[]>();
  if (keys.length === 0) return found;
  const rows = await uploadsOfObjects(db, keys);
  for (const { key, number, kind, fileName } of rows.sort((one, other) => one.number - other.number)) {
    const id = formatUploadId(number, kind);
    const known = found.get(key) ?? [];
    if (!known.some((upload) => upload.id === id)) known.push({ id, fileName });
    found.set(key, known);
  }
  return found;
}

function uploadsOfObjects(db: Queryable, keys: string[]) {
  const { number, kind } = uploads;
  const ofUpload = { number, kind, fileName: files.name };
  const ofFile = eq(uploads.number, files.upload);
  return union(
    db
      .select({ key: files.objectKey, ...ofUpload })
      .from(files)
      .innerJoin(uploads, ofFile)
      .where(inArray(files.objectKey, keys)),
    db
      .select({ key: documents.objectKey, number, kind, fileName: documents.name })
      .from(documents)
      .innerJoin(uploads, eq(uploads.number, documents.upload))
      .where(inArray(documents.objectKey, keys)),
    db
      .select({ key: sourceTables.objectKey, ...ofUpload })
      .from(sourceTables)
      .innerJoin(files, eq(files.id, sourceTables.file))
      .innerJoin(uploads, ofFile)
      .where(inArray(sourceTables.objectKey, keys)),
    db
      .select({ key: sql<string>`${problemGroups.objectKey}`, ...ofUpload })
      .from(problemGroups)
      .innerJoin(sourceTables, eq(sourceTables.id, problemGroups.table))
      .innerJoin(files, eq(files.id, sourceTables.file))
      .innerJoin(uploads, ofFile)
      .where(inArray(problemGroups.objectKey, keys)),
    db
      .select({ key: publishedTables.objectKey, ...ofUpload })
      .from(publishedTables)
      .innerJoin(uploads, eq(uploads.nr, publishedTables.nr))
      .innerJoin(files, and(ofFile, eq(files.versionState, 'current')))
      .where(inArray(publishedTables.objectKey, keys)),
  );
}
