import type { ComparedComment, TableChanges } from '@domain/api/corrections';
import { matchColumns, matchTables, movedColumns, type TableIdentity } from '@domain/column-identity';
import { columnLetters } from '@domain/column-letters';

import type { NewTable } from '../store/files';
import type { FormerTable } from '../store/former-tables';
import type { ColumnTarget } from '../store/readings';

/** Columns that hold what others held, by the id of the former table: its places by places in the new one. */
export type RenamedColumns = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** What a table of a corrected file takes over, by the places of its own columns. */
export interface PlannedTable {
  table: NewTable;
  targets: Map<number, ColumnTarget>;
  comments: Omit<FormerTable['comments'][number], 'id' | 'table'>[];
}

/** Place that a comment on a problem of the table names. */
const wholeTable = -1;

/** Which former table a table of a corrected file is. */
export function pairTables(former: readonly FormerTable[], tables: readonly NewTable[]): Map<NewTable, FormerTable> {
  const matches = matchTables(former.map(identityOf), tables.map(identityOf));
  return new Map(
    [...matches].flatMap(([a, b]) => {
      const [table, old] = [tables[a], former[b]];
      return table && old ? [[table, old] as const] : [];
    }),
  );
}

function identityOf({
  name,
  rowCount,
  columns,
}: Pick<FormerTable, 'name' | 'rowCount'> & { columns: { name: string }[] }): TableIdentity {
  return { name, rowCount, columnNames: columns.map((column) => column.name) };
}

/**
 * What the tables of a corrected file take over from those of the file before, and what its owner is told
 * about it: tables in their order, then those that are gone.
 */
export function planCorrection(
  former: readonly FormerTable[],
  tables: readonly NewTable[],
  renamed: RenamedColumns,
): { planned: PlannedTable[]; changes: TableChanges[] } {
  const pairs = pairTables(former, tables);
  const found = new Set(pairs.values());
  const both = tables.map((table) => {
    const old = pairs.get(table) ?? null;
    return compareTables(old, table, (old && renamed.get(old.id)) ?? new Map<number, number>());
  });
  const gone = former.filter((old) => !found.has(old)).map((old) => compareTables(old, null, new Map()));
  return {
    planned: both.flatMap(({ planned }) => planned ?? []),
    changes: [...both, ...gone].map(({ changes }) => changes),
  };
}

function compareTables(
  old: FormerTable | null,
  table: NewTable | null,
  renamed: ReadonlyMap<number, number>,
): { planned: PlannedTable | null; changes: TableChanges } {
  const before = old?.columns ?? [];
  const after = table?.columns ?? [];
  const names = (columns: { name: string }[]) => columns.map(({ name }) => name);
  const matches = matchColumns(names(before), names(after), renamed);
  const places = new Map([...matches].map(([a, b]) => [b, a]));
  const nameAt = (position: number | undefined) => (position === undefined ? null : (after[position]?.name ?? null));
  const comments = old?.comments ?? [];
  const targets = new Map(
    [...matches].flatMap(([a, b]) => {
      const column = before[b];
      return column && column.targetKey !== null ? [[a, column] as const] : [];
    }),
  );
  // Without any target there is no check, and nothing that a comment on the table could explain.
  const tablePlace = targets.size > 0 ? wholeTable : undefined;
  const placeOf = (column: number) => (column === wholeTable ? tablePlace : places.get(column));
  return {
    planned: table && {
      table,
      targets,
      comments: comments.flatMap(({ id: _id, table: _table, ...comment }) => {
        const column = placeOf(comment.column);
        return column === undefined ? [] : { ...comment, column };
      }),
    },
    changes: {
      name: table?.name ?? null,
      formerName: old?.name ?? null,
      rowsBefore: old?.rowCount ?? null,
      rowsAfter: table?.rowCount ?? null,
      added: old ? names(after.filter((_, a) => !matches.has(a))) : [],
      gone: table ? names(before.filter((_, b) => !places.has(b))) : [],
      renamed: [...matches].flatMap(([a, b]) => {
        const [from = '', to = ''] = [before[b]?.name, after[a]?.name];
        return from === to ? [] : { from, to };
      }),
      moved: movedColumns(matches).map((a) => ({
        name: after[a]?.name ?? '',
        from: columnLetters(matches.get(a) ?? 0),
        to: columnLetters(a),
      })),
      mapping: before.flatMap(({ name, targetKey, targetUnit }, b) =>
        targetKey === null
          ? []
          : { formerName: name, name: nameAt(places.get(b)), target: { key: targetKey, unit: targetUnit ?? '' } },
      ),
      problemsBefore: old?.problems ?? null,
      problemsAfter: null,
      comments: comments.map((comment) => comparedComment(old, comment, table && placeOf(comment.column))),
    },
  };
}

function comparedComment(
  old: FormerTable | null,
  { rule, column, cell, value, comment }: FormerTable['comments'][number],
  position: number | null | undefined,
): ComparedComment {
  return {
    rule,
    column: old?.columns[column]?.name ?? null,
    position: position ?? null,
    cell,
    value,
    comment,
    fate: position === undefined || position === null ? 'column-gone' : 'waiting',
  };
}
