import type { Problem } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { CheckedColumn } from '../checks/checked-table';
import { mappedColumns } from '../checks/mapped-columns';
import { groupId, placedComments, renderCell } from '../checks/render-problems';
import { findRule } from '../checks/rules';
import { listSourceColumns } from '../store/mapping';
import { listProblemComments, listProblemGroups, type ProblemGroup } from '../store/problems';
import type { TableProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, tableNamed } from './find-source-table';
import { orNotFound } from './or-not-found';
import { problemsTag } from './problems-tag';
import { readGroupCells } from './read-group-cells';
import { readProblems } from './read-problems';

/**
 * The problems of a table, large groups by their first cells, and the tag of them and their comments. For its owner
 * and the editorial board.
 */
export async function listProblems(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<{ problems: Problem[]; tag: string }> {
  const progress = await findReadableFile(actor, db, input.id);
  const table = tableNamed(progress, input.table);
  // The tag first: what changes before the rest is read is shown, and not known by it.
  const tag = await problemsTag(db, table.id);
  return { tag, problems: await readProblems(db, { table: table.id, kind: progress.upload.kind }, language) };
}

/** Window of the cells of one group, one problem a cell; 'not-found' for a group that is not there. */
export async function listGroupProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string; group: string; offset: number; limit: number },
  language: Language,
): Promise<Problem[]> {
  const progress = await findReadableFile(actor, repository.db, input.id);
  const table = tableNamed(progress, input.table);
  const group = await findGroup(repository, table, input.group);
  const columns = mappedColumns(progress.upload.kind, await listSourceColumns(repository.db, table.id));
  const comments = await listProblemComments(repository.db, table.id, [group]);
  return readGroupProblems(repository, { group, columns, comments }, input, language);
}

/** A group of a table's problems by its id; refuses with 'not-found'. */
export async function findGroup({ db }: RepositoryContext, table: TableProgress, id: string): Promise<ProblemGroup> {
  const group = (await listProblemGroups(db, table.id)).find((found) => groupId(found) === id);
  if (!group) throw new Refusal('not-found');
  return group;
}

interface CommentedGroup {
  group: ProblemGroup;
  /** Mapped columns of the table. */
  columns: CheckedColumn[];
  comments: Awaited<ReturnType<typeof listProblemComments>>;
}

/** A window of the cells of a group as problems with the comments that hold for them. */
export async function readGroupProblems(
  repository: RepositoryContext,
  { group, columns, comments }: CommentedGroup,
  window: { offset: number; limit: number },
  language: Language,
): Promise<Problem[]> {
  const rule = findRule(group.rule);
  if (!rule) throw new Refusal('not-found');
  const column = columns.find(({ position }) => position === group.column) ?? null;
  const commentOn = placedComments(comments);
  const cells = await orNotFound(readGroupCells(repository, group, window));
  return cells.map((cell) => ({ ...renderCell(group, rule, column, cell, language), ...commentOn(group, cell.row) }));
}
