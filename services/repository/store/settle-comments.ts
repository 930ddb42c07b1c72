import { eq, inArray } from 'drizzle-orm';

import type { CommentOutcome, ComparedComment, FileChanges } from '@domain/api/corrections';

import { saveChanges } from './corrections';
import type { Transaction } from './database';
import { tallyProblems } from './former-tables';
import { lockChanges } from './locks';
import { furtherCells, wholeCell, wholeTable } from './problem-lines';
import { listProblemComments, type ProblemGroupInsert } from './problems';
import { problemComments, type sourceTables } from './schema';

type Comment = Awaited<ReturnType<typeof listProblemComments>>[number];
type Table = Pick<typeof sourceTables.$inferSelect, 'id' | 'file' | 'name'>;

/**
 * At the first check of a table of a corrected file, keeps comments if only the notation of a value has changed (41.50
 * became 41.5), or the figures of a problem of a column or table. Call it before the problems are replaced, which
 * removes comments on other values.
 */
export async function carryComments(tx: Transaction, table: Table, groups: ProblemGroupInsert[]): Promise<void> {
  const { changed } = await findUnsettled(tx, table);
  if (!changed || changed.comments.length === 0) return;
  for (const comment of await listProblemComments(tx, table.id)) {
    const cell = groupOf(comment, groups)?.cells.find(({ row }) => row === comment.cell);
    const value = cell?.value ?? '';
    if (!cell || value === comment.value) continue;
    if (comment.cell !== wholeCell && !isSameNumber(value, comment.value)) continue;
    await tx.update(problemComments).set({ value }).where(eq(problemComments.id, comment.id));
  }
}

/**
 * After that check, keeps the comments on the previous file whose problems still exist. The others are removed but
 * remain readable among the changes of the file. Does nothing at later checks. Call it after the problems are replaced.
 */
export async function resolveComments(tx: Transaction, table: Table, groups: ProblemGroupInsert[]): Promise<void> {
  const { changes, changed } = await findUnsettled(tx, table);
  if (!changes || !changed) return;
  const stored = await listProblemComments(tx, table.id);
  const settled = changed.comments.map((compared) => {
    if (compared.fate !== 'waiting') return { compared, own: undefined };
    const own = stored.find((comment) => isAt(compared, comment));
    return { compared: { ...compared, fate: commentOutcome(compared, own, groups) }, own };
  });
  const dropped = settled.flatMap(({ compared, own }) => (own && compared.fate !== 'kept' ? [own.id] : []));
  if (dropped.length > 0) await tx.delete(problemComments).where(inArray(problemComments.id, dropped));
  const comments = settled.map(({ compared }) => compared);
  await saveChanges(tx, table.file, {
    ...changes,
    tables: changes.tables.map((one) =>
      one === changed ? { ...changed, comments, problemsAfter: tallyProblems(groups) } : one,
    ),
  });
}

/** Changes of the file of a table, and those of the table itself if this is its first check. */
async function findUnsettled(
  tx: Transaction,
  { file, name }: Table,
): Promise<{ changes: FileChanges | null; changed: FileChanges['tables'][number] | undefined }> {
  const changes = await lockChanges(tx, file);
  const changed = changes?.tables.find((table) => table.name === name && table.problemsAfter === null);
  return { changes, changed };
}

function isAt(compared: ComparedComment, { rule, column, cell }: Comment): boolean {
  return compared.rule === rule && compared.position === column && compared.cell === cell;
}

function groupOf({ rule, column }: Pick<Comment, 'rule' | 'column'>, groups: ProblemGroupInsert[]) {
  return groups.find((group) => group.rule === rule && (group.column ?? wholeTable) === column);
}

/** Outcome of a comment, from the problems that the check has found. `own` is missing if it was removed. */
function commentOutcome(
  { rule, position, cell }: ComparedComment,
  own: Comment | undefined,
  groups: ProblemGroupInsert[],
): CommentOutcome {
  const group = groupOf({ rule, column: position ?? Number.NaN }, groups);
  if (!group) return 'problem-gone';
  const hasFurther = group.count > group.cells.length;
  const isListed = group.cells.some(({ row }) => row === cell);
  const isHit = cell === furtherCells || cell > wholeCell ? isListed || hasFurther : true;
  if (!isHit) return 'problem-gone';
  return own ? 'kept' : 'value-changed';
}

function isSameNumber(a: string, b: string): boolean {
  const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber(a) && isNumber(b) && Number(a) === Number(b);
}
