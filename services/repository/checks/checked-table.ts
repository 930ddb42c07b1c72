import type { MetadataEntry } from '@domain/api/metadata';
import type { ColumnInfo } from '@domain/column-info';
import { type Language, languages } from '@domain/language';
import { localDay } from '@domain/local-time';
import { fieldIds } from '@domain/metadata/field-ids';
import { splitMissingCodes } from '@domain/metadata/storage-forms';
import type { UploadKind } from '@domain/upload-id';

import type { RepositoryContext } from '../context/context';
import { listSourceColumns, type SourceColumn } from '../store/mapping';
import { findTarget, type MappedTarget, vocabulary } from '../vocabulary';

/** Mapped column of the table that is checked. */
export interface CheckedColumn extends MappedTarget {
  /** Its cells are the Parquet columns c<position> (text) and n<position> (number). */
  position: number;
  name: string;
  /** What the file itself says about it. */
  info?: ColumnInfo | null;
}

/** A table as it is mapped, and how missing values are written in it. */
export interface MappedTable {
  kind: UploadKind;
  columns: CheckedColumn[];
  /** Number of columns of the file, mapped or not. */
  width: number;
  missing: MissingCodes;
  /** The day of the check, yyyy-MM-dd. */
  today: string;
}

/** What the rules know of a table. */
export interface CheckedTable extends MappedTable {
  /** Columns whose filled cells are all plain numbers, by position. */
  plainNumbers: ReadonlySet<number>;
}

/** Column of a target; null when none is mapped. Of several the first counts (rule R39). */
export function columnOf(table: MappedTable, ...keys: string[]): CheckedColumn | null {
  for (const key of keys) {
    const found = table.columns.find(({ target }) => target.key === key);
    if (found) return found;
  }
  return null;
}

/** Codes of missing values: those of any file, and those declared in metadata field 31. */
export interface MissingCodes {
  /** In lower case. */
  texts: string[];
  /** Only declared ones: 99 is a value unless somebody says otherwise. */
  numbers: number[];
}

/** Joins the codes of any file with the codes a study declares in its metadata. */
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

/** Made once: making one takes longer than writing a hundred numbers with it. */
const numberFormats = new Map(
  languages.map((language) => [
    language,
    new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }),
  ]),
);

/** A number in a sentence, as the language writes it. */
export function formatNumber(value: string | undefined, language: Language): string {
  const number = Number(value);
  if (value === undefined || value === '' || !Number.isFinite(number)) return value ?? '';
  return numberFormats.get(language)?.format(number) ?? value;
}

/** A table as it is mapped today, with the missing values that its study declares. */
export async function readMappedTable(
  { db, now, settings }: RepositoryContext,
  { table, kind, metadata }: { table: number; kind: UploadKind; metadata: unknown },
): Promise<MappedTable> {
  const columns = await listSourceColumns(db, table);
  return {
    kind,
    columns: mappedColumns(kind, columns),
    width: columns.length,
    missing: missingCodes(vocabulary.missingCodes, (metadata ?? []) as MetadataEntry[]),
    today: localDay(now(), settings.timeZone),
  };
}

/**
 * The mapped columns of a table with their targets. A target that has left the vocabulary since the
 * mapping was saved counts as not mapped.
 */
export function mappedColumns(kind: UploadKind, columns: SourceColumn[]): CheckedColumn[] {
  return columns.flatMap(({ position, name, info, targetKey, targetUnit }) => {
    const mapped = targetKey === null ? null : findTarget(vocabulary, kind, targetKey, targetUnit ?? '');
    return mapped ? [{ ...mapped, position, name, info }] : [];
  });
}
