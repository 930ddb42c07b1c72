import { and, asc, eq, inArray, sql } from 'drizzle-orm';

import type { Finding } from '@domain/api/documents';

import type { Queryable, Transaction } from './database';
import { documents } from './schema';

export type StoredDocument = typeof documents.$inferSelect;

/** Documents of an upload, in the order of their names. */
export async function listDocuments(db: Queryable, upload: number): Promise<StoredDocument[]> {
  const rows = await db
    .select()
    .from(documents)
    .where(eq(documents.upload, upload))
    .orderBy(asc(documents.receivedAt), asc(documents.id));
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * What makes names of documents the same, by name: their small letters as the database makes them, which are not always
 * those of JavaScript and decide about the unique index of an upload.
 */
export async function documentKeys(db: Queryable, names: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.execute<{ name: string; key: string }>(
    sql`select name, lower(name) as key from unnest(${sql.param([...names])}::text[]) as name`,
  );
  return new Map(rows.map(({ name, key }) => [name, key]));
}

export async function insertDocument(tx: Transaction, document: typeof documents.$inferInsert): Promise<void> {
  await tx.insert(documents).values(document);
}

/** Deletes some documents of an upload. Returns the keys of their objects, which others may refer to. */
export async function deleteDocuments(tx: Transaction, upload: number, ids: string[]): Promise<string[]> {
  const rows = await tx
    .delete(documents)
    .where(and(eq(documents.upload, upload), inArray(documents.id, ids)))
    .returning({ key: documents.objectKey });
  return rows.map(({ key }) => key);
}

/** Deletes all documents of an upload. Returns the keys of their objects, which others may refer to. */
export async function deleteAllDocuments(tx: Transaction, upload: number): Promise<string[]> {
  const rows = await tx.delete(documents).where(eq(documents.upload, upload)).returning({ key: documents.objectKey });
  return rows.map(({ key }) => key);
}

export async function saveFindings(tx: Transaction, id: string, findings: Finding[]): Promise<void> {
  await tx.update(documents).set({ findings }).where(eq(documents.id, id));
}
