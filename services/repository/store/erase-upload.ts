import { and, eq, inArray, isNotNull, isNull, sql, type SQLWrapper } from 'drizzle-orm';

import type { FieldChange } from '@domain/metadata/compare';

import type { Transaction } from './database';
import { removeSetAside } from './detached-comments';
import {
  askedExperts,
  changeRequests,
  decisionLetters,
  doiErrors,
  files,
  newVersions,
  panelOpenings,
  panelSeats,
  problemComments,
  problemGroups,
  reviewHistory,
  reviewNotes,
  sourceColumns,
  sourceTables,
  studies,
  studyMembers,
  uploadParts,
  uploads,
  votes,
} from './schema';
import { readNames } from './studies';

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
  await readNames(tx, [study]);
  await tx.delete(studyMembers).where(eq(studyMembers.study, study));
}

/** Ends what the owner of a locked public upload has offered to others. */
export async function closeOffers(
  tx: Transaction,
  { number, study, now }: { number: number; study: number; now: Date },
): Promise<void> {
  const isOpen = and(isNull(studyMembers.acceptedAt), isNull(studyMembers.endedAt));
  const ofUpload = sql`(${studyMembers.upload} = ${number} or ${studyMembers.study} = ${study})`;
  await tx.update(studyMembers).set({ endedAt: now }).where(and(isOpen, ofUpload));
  // The letter to the owner is not published, and neither is whom earlier submissions named.
  await tx.delete(decisionLetters).where(eq(decisionLetters.upload, number));
  await tx.execute(sql`
    update repository.review_history set content = content - 'text'
    where upload = ${number} and act in ('edited-letter', 'sent-letter')`);
  await tx.update(studies).set({ formerlyNamed: [] }).where(eq(studies.id, study));
  await readNames(tx, [study]);
}

/** Stands for a submission of an earlier round in requests for changes, once the contributor's account is deleted. */
export const forgottenRound = {};

/**
 * Removes from a locked public upload what only its contributor could read: original, rows as they were read, cells of
 * problems, names and measures of the file, and what it was in earlier rounds. What was checked and explained stays for
 * the statement of quality. Returns the keys of the objects, some of which others may refer to.
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
  await reduceFiles(tx, number);
  await tx.update(sourceTables).set(reducedTable).where(inArray(sourceTables.file, own));
  await tx.update(sourceColumns).set({ summary: null, info: null }).where(inArray(sourceColumns.table, ownTables));
  await reduceProblems(tx, ownTables);
  await removeSetAside(tx, number);
  await tx.update(changeRequests).set({ before: forgottenRound }).where(eq(changeRequests.upload, number));
  return [...originals, ...tables, ...problems].flatMap(({ key }) => (key ? [key] : []));
}

/** Files without names. Of what corrected files changed, the numbers of rows and problems stay. */
async function reduceFiles(tx: Transaction, number: number): Promise<void> {
  const name = sql`'upload-' || ${number}::text || coalesce(substring(${files.name} from '\\.[A-Za-z0-9]{1,5}$'), '')`;
  const empty = { added: [], gone: [], renamed: [], moved: [], rowsLost: [], mapping: [], values: null, comments: [] };
  const named = (member: string) =>
    sql`case when jsonb_typeof(one->${member}) = 'string' then 'table-' || place::text end`;
  const changes = sql`case when ${files.changes} is not null then jsonb_build_object('formerFileName', '', 'tables',
    (select coalesce(jsonb_agg(one || ${JSON.stringify(empty)}::jsonb
        || jsonb_build_object('name', ${named('name')}, 'formerName', ${named('formerName')}) order by place), '[]')
      from jsonb_array_elements(${files.changes}->'tables') with ordinality as tables(one, place))) end`;
  await tx
    .update(files)
    .set({ objectKey: '', name, changes, skipped: [], failureParameters: null })
    .where(eq(files.upload, number));
}

/** Which rows of a table are no data stays, but not how they begin; a reason that the contributor gave is no cell. */
const reducedTable = {
  objectKey: '',
  top: null,
  name: sql`'table-' || (${sourceTables.position} + 1)::text`,
  recognised: sql`case when ${sourceTables.recognised} is not null then ${sourceTables.recognised} || jsonb_build_object(
    'rows', (select coalesce(jsonb_agg(one || '{"text": ""}' order by place), '[]')
      from jsonb_array_elements(${sourceTables.recognised}->'rows') with ordinality as rows(one, place))) end`,
  dataChoices: sql`${sourceTables.dataChoices} || jsonb_build_object(
    'tests', (select coalesce(jsonb_agg(one - 'text' || '{"spelling": ""}' order by place), '[]')
      from jsonb_array_elements(${sourceTables.dataChoices}->'tests') with ordinality as tests(one, place)))`,
};

/** Problems and comments of tables without the values of cells. */
async function reduceProblems(tx: Transaction, ownTables: SQLWrapper): Promise<void> {
  const cells = sql`(select coalesce(jsonb_agg(jsonb_build_object('row', cell->'row', 'parameters', '{}'::jsonb)), '[]')
    from jsonb_array_elements(${problemGroups.cells}) as cell)`;
  // A key that is not null tells that there were more problems than are listed.
  const objectKey = sql`case when ${problemGroups.objectKey} is null then null else '' end`;
  await tx.update(problemGroups).set({ cells, objectKey }).where(inArray(problemGroups.table, ownTables));
  await tx.update(problemComments).set({ value: '' }).where(inArray(problemComments.table, ownTables));
}

/**
 * Replaces what the history of a locked upload says was changed in its metadata, in a transaction in which the history
 * may be changed (`openHistory`).
 */
export async function reduceChanges(
  tx: Transaction,
  number: number,
  reduce: (changes: readonly FieldChange[]) => FieldChange[],
): Promise<void> {
  const acts = await tx
    .select({ id: reviewHistory.id, content: reviewHistory.content })
    .from(reviewHistory)
    .where(and(eq(reviewHistory.upload, number), sql`${reviewHistory.content} ? 'changes'`));
  for (const { id, content } of acts) {
    const reduced = { ...content, changes: reduce(content.changes ?? []) };
    await tx.update(reviewHistory).set({ content: reduced }).where(eq(reviewHistory.id, id));
  }
}
