import { wholeTableColumn, type ListedGroup, type ProblemPage, type ProblemQuery } from '@domain/api/problems';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';

import { mappedColumns } from '../checks/mapped-columns';
import { groupId, lineRenderer } from '../checks/render-problems';
import { rules } from '../checks/rules';
import { listSourceColumns, type SourceColumn } from '../store/mapping';
import {
  countProblems,
  listProblemColumns,
  listProblemLines,
  wholeGroup,
  wholeTable,
  type LineFilter,
} from '../store/problem-lines';
import { listProblemComments, listProblemGroups, type ProblemGroup } from '../store/problems';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, tableNamed } from './find-source-table';
import { findGroup, readGroupProblems } from './list-problems';

/** Rules about a column as a whole: they may explain what its cells have, and are listed first. */
const explaining = rules.flatMap(({ id, scope }) => (scope === 'column' ? [id] : []));

interface Source {
  progress: UploadProgress;
  table: TableProgress;
  columns: SourceColumn[];
}

/**
 * One page of a table's problems by groups, or of the cells of one group, with what a list says about all
 * of them; however many there are, a page is read. For its owner and the editorial board. Refuses with
 * 'not-found' for a group that is not there.
 */
export async function pageProblems(
  actor: Actor,
  repository: RepositoryContext,
  { id, table: name, ...query }: { id: string; table: string } & ProblemQuery,
  language: Language,
): Promise<ProblemPage> {
  const { db } = repository;
  const progress = await findReadableFile(actor, db, id);
  const table = tableNamed(progress, name);
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
  return { counts, columns, ...page };
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
      line.group === id ? (render(group, target, line.place) ?? []) : [],
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
