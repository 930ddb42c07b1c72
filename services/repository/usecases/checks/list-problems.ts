import type { Problem } from '@domain/api/mapping';
import { type ListedGroup, type ProblemPage, type ProblemQuery, wholeTableColumn } from '@domain/api/problems';
import { columnLetters } from '@domain/column-letters';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { type CheckedColumn, mappedColumns } from '../../checks/checked-table';
import { checkOf, problemsTag, readGroupCells, readProblems } from '../../checks/read-problems';
import { groupId, lineRenderer, commentLookup, renderCell } from '../../checks/render-problems';
import { findRule, rules } from '../../checks/rules';
import { findAllowedUpload, dataTable } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { orRefuse } from '../../files/read-objects';
import { listSourceColumns, type SourceColumn } from '../../store/mapping';
import {
  countProblems,
  type LineFilter,
  listProblemColumns,
  listProblemLines,
  type ProblemGroup,
  wholeGroup,
  wholeTable,
} from '../../store/problem-lines';
import { listProblemComments, listProblemGroups } from '../../store/problems';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';

/** Problems of a table, with the first cells of large groups, and a tag of the problems and their comments. */
export async function listProblems(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<{ problems: Problem[]; tag: string }> {
  const progress = await findAllowedUpload('listProblems', actor, db, input.id);
  const table = dataTable(progress, input.table);
  // Read the tag first. A change in between then shows up in the list but not in the tag, so it is not overwritten.
  const tag = await problemsTag(db, table.id);
  return { tag, problems: await readProblems(db, { table: table.id, kind: progress.upload.kind }, language) };
}

/** Window of the cells of a group, one problem per cell. Refuses with 'not-found' if there is no such group. */
export async function listGroupProblems(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string; group: string; offset: number; limit: number },
  language: Language,
): Promise<Problem[]> {
  const progress = await findAllowedUpload('listGroupProblems', actor, repository.db, input.id);
  const table = dataTable(progress, input.table);
  const group = await findGroup(repository, table, input.group);
  const columns = mappedColumns(progress.upload.kind, await listSourceColumns(repository.db, table.id));
  const comments = await listProblemComments(repository.db, table.id, [group]);
  return readGroupProblems(repository, { group, columns, comments }, input, language);
}

/** A group of a table's problems by its id; refuses with 'not-found'. */
async function findGroup({ db }: RepositoryContext, table: TableProgress, id: string): Promise<ProblemGroup> {
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

/** Window of the cells of a group as problems, with their comments. */
async function readGroupProblems(
  repository: RepositoryContext,
  { group, columns, comments }: CommentedGroup,
  window: { offset: number; limit: number },
  language: Language,
): Promise<Problem[]> {
  const rule = findRule(group.rule);
  if (!rule) throw new Refusal('not-found');
  const column = columns.find(({ position }) => position === group.column) ?? null;
  const commentOn = commentLookup(comments);
  const cells = await orRefuse('not-found', readGroupCells(repository, group, window));
  return cells.map((cell) => ({ ...renderCell(group, rule, column, cell, language), ...commentOn(group, cell.row) }));
}

/** Rules about whole columns. They are listed first because they may explain the problems of single cells. */
const explaining = rules.flatMap(({ id, scope }) => (scope === 'column' ? [id] : []));

interface Source {
  progress: UploadProgress;
  table: TableProgress;
  columns: SourceColumn[];
}

/**
 * One page of a table's problems by group, or of the cells of one group, with the counts and columns of all problems.
 * Only that page is read. Refuses with 'not-found' if there is no such group.
 */
export async function pageProblems(
  actor: Actor,
  repository: RepositoryContext,
  { id, table: name, ...query }: { id: string; table: string } & ProblemQuery,
  language: Language,
): Promise<ProblemPage> {
  const { db } = repository;
  const progress = await findAllowedUpload('pageProblems', actor, db, id);
  const table = dataTable(progress, name);
  const source = { progress, table, columns: await listSourceColumns(db, table.id) };
  const counts = await countProblems(db, table.id);
  const columns = (await listProblemColumns(db, table.id)).map((position) =>
    position === null
      ? { letters: wholeTableColumn, name: '' }
      : { letters: columnLetters(position), name: source.columns[position]?.name ?? '' },
  );
  const page =
    query.group === undefined
      ? await pageOfGroups(repository, source, query, language)
      : await pageOfCells(repository, source, { ...query, group: query.group }, language);
  return { check: checkOf(table), counts, columns, ...page };
}

type Page = Pick<ProblemPage, 'total' | 'offset' | 'groups'>;

async function pageOfGroups(
  { db }: RepositoryContext,
  { progress, table, columns }: Source,
  { offset, limit, column, severity }: ProblemQuery,
  language: Language,
): Promise<Page> {
  const position = columns.find((source) => columnLetters(source.position) === column)?.position;
  const filter: LineFilter = { column: column === wholeTableColumn ? null : position, severity };
  const found = await listProblemLines(db, table.id, { offset, limit, filter, explaining });
  const ids = [...new Set(found.lines.map(({ group }) => group))];
  const stored = await listProblemGroups(db, table.id, ids);
  const comments = await listProblemComments(db, table.id, stored);
  const render = lineRenderer(comments, language);
  const mapped = new Map(mappedColumns(progress.upload.kind, columns).map((target) => [target.position, target]));
  const groups = ids.flatMap((id): ListedGroup[] => {
    const group = stored.find((one) => one.id === id);
    if (!group) return [];
    const target = group.column === null ? null : (mapped.get(group.column) ?? null);
    const problems = found.lines.flatMap((line) =>
      line.group === id ? (render(group, target, line.position) ?? []) : [],
    );
    return [{ ...describeGroup(group, comments), problems }];
  });
  return { total: found.total, offset: found.offset, groups };
}

async function pageOfCells(
  repository: RepositoryContext,
  source: Source,
  { group: id, offset: wanted, limit }: ProblemQuery & { group: string },
  language: Language,
): Promise<Page> {
  const group = await findGroup(repository, source.table, id);
  const last = Math.floor((group.count - 1) / limit) * limit;
  const offset = wanted < group.count ? wanted : last;
  const comments = await listProblemComments(repository.db, source.table.id, [group]);
  const columns = mappedColumns(source.progress.upload.kind, source.columns);
  const commented = { group, columns, comments };
  const problems = await readGroupProblems(repository, commented, { offset, limit }, language);
  return { total: group.count, offset, groups: [{ ...describeGroup(group, comments), problems }] };
}

function describeGroup(
  group: ProblemGroup,
  comments: { rule: string; column: number; cell: number; comment: string }[],
): Omit<ListedGroup, 'problems'> {
  const { rule, column, count, canOverride } = group;
  const own = comments.find(
    (comment) => comment.rule === rule && comment.column === (column ?? wholeTable) && comment.cell === wholeGroup,
  );
  const letters = column === null ? '' : columnLetters(column);
  return { id: groupId(group), letters, count, canOverride, comment: own?.comment ?? '' };
}
