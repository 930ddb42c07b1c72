import type { Problem, ProblemComment } from '@domain/api/mapping';
import type { ProblemCounts } from '@domain/api/problems';
import { columnLetters } from '@domain/column-letters';
import { commentError, maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { checkOf, findGroupCells, problemsTag, readProblems } from '../../checks/read-problems';
import { groupId } from '../../checks/render-problems';
import { type ExpectedTags, refuseOverwriting } from '../../content-tag';
import { findAllowedUpload, lockAllowedUpload, type OwnerUseCase, dataTable } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse } from '../../files/read-objects';
import { awaitChecks } from '../../context/wait-for-jobs';
import { lockSourceTable } from '../../store/locks';
import {
  countProblems,
  furtherCells,
  type ProblemGroup,
  wholeCell,
  wholeGroup,
  wholeTable,
} from '../../store/problem-lines';
import { findOther } from '../../store/people';
import { recordCommenter } from '../../store/mapping';
import { listProblemGroups, saveComments } from '../../store/problems';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';

/** '<rule>-<column or T>-<row, more or all>' */
const problemIdPattern = /^(R\d{2}-(?:\d{1,6}|T))-(\d{1,10}|more|all)$/;

interface SaveComments {
  id: string;
  table: string;
  comments: ProblemComment[];
  /** The user has confirmed that some problems have no comment. */
  confirmed: boolean;
  /** The check whose problems the user has seen. */
  check?: string;
  expected?: ExpectedTags;
}

/**
 * Saves comments that override problems, all or none. An empty comment removes one. Comments on problems that a newer
 * check no longer finds are ignored, unless `check` names the check that the user has seen. Refuses with
 * 'upload-submitted', 'comment-too-short', 'comment-too-long', 'problem-not-overridable', 'bad-request' for invalid ids,
 * 'problems-changed' if `check` is not the last one, 'not-ready' if that is still running, 'uncommented-problems' unless
 * `confirmed`, and 'saved-elsewhere' if problems and comments have none of the tags `expected` and the input changes
 * something.
 */
export function saveProblemComments(
  actor: Actor,
  repository: RepositoryContext,
  input: SaveComments,
): Promise<SavedComments> {
  return save('saveProblemComments', actor, repository, input);
}

interface SavedComments {
  progress: UploadProgress;
  table: TableProgress;
  counts: ProblemCounts;
}

async function save(
  useCase: OwnerUseCase,
  actor: Actor,
  repository: RepositoryContext,
  input: SaveComments,
): Promise<SavedComments> {
  const { db } = repository;
  const { id, table: name, comments, confirmed, check, expected = null } = input;
  const seen = dataTable(await findAllowedUpload(useCase, actor, db, id), name);
  const found = await findCells(repository, seen, comments);
  const saved = await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload(useCase, actor, tx, id);
    const table = dataTable(progress, name);
    // The file was replaced or read again in the meantime, so the cells have other content. Start over.
    if (table.id !== seen.id) return null;
    // The same order of locks as in a check that is just finishing.
    const locked = await lockSourceTable(tx, table.id);
    const groups = new Set((await listProblemGroups(tx, table.id)).map(groupId));
    const current = found.filter(({ group }) => groups.has(group));
    if (check !== undefined) refuseGone(table, comments, current, check);
    const before = expected && (await problemsTag(tx, table.id));
    await saveComments(
      tx,
      table.id,
      current.map(({ position }) => position),
      repository.now(),
    );
    if (before !== null && before !== (await problemsTag(tx, table.id))) {
      const by = await findOther(tx, actor, locked?.commentedBy ?? null);
      refuseOverwriting(before, expected, { at: locked?.commentedAt ?? null, by });
    }
    if (current.length > 0) await recordCommenter(tx, table.id, actor.subject, repository.now());
    const counts = await countProblems(tx, table.id);
    if (counts.open > 0 && !confirmed) throw new Refusal('uncommented-problems', { count: counts.open });
    return { progress, table, counts };
  });
  return saved ?? save(useCase, actor, repository, input);
}

/** Refuses comments that were typed on the problems of another check, or on problems that do not exist. */
function refuseGone(table: TableProgress, comments: ProblemComment[], current: { id: string }[], seen: string): void {
  const typed = comments.filter(({ comment }) => comment.trim() !== '');
  const known = new Set(current.map(({ id }) => id));
  const gone = typed.flatMap(({ id }) => (known.has(id) ? [] : id));
  const check = checkOf(table);
  if (typed.length === 0 || (gone.length === 0 && seen === check)) return;
  if (table.checkState === 'running') throw new Refusal('not-ready');
  throw new Refusal('problems-changed', {}, { check, gone });
}

/** Storage keys of comments, without those whose group or cell no longer exists. */
async function findCells(repository: RepositoryContext, { id: table }: TableProgress, comments: ProblemComment[]) {
  const groups = new Map((await listProblemGroups(repository.db, table)).map((group) => [groupId(group), group]));
  const byGroup = new Map<string, PlacedComment[]>();
  for (const { id, comment } of comments) {
    const [, group = '', position = ''] = problemIdPattern.exec(id) ?? [];
    if (group === '') throw new Refusal('bad-request');
    const some = byGroup.get(group) ?? [];
    some.push({ id, position, comment: comment.trim() });
    byGroup.set(group, some);
  }
  const positions = [...byGroup].flatMap(([name, some]) => {
    const group = groups.get(name);
    return group ? [positionsOf(repository, group, some)] : [];
  });
  return (await Promise.all(positions)).flat();
}

/** A comment with the last part of its id: a row, 'more' or 'all'. */
interface PlacedComment extends ProblemComment {
  position: string;
}

async function positionsOf(repository: RepositoryContext, group: ProblemGroup, comments: PlacedComment[]) {
  const rows = comments.flatMap(({ position }) => (/^\d/.test(position) ? [Number(position)] : []));
  const values = new Map(
    (await orRefuse('not-found', findGroupCells(repository, group, rows))).map(({ row, value }) => [row, value]),
  );
  return comments.flatMap(({ id, position: name, comment }) => {
    const cell = cellOf(group, name);
    if (cell >= wholeCell && !values.has(cell)) return [];
    checkComment(group, name, comment);
    const value = values.get(cell) ?? '';
    const position = { rule: group.rule, column: group.column ?? wholeTable, cell, value, comment };
    return [{ id, group: groupId(group), position }];
  });
}

function cellOf(group: ProblemGroup, position: string): number {
  if (position === 'all') return wholeGroup;
  if (position !== 'more') return Number(position);
  if (group.count === group.cells.length) throw new Refusal('bad-request');
  return furtherCells;
}

function checkComment(group: ProblemGroup, position: string, comment: string): void {
  if (comment === '') return;
  const cell = cellName(group, position);
  if (!group.canOverride) throw new Refusal('problem-not-overridable', { cell });
  const error = commentError(comment);
  if (error) throw new Refusal(error, { cell, min: minCommentCharacters, max: maxCommentCharacters });
}

/** Name of a cell as in the list of problems; of the column for several cells, of the rule for the whole table. */
function cellName(group: ProblemGroup, position: string): string {
  if (group.column === null) return group.rule;
  const letters = columnLetters(group.column);
  return Number(position) > 0 ? `${letters}/${position}` : letters;
}

/**
 * Saves comments even if some problems have none. Otherwise refuses like `saveProblemComments`. Returns all problems,
 * or null while a check is running.
 */
export async function overrideProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string; comments: ProblemComment[]; expected?: ExpectedTags },
  language: Language,
): Promise<Problem[] | null> {
  const { progress, table } = await save('overrideProblems', actor, repository, { ...input, confirmed: true });
  if (!(await awaitChecks(repository, [table.id]))) return null;
  return readProblems(repository.db, { table: table.id, kind: progress.upload.kind }, language);
}
