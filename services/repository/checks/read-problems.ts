import type { Problem } from '@domain/api/mapping';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { contentTag } from '../content-tag';
import type { RepositoryContext } from '../context/context';
import { parquetSql } from '../context/table-engine';
import type { Queryable } from '../store/database';
import { listSourceColumns } from '../store/mapping';
import type { ProblemGroup } from '../store/problem-lines';
import { listProblemComments, listProblemGroups, type ProblemGroupInsert } from '../store/problems';
import { problemSums } from '../store/submission-version';
import { mappedColumns } from './checked-table';
import { foundCell } from './find-problems';
import type { FoundCell } from './rule';
import { renderProblems } from './render-problems';

/** The problems of a table with their comments, in a language. Does not check permission. */
export async function readProblems(
  db: Queryable,
  { table, kind }: { table: number; kind: UploadKind },
  language: Language,
): Promise<Problem[]> {
  const groups = await listProblemGroups(db, table);
  if (groups.length === 0) return [];
  const comments = await listProblemComments(db, table);
  const columns = mappedColumns(kind, await listSourceColumns(db, table));
  return renderProblems(groups, comments, columns, language);
}

/** Identifies the last check of a table, so that comments typed before it can be told from later ones. */
export function checkOf({ id, mappingRevision }: { id: number; mappingRevision: number }): string {
  return `${id}.${mappingRevision}`;
}

/** Tag of the problems of a table and their comments. Does not check permission. */
export async function problemsTag(db: Queryable, table: number): Promise<string> {
  return contentTag(await problemSums(db, [table]));
}

type Readers = Pick<RepositoryContext, 'files' | 'tables'>;

/** A window of the cells of a group, in order. Does not check permission. */
export async function readGroupCells(
  readers: Readers,
  group: ProblemGroup,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundCell[]> {
  if (group.objectKey === null) return listedCells(group).slice(offset, offset + limit);
  return selectCells(
    readers,
    group.objectKey,
    'where file_row_number >= ? and file_row_number < ? order by file_row_number',
    [offset, offset + limit],
  );
}

/** The cells of a group in some rows. Rows without a problem of the group are left out. */
export async function findGroupCells(
  readers: Readers,
  group: Pick<ProblemGroup, 'objectKey' | 'cells'>,
  rows: number[],
): Promise<FoundCell[]> {
  const listed = listedCells(group).filter(({ row }) => rows.includes(row));
  const others = rows.filter((row) => listed.every((cell) => cell.row !== row));
  if (group.objectKey === null || others.length === 0) return listed;
  const found = await selectCells(
    readers,
    group.objectKey,
    `where "row" in (${others.map(() => '?').join(', ')})`,
    others,
  );
  return [...listed, ...found];
}

function listedCells({ cells }: Pick<ProblemGroup, 'cells'>): FoundCell[] {
  return cells.map(({ row, value, parameters }) => ({ row, value: value ?? '', parameters }));
}

async function selectCells(
  { files, tables }: Readers,
  objectKey: string,
  which: string,
  parameters: number[],
): Promise<FoundCell[]> {
  await using local = await files.openLocal(objectKey);
  const rows = await tables.all(
    `select * exclude (file_row_number) from ${parquetSql(local.path)} ${which}`,
    parameters,
  );
  return rows.map(foundCell);
}

/**
 * Ids of comments on single, unlisted cells that a new check finds changed or without a problem. Comments on listed
 * cells are compared when the groups are stored.
 */
export async function findStaleComments(
  repository: RepositoryContext,
  table: number,
  groups: ProblemGroupInsert[],
): Promise<number[]> {
  const large = groups.flatMap(({ rule, column = null, cells, objectKey = null }) =>
    objectKey === null ? [] : [{ rule, column, cells, objectKey }],
  );
  const comments = await listProblemComments(repository.db, table, large);
  const stale: number[] = [];
  for (const group of large) {
    const listed = new Set(group.cells.map(({ row }) => row));
    const own = comments.filter(
      ({ rule, column, cell }) => rule === group.rule && column === group.column && cell > 0 && !listed.has(cell),
    );
    if (own.length === 0) continue;
    const found = await findGroupCells(
      repository,
      group,
      own.map(({ cell }) => cell),
    );
    const values = new Map(found.map(({ row, value }) => [row, value]));
    stale.push(...own.flatMap(({ id, cell, value }) => (values.get(cell) === value ? [] : [id])));
  }
  return stale;
}
