import { z } from 'zod';

import { compareMetadata, type FieldChange } from '../metadata/compare';
import type { Round } from './rounds';

type Table = Round['tables'][number];
type Column = Table['columns'][number];

/** A pair of what was there before and is there now; null = it was not, or is not, there. */
interface Change<Value> {
  before: Value | null;
  after: Value | null;
}

/** A unit and the key of the target to which a column is mapped. */
export interface MappedTo {
  key: string;
  unit: string;
}

/** A document that came, went, or has another content. */
export const DocumentChangeSchema = z.object({
  name: z.string().describe('Name of the document.'),
  change: z.enum(['added', 'removed', 'replaced']).describe('What became of it.'),
});
export type DocumentChange = z.infer<typeof DocumentChangeSchema>;

/** What differs between two rounds of a submission. What is equal is left out. */
export interface RoundDifference {
  /** Names of the file, if it was replaced, also by one of the same name. */
  file: { before: string; after: string } | null;
  tables: (Change<{ rowCount: number; n: number | null; columnCount: number }> & { name: string })[];
  /** Columns that one of the rounds does not have, in tables that both have. */
  columns: { table: string; column: string; isAdded: boolean }[];
  mapping: (Change<MappedTo> & { table: string; column: string })[];
  /** `column` is null for the whole table; `row` as in `Round`. */
  comments: (Change<string> & { table: string; rule: string; column: string | null; row: number })[];
  documents: DocumentChange[];
  /** By field, each with the fields nested in it. */
  metadata: FieldChange[];
}

/**
 * Compares a round of a submission with a later one. Columns are found again by their names, tables as well, or
 * because there is one only. `topOf` is the field in which a field of the metadata is nested, or the field itself.
 */
export function compareRounds(before: Round, after: Round, topOf: (field: number) => number): RoundDifference {
  const pairs = pairTables(before.tables, after.tables);
  return {
    file: before.file === after.file ? null : { before: before.fileName, after: after.fileName },
    tables: pairs.flatMap(compareSizes),
    columns: pairs.flatMap(compareColumns),
    mapping: pairs.flatMap(compareTargets),
    comments: compareComments(before, after, pairs),
    documents: compareDocuments(before.documents, after.documents),
    metadata: compareMetadata(before.metadata, after.metadata, topOf),
  };
}

function compareDocuments(before: Round['documents'], after: Round['documents']): DocumentChange[] {
  const namesake = (documents: Round['documents'], name: string) => documents.find((one) => one.name === name);
  return [
    ...after.flatMap(({ name, sha256 }) => {
      const former = namesake(before, name);
      if (!former) return { name, change: 'added' as const };
      return former.sha256 === sha256 ? [] : { name, change: 'replaced' as const };
    }),
    ...before.flatMap(({ name }) => (namesake(after, name) ? [] : { name, change: 'removed' as const })),
  ];
}

interface Pair {
  former: Table | null;
  table: Table | null;
}

function pairTables(before: readonly Table[], after: readonly Table[]): Pair[] {
  const namesake = (tables: readonly Table[], { name }: Table) => tables.find((table) => table.name === name) ?? null;
  const gone = before.filter((table) => !namesake(after, table));
  const added = after.filter((table) => !namesake(before, table));
  const kept = after.flatMap((table) => {
    const former = namesake(before, table);
    return former ? [{ former, table }] : [];
  });
  // A csv file names its only table.
  if (before.length === 1 && after.length === 1 && gone.length === 1) return [{ former: gone[0]!, table: added[0]! }];
  return [
    ...kept,
    ...gone.map((former) => ({ former, table: null })),
    ...added.map((table) => ({ former: null, table })),
  ];
}

/** Name of a pair: that of the later table. */
function nameOf({ former, table }: Pair): string {
  return (table ?? former)!.name;
}

function sizeOf(table: Table | null) {
  return table && { rowCount: table.rowCount, n: table.n, columnCount: table.columns.length };
}

function compareSizes(pair: Pair): RoundDifference['tables'] {
  const [before, after] = [sizeOf(pair.former), sizeOf(pair.table)];
  return isSame(before, after) ? [] : [{ name: nameOf(pair), before, after }];
}

/** Columns by their names. The second of a name has a key of its own. */
function byName(table: Table | null): Map<string, Column> {
  const seen = new Map<string, number>();
  return new Map(
    (table?.columns ?? []).map((column) => {
      const times = (seen.get(column.name) ?? 0) + 1;
      seen.set(column.name, times);
      return [`${times} ${column.name}`, column];
    }),
  );
}

function compareColumns(pair: Pair): RoundDifference['columns'] {
  if (!pair.former || !pair.table) return [];
  const [before, after] = [byName(pair.former), byName(pair.table)];
  const only = (columns: Map<string, Column>, others: Map<string, Column>, isAdded: boolean) =>
    [...columns].flatMap(([key, { name }]) =>
      others.has(key) ? [] : [{ table: nameOf(pair), column: name, isAdded }],
    );
  return [...only(before, after, false), ...only(after, before, true)];
}

function targetOf({ key, unit }: Column): MappedTo | null {
  return key === null ? null : { key, unit: unit ?? '' };
}

function compareTargets(pair: Pair): RoundDifference['mapping'] {
  const former = byName(pair.former);
  return [...byName(pair.table)].flatMap(([key, column]) => {
    const earlier = former.get(key);
    if (!earlier) return [];
    const [before, after] = [targetOf(earlier), targetOf(column)];
    return isSame(before, after) ? [] : [{ table: nameOf(pair), column: column.name, before, after }];
  });
}

/** Comments by what they are about: table, rule, column and row. */
function commentsOf({ comments, tables }: Round, nameNow: (table: string) => string) {
  return new Map(
    comments.map(({ table: name, rule, column: position, row, comment }) => {
      const table = nameNow(name);
      const column = tables.find((one) => one.name === name)?.columns[position]?.name ?? null;
      return [JSON.stringify([table, rule, column, row]), { table, rule, column, row, comment }];
    }),
  );
}

function compareComments(before: Round, after: Round, pairs: readonly Pair[]): RoundDifference['comments'] {
  const names = new Map(pairs.map((pair) => [pair.former?.name, nameOf(pair)]));
  const former = commentsOf(before, (table) => names.get(table) ?? table);
  const later = commentsOf(after, (table) => table);
  return [...new Set([...former.keys(), ...later.keys()])].flatMap((key) => {
    const [was, is] = [former.get(key), later.get(key)];
    if (was?.comment === is?.comment) return [];
    const { table, rule, column, row } = (is ?? was)!;
    return [{ table, rule, column, row, before: was?.comment ?? null, after: is?.comment ?? null }];
  });
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
