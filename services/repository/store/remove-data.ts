import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';

import type { Transaction } from './database';
import { removeSetAside } from './detached-comments';
import { deleteAllDocuments } from './documents';
import { forgottenRound } from './erase-upload';
import { forgetCurves } from './norm-versions';
import { deleteKeptFilesOf } from './kept-files';
import { deleteContributions } from './norms';
import { deleteLinks } from './private-links';
import { changeRequests, dataSets, files, problemGroups, publishedTables, sourceTables } from './schema';

/**
 * Removes every row of the store that has data of a locked upload, or that tells what is in it: published and source
 * tables, problems, comments, documents, kept files. The description stays. Returns the keys of the objects that are not
 * removed yet, some of which others may refer to.
 */
export async function removeDataRows(tx: Transaction, { number, nr }: { number: number; nr: number | null }) {
  const source = await removeSourceRows(tx, number);
  await forgetRounds(tx, number);
  const published = nr === null ? [] : await removePublished(tx, nr);
  return [...source, ...published];
}

/**
 * Removes tables, problems, comments, documents and private links of an upload, so that the same files can be uploaded
 * again. Returns the keys of the objects, some of which others may refer to.
 */
export async function removeSourceRows(tx: Transaction, upload: number): Promise<string[]> {
  const own = tx.select({ id: files.id }).from(files).where(eq(files.upload, upload));
  const ownTables = tx.select({ id: sourceTables.id }).from(sourceTables).where(inArray(sourceTables.file, own));
  const problems = await tx
    .select({ key: problemGroups.objectKey })
    .from(problemGroups)
    .where(and(inArray(problemGroups.table, ownTables), isNotNull(problemGroups.objectKey)));
  const tables = await tx
    .delete(sourceTables)
    .where(inArray(sourceTables.file, own))
    .returning({ key: sourceTables.objectKey });
  const originals = await tx
    .update(files)
    .set({ counts: false, changes: null })
    .where(eq(files.upload, upload))
    .returning({ key: files.objectKey });
  const documents = await deleteAllDocuments(tx, upload);
  await removeSetAside(tx, upload);
  await deleteLinks(tx, upload);
  // Original and rows may be removed already.
  return [...[...problems, ...tables, ...originals].flatMap(({ key }) => (key ? [key] : [])), ...documents];
}

/** Requests for changes keep the submission as it was, with names of columns and comments on cells. */
async function forgetRounds(tx: Transaction, upload: number): Promise<void> {
  const before = sql`${changeRequests.before} || '{"tables": [], "comments": [], "documents": []}'::jsonb`;
  const isKept = ne(changeRequests.before, forgottenRound);
  await tx
    .update(changeRequests)
    .set({ before })
    .where(and(eq(changeRequests.upload, upload), isKept));
}

async function removePublished(tx: Transaction, nr: number): Promise<string[]> {
  await deleteContributions(tx, nr);
  await forgetCurves(tx, nr);
  const tables = await tx
    .delete(publishedTables)
    .where(eq(publishedTables.nr, nr))
    .returning({ key: publishedTables.objectKey });
  const told = { count: null, genders: [], ages: [], exercises: [], pubYears: [] };
  const row = sql`${dataSets.row} || ${JSON.stringify(told)}::jsonb`;
  await tx.update(dataSets).set({ row, values: 0, results: null, postalAreas: [] }).where(eq(dataSets.nr, nr));
  return [...tables.map(({ key }) => key), ...(await deleteKeptFilesOf(tx, nr))];
}
