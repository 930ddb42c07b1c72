import { targetLabel } from '@domain/api/mapping';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';
import { firstDataRow } from '@domain/limits';

import type { CheckedColumn } from '../checks/checked-table';
import { foundCell } from '../checks/find-problems';
import { mappedColumns } from '../checks/mapped-columns';
import { commentFinder, inListOrder, renderCell } from '../checks/render-problems';
import type { Parameters } from '../checks/rule';
import { findRule } from '../checks/rules';
import type { ProblemLine } from '../packaging/problem-list';
import { listSourceColumns } from '../store/mapping';
import { furtherCells, listProblemComments, listProblemGroups, type ProblemGroup } from '../store/problems';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import { parquetSql } from '../tables/table-engine';
import type { RepositoryContext } from './context';

/** Cells of a group that are read at once: bounds memory, however many there are. */
const cellsAtOnce = 10_000;

/** The problems of a table, to be read line by line. */
export interface ProblemLines {
  count: number;
  read: () => AsyncGenerator<ProblemLine, void, undefined>;
}

type Cells = { row: number; parameters: Parameters }[];

/**
 * Every problem of a table, each cell of a group on a line of its own, in the order of the list, with the
 * cells' texts from the file. What a new check replaces while they are read cuts them off with an error.
 * Asks nobody for leave.
 */
export async function readProblemLines(
  repository: RepositoryContext,
  { upload }: UploadProgress,
  table: TableProgress,
  language: Language,
): Promise<ProblemLines> {
  const { db } = repository;
  const groups = inListOrder(await listProblemGroups(db, table.id));
  const commentOf = commentFinder(await listProblemComments(db, table.id));
  const sources = await listSourceColumns(db, table.id);
  const names = new Map(sources.map(({ position, name }) => [position, name]));
  const mapped = new Map(mappedColumns(upload.kind, sources).map((column) => [column.position, column]));

  async function* readGroup(group: ProblemGroup): AsyncGenerator<ProblemLine, void, undefined> {
    const rule = findRule(group.rule);
    if (!rule) throw new Error(`No rule ${group.rule}`);
    const column = group.column === null ? null : (mapped.get(group.column) ?? null);
    const listed = new Set(group.cells.map(({ row }) => row));
    for await (const cells of cellsOf(repository, group)) {
      const texts = await readTexts(repository, table, group.column, cells);
      for (const cell of cells) {
        const { row, warning, canOverride } = renderCell(group, rule, column, cell, language);
        yield {
          table: table.name,
          row,
          letters: group.column === null ? '' : columnLetters(group.column),
          column: group.column === null ? '' : (names.get(group.column) ?? ''),
          target: column ? targetName(column, language) : '',
          value: texts.get(cell.row) ?? '',
          warning,
          canOverride,
          comment: commentOf(group, listed.has(cell.row) ? cell.row : furtherCells),
        };
      }
    }
  }
  // A rule that has left the list since the check has no sentence any more.
  const known = groups.filter(({ rule }) => findRule(rule) !== null);
  return {
    count: known.reduce((sum, { count }) => sum + count, 0),
    read: async function* () {
      for (const group of known) yield* readGroup(group);
    },
  };
}

/** The cells of a group, those of a large one as they are read from its Parquet file. */
async function* cellsOf(
  { files, tables }: RepositoryContext,
  group: ProblemGroup,
): AsyncGenerator<Cells, void, undefined> {
  if (group.objectKey === null) {
    yield group.cells;
    return;
  }
  await using local = await files.openLocal(group.objectKey);
  for (let from = 0; from < group.count; from += cellsAtOnce) {
    const rows = await tables.all(
      `select * exclude (file_row_number) from ${parquetSql(local.path)}
       where file_row_number >= ? and file_row_number < ? order by file_row_number`,
      [from, from + cellsAtOnce],
    );
    yield rows.map(foundCell);
  }
}

/** Texts of some cells of a column by their rows. */
async function readTexts(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  position: number | null,
  cells: Cells,
): Promise<Map<number, string>> {
  const rows = cells.flatMap(({ row }) => (row === 0 ? [] : [row - firstDataRow]));
  if (position === null || rows.length === 0) return new Map();
  await using local = await files.openLocal(table.objectKey);
  const found = await tables.all(
    `select file_row_number as r, c${position} as cell from ${parquetSql(local.path)}
     where file_row_number between ${Math.min(...rows)} and ${Math.max(...rows)}
       and file_row_number in (${rows.join(', ')}) and cell is not null`,
  );
  return new Map(found.map(({ r, cell }) => [Number(r) + firstDataRow, String(cell)]));
}

/** As the selects of the mapping name it. */
function targetName({ target, unit }: CheckedColumn, language: Language): string {
  return targetLabel({ value: target.label[language], unitText: unit.text[language] });
}
