import { z } from 'zod';

import { DocumentChangeSchema } from '../board/compare-rounds';
import { fieldIds } from '../metadata/field-ids';
import type { UploadStatus } from '../upload-status';

/** Maximum length of the note that says what is new in a version. Own estimate: a paragraph. */
export const maxNewsCharacters = 1000;

/** Why a data set cannot be continued by a new version; null if it can. */
export function continueRefusal({ status, isWithdrawn }: { status: UploadStatus; isWithdrawn: boolean }) {
  if (status !== 'Accepted') return 'not-accepted' as const;
  return isWithdrawn ? ('data-set-withdrawn' as const) : null;
}

/** Differences between the rows of a table and those of the same table in the former version. */
export const TableRowsChangedSchema = z.object({
  name: z.string(),
  rowsBefore: z.number().int(),
  rowsAfter: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Rows that are in both versions, with other cells. */
  changed: z.number().int(),
  /** Number of cells of the former version in columns that both have. */
  cells: z.number().int(),
  /** Columns with changed cells, by their names in the new version. */
  columns: z.array(z.object({ column: z.string(), cells: z.number().int() })),
  /** False if the tables are too large; then only their numbers of rows are known. */
  isCompared: z.boolean().default(true),
});
export type TableRowsChanged = z.infer<typeof TableRowsChangedSchema>;

/** Whether rows of a table have changed, or may have. */
export function mayHaveChanged({ isCompared, added, removed, changed }: TableRowsChanged): boolean {
  return !isCompared || added + removed + changed > 0;
}

/** Differences between a version and the one that it continues, as far as rules and readers need them. */
export const VersionDifferenceSchema = z.object({
  rows: z.array(TableRowsChangedSchema),
  /** Tables that only one of the versions has. */
  tables: z.array(z.object({ table: z.string(), isAdded: z.boolean() })),
  /** Columns that only one of the versions has. */
  columns: z.array(z.object({ table: z.string(), column: z.string(), isAdded: z.boolean(), isMapped: z.boolean() })),
  /** Columns of both with another target or unit. */
  mapping: z.array(z.object({ table: z.string(), column: z.string() })),
  /** Documents that differ; differences from before there were any have none. */
  documents: z.array(DocumentChangeSchema).default([]),
  /** Ids of the fields of the metadata that differ, each with those nested in it. */
  fields: z.array(z.number()),
});
export type VersionDifference = z.infer<typeof VersionDifferenceSchema>;

/** Whether data and metadata are the same, so that there is no reason for a version. */
export function isUnchanged({ rows, tables, columns, mapping, documents = [], fields }: VersionDifference): boolean {
  const hasSameRows = !rows.some(mayHaveChanged);
  return hasSameRows && [tables, columns, mapping, documents, fields].every(({ length }) => length === 0);
}

/** Largest share of rows that are added or removed, and of cells that are changed, in a small version. */
export const smallShare = 0.01;

/** Fields of the metadata without which a version is not small: what it is called, by whom, and what is allowed. */
const weightyFields: readonly number[] = [fieldIds.author, fieldIds.title, fieldIds.licence];

/**
 * Whether a version is small: no table or published column came, went or got another meaning, at most one in a hundred
 * rows was added, as many removed and as many cells changed, no document came or was replaced, and title, authors and
 * licence are the same.
 */
export function isSmall({ rows, tables, columns, mapping, documents = [], fields }: VersionDifference): boolean {
  const sum = (of: (table: TableRowsChanged) => number) => rows.reduce((total, table) => total + of(table), 0);
  const most = smallShare * sum(({ rowsBefore }) => rowsBefore);
  const changedCells = sum((table) => table.columns.reduce((total, { cells }) => total + cells, 0));
  return (
    rows.every(({ isCompared }) => isCompared) &&
    tables.length === 0 &&
    mapping.length === 0 &&
    documents.every(({ change }) => change === 'removed') &&
    columns.every(({ isAdded, isMapped }) => isAdded && !isMapped) &&
    sum(({ added }) => added) <= most &&
    sum(({ removed }) => removed) <= most &&
    changedCells <= smallShare * sum(({ cells }) => cells) &&
    !fields.some((field) => weightyFields.includes(field))
  );
}

/** How many experts have to accept a small version; any other submission takes two. */
export const smallVersionVotes = ['two', 'one'] as const;
export type SmallVersionVotes = (typeof smallVersionVotes)[number];

/** Number of experts whose acceptance decides. `difference` is null for what is not a new version. */
export function votesNeeded(setting: SmallVersionVotes, difference: VersionDifference | null): 1 | 2 {
  return setting === 'one' && difference !== null && isSmall(difference) ? 1 : 2;
}

/** A version of a data set, as far as the others need to know of it. */
interface KnownVersion {
  version: number;
  isWithdrawn: boolean;
  /** Its data is public. */
  isPublished: boolean;
}

/**
 * The version that is shown first and found by the search: of those that are published and not withdrawn the newest.
 * While none is, the newest that is not withdrawn; if all are withdrawn, the newest.
 */
export function newestVersion<Version extends KnownVersion>(versions: readonly Version[]): Version | null {
  const sorted = [...versions].sort((one, other) => other.version - one.version);
  const valid = sorted.filter(({ isWithdrawn }) => !isWithdrawn);
  return valid.find(({ isPublished }) => isPublished) ?? valid[0] ?? sorted[0] ?? null;
}
