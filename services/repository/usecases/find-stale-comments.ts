import { listProblemComments, type ProblemGroupInsert } from '../store/problems';
import type { RepositoryContext } from './context';
import { findGroupCells } from './read-group-cells';

/**
 * Comments on single cells that the list does not name, and that a new check finds changed or without
 * problem: their ids. Those on listed cells are compared where the groups are stored.
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
