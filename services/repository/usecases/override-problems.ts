import { columnLetters } from '@domain/column-letters';
import type { Problem, ProblemComment } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { maxCommentCharacters, minCommentCharacters } from '@domain/limits';
import { parseUploadId } from '@domain/upload-id';

import { groupId } from '../checks/render-problems';
import { lockUpload } from '../store/mapping';
import {
  furtherCells,
  listProblemGroups,
  saveComments,
  wholeTable,
  type ProblemGroup,
} from '../store/problems';
import { awaitChecks } from './await-checks';
import type { Actor, RepositoryContext } from './context';
import { findEditableUpload, tableNamed } from './find-source-table';
import { readProblems } from './read-problems';

/** '<rule>-<column or T>-<row or more>' */
const problemIdPattern = /^(R\d{2}-(?:\d{1,6}|T))-(\d{1,10}|more)$/;

/**
 * Saves comments that override problems, all or none. An empty comment withdraws one; comments on
 * problems that a new check no longer finds are left aside. Returns the problems, or null while a check
 * is running. Refuses with 'upload-submitted', 'comment-too-short', 'comment-too-long',
 * 'problem-not-overridable', and 'bad-request' for ids that never were.
 */
export async function overrideProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string; comments: ProblemComment[] },
  language: Language,
): Promise<Problem[] | null> {
  const saved = await repository.db.transaction(async (tx) => {
    const number = parseUploadId(input.id)?.number;
    if (number !== undefined) await lockUpload(tx, number);
    const progress = await findEditableUpload(actor, tx, input.id);
    const table = tableNamed(progress, input.table);
    const groups = new Map((await listProblemGroups(tx, table.id)).map((group) => [groupId(group), group]));
    const comments = input.comments.flatMap((comment) => readComment(groups, comment) ?? []);
    await saveComments(tx, table.id, comments, repository.now());
    return { table: table.id, kind: progress.upload.kind };
  });
  if (!(await awaitChecks(repository, [saved.table]))) return null;
  return readProblems(repository.db, saved, language);
}

/** A comment with the place it is kept at; null when its group has vanished. */
function readComment(groups: Map<string, ProblemGroup>, { id, comment }: ProblemComment) {
  const [, groupName = '', place = ''] = problemIdPattern.exec(id) ?? [];
  if (groupName === '') throw new Refusal('bad-request');
  const group = groups.get(groupName);
  if (!group) return null;
  const { cell, row, value } = findCell(group, place);
  const text = comment.trim();
  const name = cellName(group, row);
  if (text !== '') {
    if (!group.canOverride) throw new Refusal('problem-not-overridable', { cell: name });
    if (text.length < minCommentCharacters) {
      throw new Refusal('comment-too-short', { cell: name, min: minCommentCharacters });
    }
    if (text.length > maxCommentCharacters) {
      throw new Refusal('comment-too-long', { cell: name, max: maxCommentCharacters });
    }
  }
  return { rule: group.rule, column: group.column ?? wholeTable, cell, value, comment: text };
}

function findCell(group: ProblemGroup, place: string): { cell: number; row: number; value: string } {
  if (place === 'more') {
    if (group.count === group.cells.length) throw new Refusal('bad-request');
    return { cell: furtherCells, row: Number(group.parameters.nextRow), value: '' };
  }
  const found = group.cells.find(({ row }) => row === Number(place));
  if (!found) throw new Refusal('bad-request');
  return { cell: found.row, row: found.row, value: found.value ?? '' };
}

/** The cell as the list of problems names it; the rule for a problem of the table. */
function cellName(group: ProblemGroup, row: number): string {
  if (group.column === null) return group.rule;
  const letters = columnLetters(group.column);
  return row === 0 ? letters : `${letters}/${row}`;
}
