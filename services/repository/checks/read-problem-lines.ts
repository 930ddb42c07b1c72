import { targetLabel } from '@domain/api/mapping';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import type { RepositoryContext } from '../context/context';
import { parquetSql } from '../context/table-engine';
import type { ProblemLine } from '../packaging/problem-list';
import { listSourceColumns, type SourceColumn } from '../store/mapping';
import type { ProblemGroup } from '../store/problem-lines';
import { listProblemComments, listProblemGroups } from '../store/problems';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import { type CheckedColumn, mappedColumns } from './checked-table';
import { foundCell } from './find-problems';
import { commentFinder, inListOrder, renderCell } from './render-problems';
import type { Parameters } from './rule';
import { findRule } from './rules';

/** Cells of a group that are read at once, to limit memory. */
const cellBatchSize = 10_000;

/** The problems of a table, to be read line by line. */
export interface ProblemLines {
  count: number;
  /** Objects that must be available to read them. */
  objectKeys: string[];
  read: () => AsyncGenerator<ProblemLine, void, undefined>;
}

interface ProblemCell {
  row: number;
  parameters: Parameters;
  /** Text in the file; '' for a problem of a column or the table. */
  text: string;
}

/**
 * Every problem of a table in list order, with each cell of a group on its own line and the cell's text from the file.
 * Reading fails if a new check replaces the problems in the meantime. Does not check permission.
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
  const placeOf = placeFinder(upload.kind, await listSourceColumns(db, table.id), language);
  // Rules that were removed since the check have no message.
  const known = groups.flatMap((group) => {
    const rule = findRule(group.rule);
    return rule ? [{ group, rule }] : [];
  });

  async function* readGroup({ group, rule }: (typeof known)[number]): AsyncGenerator<ProblemLine, void, undefined> {
    const { checked, place } = placeOf(group.column);
    for await (const cells of cellsOf(repository, table, group)) {
      for (const cell of cells) {
        const { row, warning, canOverride } = renderCell(group, rule, checked, cell, language);
        const comment = commentOf(group, cell.row);
        yield { table: table.name, ...place, row, value: cell.text, warning, canOverride, comment };
      }
    }
  }
  return {
    count: known.reduce((sum, { group }) => sum + group.count, 0),
    objectKeys: known.flatMap(({ group }) => objectKeysOf(table, group)),
    read: async function* () {
      for (const each of known) yield* readGroup(each);
    },
  };
}

/** How lines name a column and its target, by the column's position; null for problems of the whole table. */
function placeFinder(kind: UploadKind, sources: SourceColumn[], language: Language) {
  const names = new Map(sources.map(({ position, name }) => [position, name]));
  const mapped = new Map(mappedColumns(kind, sources).map((column) => [column.position, column]));
  return (position: number | null) => {
    if (position === null) return { checked: null, place: { letters: '', column: '', target: '' } };
    const checked = mapped.get(position) ?? null;
    const target = checked ? targetName(checked, language) : '';
    return { checked, place: { letters: columnLetters(position), column: names.get(position) ?? '', target } };
  };
}

function objectKeysOf(table: TableProgress, { column, objectKey }: ProblemGroup): string[] {
  if (column === null) return [];
  return objectKey === null ? [table.objectKey] : [table.objectKey, objectKey];
}

/** The cells of a group; those of a large group are read from its Parquet file in batches. */
async function* cellsOf(
  repository: RepositoryContext,
  table: TableProgress,
  group: ProblemGroup,
): AsyncGenerator<ProblemCell[], void, undefined> {
  if (group.column === null) yield group.cells.map((cell) => ({ ...cell, text: '' }));
  else if (group.objectKey === null) yield readListedCells(repository, table, group, group.column);
  else yield* readStoredCells(repository, table, group.objectKey, group);
}

async function readListedCells(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  { cells }: ProblemGroup,
  position: number,
): Promise<ProblemCell[]> {
  const rows = cells.flatMap(({ row }) => (row === 0 ? [] : [row - table.firstRow]));
  if (rows.length === 0) return cells.map((cell) => ({ ...cell, text: '' }));
  await using local = await files.openLocal(table.objectKey);
  const found = await tables.all(
    `select file_row_number as r, c${position} as text from ${parquetSql(local.path)} where r in (${rows.join(', ')})`,
  );
  const texts = new Map(found.map(({ r, text }) => [Number(r) + table.firstRow, text]));
  return cells.map((cell) => ({ ...cell, text: String(texts.get(cell.row) ?? '') }));
}

async function* readStoredCells(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  objectKey: string,
  { column, count }: ProblemGroup,
): AsyncGenerator<ProblemCell[], void, undefined> {
  await using stored = await files.openLocal(objectKey);
  await using source = await files.openLocal(table.objectKey);
  for (let from = 0; from < count; from += cellBatchSize) {
    const rows = await tables.all(
      `select stored.*, source.c${column} as text
       from (select * exclude (file_row_number), file_row_number as line from ${parquetSql(stored.path)}
             where file_row_number >= ? and file_row_number < ?) as stored
       left join ${parquetSql(source.path)} as source on source.file_row_number = stored."row" - ${table.firstRow}
       order by line`,
      [from, from + cellBatchSize],
    );
    yield rows.map((row) => ({ ...foundCell(row), text: String(row.text ?? '') }));
  }
}

/** Name as in the selects of the mapping. */
function targetName({ target, unit }: CheckedColumn, language: Language): string {
  return targetLabel({ value: target.label[language], unitText: unit.text[language] });
}
