import { FileFailure } from '../file-failure';
import type { ColumnInfo } from '../parsers/table-sink';
import type { ByteOrder } from './byte-order';
import { trimmedText } from './cells';
import type { RawDictionary, RawVariable } from './dictionary-records';
import type { DecodeText } from './encodings';
import {
  longNames,
  longStringLabels,
  longStringMissing,
  veryLongWidths,
  type RawValueLabel,
  type SpecialNumbers,
} from './extension-records';
import { kindOfFormat, numberWriter, wordsOfFormat, type WriteNumber } from './formats';

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
}

/** How bytes of the dictionary become text and numbers. */
export interface Reading {
  order: ByteOrder;
  decode: DecodeText;
  special: SpecialNumbers;
}

/** Labels of all columns together; a set of labels may belong to many columns. */
const maxLabels = 1_000_000;
const maxSegmentWidth = 255;
/** Of a string longer than 255 bytes, every segment but the last holds its 255 and counts for 252. */
const widthPerSegment = 252;
/** Most segments of a string, which has at most 32,767 bytes. */
export const maxSegments = Math.ceil(32_767 / widthPerSegment);

/**
 * Makes the columns of the dictionary: long names, segments of very long strings joined, labels and missing
 * values as the cells write their values.
 *
 * @throws FileFailure `too-many-columns`, `damaged`
 */
export function makeColumns(dictionary: RawDictionary, reading: Reading, maxColumns: number): SavColumn[] {
  const joined = joinSegments(dictionary, reading);
  const dropped = dictionary.variableCount - dictionary.variables.length;
  const count = joined.length + dropped;
  if (count > maxColumns) throw new FileFailure('too-many-columns', { count, max: maxColumns });
  const names = longNames(dictionary.extensions, reading.decode);
  const columns = joined.map(({ variable, segments, shortName }) =>
    makeColumn(variable, segments, names.get(shortName.toUpperCase()) || shortName, reading),
  );
  addValueLabels(dictionary, columns, reading);
  addLongStrings(dictionary, columns, reading);
  return columns;
}

interface JoinedVariable {
  variable: RawVariable;
  segments: Segment[];
  shortName: string;
}

function joinSegments({ variables, extensions }: RawDictionary, { decode }: Reading): JoinedVariable[] {
  const widths = veryLongWidths(extensions, decode);
  const joined: JoinedVariable[] = [];
  for (let i = 0; i < variables.length;) {
    const variable = variables[i]!;
    const shortName = trimmedText(variable.name, decode);
    const width = widths.get(shortName.toUpperCase()) ?? 0;
    const parts = variables.slice(i, i + Math.max(1, Math.ceil(width / widthPerSegment)));
    const isVeryLong = width > maxSegmentWidth && holdsString(parts, width);
    const segments = isVeryLong ? cutTo(width, parts.map(segmentOf)) : [segmentOf(variable)];
    joined.push({ variable, segments, shortName });
    i += isVeryLong ? parts.length : 1;
  }
  return joined;
}

/** Whether the variables are the segments of a string; a record that says otherwise is wrong. */
function holdsString(parts: RawVariable[], width: number): boolean {
  const areStrings = parts.every((part, i) => part.width === maxSegmentWidth || i === parts.length - 1);
  return areStrings && parts.at(-1)!.width > 0 && parts.reduce((sum, part) => sum + part.width, 0) >= width;
}

function segmentOf(variable: RawVariable): Segment {
  return { start: variable.position * 8, length: variable.width };
}

function cutTo(width: number, segments: Segment[]): Segment[] {
  let left = width;
  const cut: Segment[] = [];
  for (const { start, length } of segments) {
    if (left > 0) cut.push({ start, length: Math.min(left, length) });
    left -= length;
  }
  return cut;
}

function makeColumn(
  variable: RawVariable,
  segments: Segment[],
  name: string,
  { order, decode, special }: Reading,
): SavColumn {
  const isString = variable.width > 0;
  const kind = isString ? 'text' : kindOfFormat(variable.format);
  const write = isString ? null : numberWriter(kind);
  const label = variable.label && trimmedText(variable.label, decode);
  const valueLabels = isString ? undefined : wordsOfFormat(variable.format);
  const values = variable.missing.values;
  const missing = write
    ? missingNumbers(
        variable.missing.hasRange,
        values.map((bytes) => order.float64(bytes, 0)),
        write,
        special,
      )
    : missingTexts(
        values.map((bytes) => bytes.subarray(0, variable.width)),
        decode,
      );
  return {
    info: { name, kind, ...(label && { label }), ...(valueLabels && { valueLabels }), ...missing },
    segments,
    write,
  };
}

function missingNumbers(
  hasRange: boolean,
  numbers: number[],
  write: WriteNumber,
  { lowest, highest }: SpecialNumbers,
): Pick<ColumnInfo, 'missing'> {
  if (numbers.length === 0) return {};
  const [from, to, ...others] = hasRange ? numbers : [0, 0, ...numbers];
  const range = {
    from: from! <= lowest ? null : write(from!),
    to: to! >= highest ? null : write(to!),
  };
  return { missing: { values: others.map(write), ranges: hasRange ? [range] : [] } };
}

function missingTexts(values: Buffer[], decode: DecodeText): Pick<ColumnInfo, 'missing'> {
  const texts = values.map((bytes) => trimmedText(bytes, decode)).filter((text) => text !== '');
  return texts.length > 0 ? { missing: { values: texts, ranges: [] } } : {};
}

/** Labels of numbers and short strings. Columns of the same kind share what is made of a set. */
function addValueLabels(dictionary: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const byPosition = new Map(columns.map((column) => [column.segments[0]!.start / 8, column]));
  let labelCount = 0;
  for (const { labels, positions } of dictionary.labelSets) {
    const made = new Map<string, Record<string, string>>();
    for (const column of positions.flatMap((position) => byPosition.get(position) ?? [])) {
      const { length } = column.segments[0]!;
      if (length > 8) continue;
      labelCount += labels.length;
      if (labelCount > maxLabels) throw new FileFailure('damaged');
      const key = `${column.info.kind} ${length}`;
      const texts = made.get(key) ?? labelTexts(labels, column, reading);
      made.set(key, texts);
      column.info.valueLabels = { ...column.info.valueLabels, ...texts };
    }
  }
}

function labelTexts(
  labels: RawValueLabel[],
  { write, segments }: SavColumn,
  { order, decode, special }: Reading,
): Record<string, string> {
  const texts = labels.map(({ value, label }) => {
    const number = write && order.float64(value, 0);
    if (number !== null && (number === special.systemMissing || !Number.isFinite(number))) return ['', ''];
    const text = write ? write(number!) : trimmedText(value.subarray(0, segments[0]!.length), decode);
    return [text, trimmedText(label, decode)];
  });
  // A cell without text is missing: a label would never meet it.
  return Object.fromEntries(texts.filter(([text]) => text !== ''));
}

/** Labels and missing values of strings longer than 8 bytes. */
function addLongStrings({ extensions }: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const { order, decode } = reading;
  const strings = columns.filter(({ write }) => write === null);
  const byName = new Map(strings.map((column) => [column.info.name.toUpperCase(), column]));
  for (const { name, values } of longStringLabels(extensions, order, decode)) {
    const column = byName.get(name.toUpperCase());
    if (!column) continue;
    const texts = values.map(({ value, label }) => [trimmedText(value, decode), trimmedText(label, decode)]);
    const known = Object.fromEntries(texts.filter(([text]) => text !== ''));
    column.info.valueLabels = { ...column.info.valueLabels, ...known };
  }
  for (const { name, values } of longStringMissing(extensions, order, decode)) {
    const column = byName.get(name.toUpperCase());
    if (column) Object.assign(column.info, missingTexts(values, decode));
  }
}
