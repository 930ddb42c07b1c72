import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';

import type { Transaction } from './database';
import {
  askedExperts,
  changeRequests,
  correctionProposals,
  decisionLetters,
  doiErrors,
  files,
  newVersions,
  panelOpenings,
  panelSeats,
  problemComments,
  problemGroups,
  reviewNotes,
  sourceColumns,
  sourceTables,
  studies,
  studyMembers,
  uploadParts,
  uploads,
  votes,
} from './schema';

/**
 * Removes what `deleteUploadRows` leaves of a locked upload: its file's name, the description, and everything that was
 * written about it. What is left are its number and, for the figures of the board, who voted how and when.
 */
export async function eraseUploadRows(
  tx: Transaction,
  { number, study }: { number: number; study: number },
): Promise<void> {
  await tx.delete(uploadParts).where(eq(uploadParts.upload, number));
  // Rows of files stay, because the registration of DOIs expects one.
  const blank = { name: '', sha256: '', objectKey: '', changes: null, failureParameters: null, skipped: [] };
  await tx.update(files).set(blank).where(eq(files.upload, number));
  await tx.delete(changeRequests).where(eq(changeRequests.upload, number));
  await tx.delete(reviewNotes).where(eq(reviewNotes.upload, number));
  await tx.delete(decisionLetters).where(eq(decisionLetters.upload, number));
  await tx.delete(doiErrors).where(eq(doiErrors.upload, number));
  await tx.delete(newVersions).where(eq(newVersions.upload, number));
  await tx.delete(panelSeats).where(eq(panelSeats.upload, number));
  await tx.delete(panelOpenings).where(eq(panelOpenings.upload, number));
  await tx.delete(askedExperts).where(eq(askedExperts.upload, number));
  await tx.delete(studyMembers).where(eq(studyMembers.upload, number));
  await tx.update(votes).set({ note: '', criteria: {} }).where(eq(votes.upload, number));
  await tx.execute(sql`update repository.review_history set content = '{}' where upload = ${number}`);
  await eraseStudy(tx, study);
}

/** Empties the description of a locked study of which no upload is left. */
async function eraseStudy(tx: Transaction, study: number): Promise<void> {
  const isLeft = and(eq(uploads.study, study), isNull(uploads.deletedAt));
  if ((await tx.$count(uploads, isLeft)) > 0) return;
  const empty = { title: null, titleKey: null, titleCounts: false, metadata: [], formerlyNamed: [], savedAt: null };
  await tx.update(studies).set(empty).where(eq(studies.id, study));
  await tx.delete(studyMembers).where(eq(studyMembers.study, study));
}

/** Ends what the owner of a locked public upload has offered to others, and withdraws their proposal of a correction. */
export async function closeOffers(
  tx: Transaction,
  { number, study, owner, now }: { number: number; study: number; owner: string; now: Date },
): Promise<void> {
  const isOpen = and(isNull(studyMembers.acceptedAt), isNull(studyMembers.endedAt));
  const ofUpload = sql`(${studyMembers.upload} = ${number} or ${studyMembers.study} = ${study})`;
  await tx.update(studyMembers).set({ endedAt: now }).where(and(isOpen, ofUpload));
  const isTheirs = and(eq(correctionProposals.study, study), eq(correctionProposals.proposer, owner));
  await tx.delete(correctionProposals).where(isTheirs);
  // The letter to the owner is not published, and neither is whom earlier submissions named.
  await tx.delete(decisionLetters).where(eq(decisionLetters.upload, number));
  await tx.execute(sql`
    update repository.review_history set content = content - 'text'
    where upload = ${number} and act in ('edited-letter', 'sent-letter')`);
  await tx.update(studies).set({ formerlyNamed: [] }).where(eq(studies.id, study));
}

/**
 * Removes from a locked public upload what only its contributor could read: original, rows as they were read, cells of
 * problems, and names and measures of the file. What was checked and explained stays for the statement of quality.
 * Returns the keys of the objects, some of which others may refer to.
 */
export async function removeSourceRows(tx: Transaction, number: number): Promise<string[]> {
  const own = tx.select({ id: files.id }).from(files).where(eq(files.upload, number));
  const ownTables = tx.select({ id: sourceTables.id }).from(sourceTables).where(inArray(sourceTables.file, own));
  const originals = await tx.select({ key: files.objectKey }).from(files).where(eq(files.upload, number));
  const tables = await tx
    .select({ key: sourceTables.objectKey })
    .from(sourceTables)
    .where(inArray(sourceTables.file, own));
  const problems = await tx
    .select({ key: problemGroups.objectKey })
    .from(problemGroups)
    .where(and(inArray(problemGroups.table, ownTables), isNotNull(problemGroups.objectKey)));
  const name = sql`'upload-' || ${number}::text || coalesce(substring(${files.name} from '\\.[A-Za-z0-9]{1,5}$'), '')`;
  await tx.update(files).set({ objectKey: '', name }).where(eq(files.upload, number));
  const tableName = sql`'table-' || (${sourceTables.position} + 1)::text`;
  await tx
    .update(sourceTables)
    .set({ objectKey: '', top: null, name: tableName })
    .where(inArray(sourceTables.file, own));
  await tx.update(sourceColumns).set({ summary: null, info: null }).where(inArray(sourceColumns.table, ownTables));
  const cells = sql`(select coalesce(jsonb_agg(jsonb_build_object('row', cell->'row', 'parameters', '{}'::jsonb)), '[]')
    from jsonb_array_elements(${problemGroups.cells}) as cell)`;
  // A key that is not null tells that there were more problems than are listed.
  const objectKey = sql`case when ${problemGroups.objectKey} is null then null else '' end`;
  await tx.update(problemGroups).set({ cells, objectKey }).where(inArray(problemGroups.table, ownTables));
  await tx.update(problemComments).set({ value: '' }).where(inArray(problemComments.table, ownTables));
  return [...originals, ...tables, ...problems].flatMap(({ key }) => (key ? [key] : []));
}
