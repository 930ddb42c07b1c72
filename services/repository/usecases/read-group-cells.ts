import { foundCell, type FoundCell } from '../checks/find-problems';
import type { ProblemGroup } from '../store/problems';
import { parquetSql } from '../tables/table-engine';
import type { RepositoryContext } from './context';

type Readers = Pick<RepositoryContext, 'files' | 'tables'>;

/** A window of the cells of a group in their order, however many they are. Asks nobody for leave. */
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

/** The cells of a group that stand in some rows; rows without a problem of the group are left out. */
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
