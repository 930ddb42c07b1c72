import { and, asc, eq, inArray, max } from 'drizzle-orm';

import type { FileChanges } from '@domain/api/corrections';
import type { ParseOptions } from '@domain/api/readings';

import type { Queryable, Transaction } from './database';
import type { StoredFile } from './files';
import { files } from './schema';

/** Corrected file of an upload that is being read or could not be read; null if there is none. */
export async function findPendingFile(db: Queryable, upload: number): Promise<StoredFile | null> {
  const [file] = await db
    .select()
    .from(files)
    .where(and(eq(files.upload, upload), eq(files.versionState, 'pending')));
  return file ?? null;
}

/** Whether a corrected file of the upload is still being read. */
export async function isBeingCorrected(db: Queryable, upload: number): Promise<boolean> {
  const unread = and(
    eq(files.upload, upload),
    eq(files.versionState, 'pending'),
    inArray(files.state, ['received', 'reading']),
  );
  return (await db.$count(files, unread)) > 0;
}

/**
 * Adds a corrected file as the next version, to be read with the given choices. It replaces an earlier corrected file
 * that has not been read; the key of that one's object is returned. The upload must be locked.
 */
export async function insertPendingFile(
  tx: Transaction,
  upload: number,
  file: Pick<StoredFile, 'id' | 'name' | 'bytes' | 'sha256' | 'objectKey'>,
  { choices, now }: { choices: ParseOptions | null; now: Date },
): Promise<string[]> {
  const [{ last } = { last: 0 }] = await tx
    .select({ last: max(files.version) })
    .from(files)
    .where(eq(files.upload, upload));
  const dropped = await tx
    .update(files)
    .set({ versionState: 'replaced', counts: false })
    .where(and(eq(files.upload, upload), eq(files.versionState, 'pending')))
    .returning({ key: files.objectKey });
  await tx
    .insert(files)
    .values({
      ...file,
      upload,
      version: (last ?? 0) + 1,
      state: 'received',
      versionState: 'pending',
      choices,
      receivedAt: now,
    });
  return dropped.map(({ key }) => key);
}

/** Makes a corrected file that has been read the current one. */
export async function putInForce(
  tx: Transaction,
  { id, upload }: Pick<StoredFile, 'id' | 'upload'>,
  changes: FileChanges,
): Promise<void> {
  await tx
    .update(files)
    .set({ versionState: 'replaced', counts: false })
    .where(and(eq(files.upload, upload), eq(files.versionState, 'current')));
  await tx.update(files).set({ versionState: 'current', changes }).where(eq(files.id, id));
}

export async function saveChanges(tx: Transaction, file: string, changes: FileChanges): Promise<void> {
  await tx.update(files).set({ changes }).where(eq(files.id, file));
}

/** Stores the choices with which a corrected file is read; null = detected automatically. */
export async function saveParseOptions(db: Queryable, id: string, choices: ParseOptions | null): Promise<void> {
  await db.update(files).set({ choices }).where(eq(files.id, id));
}

/** Corrected files of an upload that were put in force, with what they changed, in their order. */
export async function listCorrections(
  db: Queryable,
  upload: number,
): Promise<{ id: string; version: number; name: string; changes: FileChanges | null }[]> {
  return db
    .select({ id: files.id, version: files.version, name: files.name, changes: files.changes })
    .from(files)
    .where(eq(files.upload, upload))
    .orderBy(asc(files.version));
}
