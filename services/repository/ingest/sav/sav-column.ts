import type { ColumnInfo } from '../parsers/table-sink';
import type { ByteOrder } from './byte-order';
import type { DecodeText } from './encodings';
import type { SpecialNumbers } from './extension-records';
import type { WriteNumber } from './formats';

/** Bytes of a case that belong to a column. */
export interface Segment {
  start: number;
  length: number;
}

/** A column of the table and where its values stand in a case. */
export interface SavColumn {
  info: ColumnInfo;
  /** One; several for a string longer than 255 bytes. */
  segments: Segment[];
  /** Null for strings. */
  write: WriteNumber | null;
  /** Number of the print format. */
  format: number;
}

/** How bytes of the dictionary become text and numbers. */
export interface Reading {
  order: ByteOrder;
  decode: DecodeText;
  special: SpecialNumbers;
}

/** String columns by their names in capitals. */
export function stringsByName(columns: SavColumn[]): Map<string, SavColumn> {
  const strings = columns.filter(({ write }) => write === null);
  return new Map(strings.map((column) => [column.info.name.toUpperCase(), column]));
}
