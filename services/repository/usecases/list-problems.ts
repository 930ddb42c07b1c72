import type { Problem } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import { foundCell } from '../checks/find-problems';
import { groupId, renderCell } from '../checks/render-problems';
import { findRule } from '../checks/rules';
import { listSourceColumns } from '../store/mapping';
import { furtherCells, listProblemComments, listProblemGroups, wholeTable } from '../store/problems';
import { parquetSql } from '../tables/table-engine';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload, tableNamed } from './find-source-table';
import { mappedColumns } from '../checks/mapped-columns';
import { readProblems } from './read-problems';

/** The problems of a table, large groups by their first cells. For its owner and the editorial board. */
export async function listProblems(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
  language: Language,
): Promise<Problem[]> {
  const progress = await findReadableUpload(actor, db, input.id);
  const table = tableNamed(progress, input.table);
  return readProblems(db, { table: table.id, kind: progress.upload.kind }, language);
}

/** Window of the cells of one group, one problem a cell; 'not-found' for a group that is not there. */
export async function listGroupProblems(
  actor: Actor,
  { db, files, tables }: RepositoryContext,
  input: { id: string; table: string; group: string; offset: number; limit: number },
  language: Language,
): Promise<Problem[]> {
  const { offset, limit } = input;
  const progress = await findReadableUpload(actor, db, input.id);
  const table = tableNamed(progress, input.table);
  const group = (await listProblemGroups(db, table.id)).find((found) => groupId(found) === input.group);
  const rule = group && findRule(group.rule);
  if (!group || !rule) throw new Refusal('not-found');
  if (group.objectKey === null) {
    const problems = await readProblems(db, { table: table.id, kind: progress.upload.kind }, language);
    return problems.filter((problem) => problem.group === input.group).slice(offset, offset + limit);
  }

  const columns = mappedColumns(progress.upload.kind, await listSourceColumns(db, table.id));
  const column = columns.find(({ position }) => position === group.column) ?? null;
  const comments = (await listProblemComments(db, table.id)).filter(
    (comment) => comment.rule === group.rule && comment.column === (group.column ?? wholeTable),
  );
  const listed = new Set(group.cells.map(({ row }) => row));
  await using local = await files.openLocal(group.objectKey);
  const rows = await tables.all(
    `select * exclude (file_row_number) from ${parquetSql(local.path)}
     order by file_row_number limit ? offset ?`,
    [limit, offset],
  );
  return rows.map((row) => {
    const cell = foundCell(row);
    const place = listed.has(cell.row) ? cell.row : furtherCells;
    const comment = comments.find((found) => found.cell === place)?.comment ?? '';
    return { ...renderCell(group, rule, column, cell, language), comment };
  });
}
