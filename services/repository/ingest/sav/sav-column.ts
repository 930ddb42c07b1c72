import type { ColumnInfo } from '../parsers/protocol';
import type { ByteOrder } from './byte-reader';
import type { DecodeText } from './encodings';
import type { SpecialNumbers } from './extension-records';
import type { WriteNumber } from './formats';

/** Bytes of a case that belong to a column. */
export interface Segment {
  start: number;
  length: number;
}

/** A column of the table, and the position of its values in a case. */
export interface SavColumn {
  info: ColumnInfo;
  /** One segment, or several for a string longer than 255 bytes. */
  segments: Segment[];
  /** Null for strings. */
  write: WriteNumber | null;
  /** Number of the print format. */
  format: number;
}

/** Settings for decoding text and numbers of the file. */
export interface Reading {
  order: ByteOrder;
  decode: DecodeText;
  special: SpecialNumbers;
}

/** String columns, keyed by their names in capitals. */
export function stringsByName(columns: SavColumn[]): Map<string, SavColumn> {
  const strings = columns.filter(({ write }) => write === null);
  return new Map(strings.map((column) => [column.info.name.toUpperCase(), column]));
}

const space = 0x20;

/** Decodes text without its padding of spaces and NULs on the right. */
export function trimmedText(bytes: Buffer, decode: DecodeText): string {
  return decode(bytes, 0, trimmedEnd(bytes, 0, bytes.length));
}

/**
 * Returns a function that converts the bytes of a case to cells. System-missing and infinite numbers and empty
 * strings are null.
 */
export function makeRowReader(
  columns: SavColumn[],
  { order, decode, special }: Reading,
): (bytes: Buffer) => (string | null)[] {
  const { little } = order;
  const { systemMissing } = special;
  const starts = columns.map(({ segments }) => segments[0]!.start);
  const lengths = columns.map(({ segments }) => segments[0]!.length);
  const writers = columns.map(({ write }) => write);
  const veryLong = columns.map(({ segments }) => (segments.length > 1 ? segments : null));

  return (bytes) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const cells = new Array<string | null>(columns.length);
    for (let i = 0; i < cells.length; i += 1) {
      const write = writers[i]!;
      const start = starts[i]!;
      if (write) {
        const number = view.getFloat64(start, little);
        const isMissing = number === systemMissing || number === -Number.MAX_VALUE || !Number.isFinite(number);
        cells[i] = isMissing ? null : write(number);
      } else if (veryLong[i]) {
        cells[i] = trimmedText(join(bytes, veryLong[i]!), decode) || null;
      } else {
        const end = trimmedEnd(bytes, start, start + lengths[i]!);
        cells[i] = end === start ? null : decode(bytes, start, end);
      }
    }
    return cells;
  };
}

function trimmedEnd(bytes: Buffer, start: number, end: number): number {
  let last = end;
  while (last > start && (bytes[last - 1] === space || bytes[last - 1] === 0)) last -= 1;
  return last;
}

/** Joins bytes before they are decoded, because a multi-byte character may span two segments. */
function join(bytes: Buffer, segments: Segment[]): Buffer {
  return Buffer.concat(segments.map(({ start, length }) => bytes.subarray(start, start + length)));
}
