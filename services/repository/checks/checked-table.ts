import type { MetadataEntry } from '@domain/api/metadata';
import type { ColumnInfo, DateReading } from '@domain/column-info';
import { localDay } from '@domain/local-time';
import { fieldIds } from '@domain/metadata/field-ids';
import { splitMissingCodes } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

import type { RepositoryContext } from '../context/context';
import type { TableRows } from '../tables/data-rows-sql';
import { listSourceColumns, type SourceColumn } from '../store/mapping';
import { findTarget, type MappedTarget, vocabulary } from '../vocabulary';
import { withLabelledCells } from '../vocabulary/code-words';
import type { TestVariant } from './test-variants';

/** Mapped column of the checked table. */
export interface CheckedColumn extends MappedTarget {
  /** Its cells are the Parquet columns c<position> (text) and n<position> (number). */
  position: number;
  name: string;
  /** Information from the file about the column. */
  info?: ColumnInfo | null;
  /** How its dates are read; null if the file has been read without deciding it. */
  dates?: DateReading | null;
  /** In long format, units that belong to the name of a test ('20 m [ms]'), by its spelling in the file. */
  namedUnits?: ReadonlyMap<string, string>;
  /** In long format, units that say which result of a test the row holds. */
  variants?: readonly TestVariant[];
  /** Its cells are parts of those of another column. */
  part?: CellPart;
}

/** A value that shares the cells of a column with another one. */
export interface CellPart {
  /** Position of the column. */
  of: number;
  /** SQL expression for the text of the value; of cells that cannot be split the first part is the whole text. */
  text: string;
  /** SQL expression for its number, if the text alone does not tell it. */
  number?: string | undefined;
}

/** A mapped table and its missing-value codes. */
export interface MappedTable extends TableRows {
  kind: UploadKind;
  columns: CheckedColumn[];
  /** Names of the columns of the file, mapped or not. */
  headers: string[];
  missing: MissingCodes;
  /** The day of the check, yyyy-MM-dd. */
  today: string;
}

/** What the file states about the numbers of a column whose filled cells are all plain numbers. */
export interface NumberRange {
  min: number;
  max: number;
  /** No cell is empty. */
  isFilled: boolean;
}

/** The table as the rules see it. */
export interface CheckedTable extends MappedTable {
  /** Indexes of the columns whose filled cells are all plain numbers. */
  plainNumbers: ReadonlySet<number>;
  /** What the file states about the numbers of these columns. */
  ranges: ReadonlyMap<number, NumberRange>;
}

/**
 * The first column mapped to one of the targets, in the order of `keys`; null if there is none. Duplicates are reported
 * by rule R39.
 */
export function columnOf(table: Pick<MappedTable, 'columns'>, ...keys: string[]): CheckedColumn | null {
  for (const key of keys) {
    const found = table.columns.find(({ target }) => target.key === key);
    if (found) return found;
  }
  return null;
}

/** Missing-value codes: those common to all files, and those declared in metadata field 31. */
export interface MissingCodes {
  /** In lower case. */
  texts: string[];
  /** Only declared ones, because a number such as 99 may be a value. */
  numbers: number[];
}

/** Combines the common missing-value codes with those declared in a study's metadata. */
export function missingCodes(common: string[], metadata: { id: number; values: string[] }[]): MissingCodes {
  const declared = metadata
    .filter((entry) => entry.id === fieldIds.missingCodes)
    .flatMap((entry) => entry.values.flatMap(splitMissingCodes));
  const numberOf = (value: string) => Number(value.replace(',', '.'));
  return {
    texts: [...new Set([...common, ...declared.map((value) => value.toLowerCase())])],
    numbers: [...new Set(declared.map(numberOf).filter(Number.isFinite))],
  };
}

/** Reads the current mapping of a table and the missing-value codes of its study. */
export async function readMappedTable(
  { db, now, settings }: RepositoryContext,
  { table, kind, metadata }: { table: TableRows & { id: number }; kind: UploadKind; metadata: unknown },
): Promise<MappedTable> {
  const columns = await listSourceColumns(db, table.id);
  return {
    kind,
    columns: mappedColumns(kind, columns),
    headers: columns.map(({ name }) => name),
    firstRow: table.firstRow,
    recognised: table.recognised,
    choices: table.choices,
    missing: missingCodes(vocabulary.missingCodes, (metadata ?? []) as MetadataEntry[]),
    today: localDay(now(), settings.timeZone),
  };
}

/** What is read of a column to check it. */
export type MappedSource = Pick<SourceColumn, 'position' | 'name' | 'info' | 'summary' | 'targetKey' | 'targetUnit'>;

/**
 * The mapped columns of a table with their targets. A column whose target is no longer in the vocabulary counts as not
 * mapped.
 */
export function mappedColumns(kind: UploadKind, columns: readonly MappedSource[]): CheckedColumn[] {
  return columns.flatMap(({ position, name, info, summary, targetKey, targetUnit }) => {
    const mapped = targetKey === null ? null : findTarget(vocabulary, kind, targetKey, targetUnit ?? '');
    return mapped
      ? [{ ...withLabelledCells(mapped, info?.valueLabels), position, name, info, dates: summary?.dates ?? null }]
      : [];
  });
}
