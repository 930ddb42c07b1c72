import { FileFailure } from '../file-failure';
import type { ColumnInfo } from '../parsers/protocol';
import type { RawDictionary, RawVariable } from './dictionary-records';
import type { DecodeText } from './encodings';
import {
  longNames,
  longStringLabels,
  longStringMissing,
  maxStringWidth,
  type RawValueLabel,
  type SpecialNumbers,
  veryLongWidths,
} from './extension-records';
import { kindOfFormat, numberWriter, wordsOfFormat, type WriteNumber } from './formats';
import { type Reading, type SavColumn, type Segment, stringsByName, trimmedText } from './sav-column';

const maxSegmentWidth = 255;
/** Each segment except the last of a string longer than 255 bytes has 255 bytes but counts as 252. */
const widthPerSegment = 252;
/** Maximum number of segments of a string. */
export const maxSegments = Math.ceil(maxStringWidth / widthPerSegment);

/**
 * Creates the columns from the dictionary, with long names, joined segments of very long strings, and labels
 * and missing values in the format of the cells.
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
  addLongMissing(dictionary, columns, reading);
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
    const isVeryLong = width > 0 && holdsString(parts, width);
    const segments = isVeryLong ? cutTo(width, parts.map(segmentOf)) : [segmentOf(variable)];
    joined.push({ variable, segments, shortName });
    i += isVeryLong ? parts.length : 1;
  }
  return joined;
}

/** Whether the variables can be the segments of a string; if not, the record that says so is wrong. */
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
  return { info: { name, kind, ...(label && { label }), ...missing }, segments, write, format: variable.format };
}

function missingNumbers(
  hasRange: boolean,
  numbers: number[],
  write: WriteNumber,
  { lowest, highest }: SpecialNumbers,
): Pick<ColumnInfo, 'missing'> {
  if (numbers.length === 0) return {};
  const [from, to, ...others] = hasRange ? numbers : [0, 0, ...numbers];
  const range = { from: from! <= lowest ? null : write(from!), to: to! >= highest ? null : write(to!) };
  return { missing: { values: others.map(write), ranges: hasRange ? [range] : [] } };
}

/** Missing values of a string column, except the empty string, which is always missing. */
function missingTexts(values: Buffer[], decode: DecodeText): Pick<ColumnInfo, 'missing'> {
  const texts = values.map((bytes) => trimmedText(bytes, decode)).filter((text) => text !== '');
  return texts.length > 0 ? { missing: { values: texts, ranges: [] } } : {};
}

function addLongMissing({ extensions }: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const byName = stringsByName(columns);
  for (const { name, values } of longStringMissing(extensions, reading.order, reading.decode)) {
    const column = byName.get(name.toUpperCase());
    if (column) Object.assign(column.info, missingTexts(values, reading.decode));
  }
}

/** Text of a cell and its label. */
type Label = [text: string, words: string];

const maxShortString = 8;
/** Maximum length of the labels of all columns. A set of labels may belong to every column. */
const maxCharacters = 64 * 1024 * 1024;
/** Overhead of a label, in characters. */
const labelOverhead = 32;

/**
 * Adds value labels to the columns: those of numbers, short strings and long strings in the file, and the names
 * of weekdays and months.
 *
 * @throws FileFailure `damaged` if there are more than any valid file has
 */
function addValueLabels(dictionary: RawDictionary, columns: SavColumn[], reading: Reading): void {
  const byColumn = new Map<SavColumn, Map<string, string>>();
  let charactersLeft = maxCharacters;
  const add = (column: SavColumn, labels: Label[]) => {
    const known = byColumn.get(column) ?? new Map<string, string>();
    for (const [text, words] of labels) {
      charactersLeft -= text.length + words.length + labelOverhead;
      // An empty cell is missing and never shows its label.
      if (text !== '') known.set(text, words);
    }
    if (charactersLeft < 0) throw new FileFailure('damaged');
    if (known.size > 0) byColumn.set(column, known);
  };
  for (const column of columns) if (column.write) add(column, wordsOfFormat(column.format));
  addShort(add, dictionary, columns, reading);
  const strings = stringsByName(columns);
  for (const { name, values } of longStringLabels(dictionary.extensions, reading.order, reading.decode)) {
    const column = strings.get(name.toUpperCase());
    if (column) add(column, labelTexts(values, column, reading));
  }
  for (const [column, labels] of byColumn) column.info.valueLabels = Object.fromEntries(labels);
}

/** Adds the labels of numbers and short strings. Texts are shared by columns of the same kind and length. */
function addShort(
  add: (column: SavColumn, labels: Label[]) => void,
  { labelSets }: RawDictionary,
  columns: SavColumn[],
  reading: Reading,
): void {
  const byPosition = new Map(columns.map((column) => [column.segments[0]!.start / 8, column]));
  for (const { labels, positions } of labelSets) {
    const made = new Map<string, Label[]>();
    for (const position of positions) {
      const column = byPosition.get(position);
      const length = column?.segments[0]!.length ?? 0;
      if (!column || length > maxShortString) continue;
      const key = `${column.info.kind} ${length}`;
      const texts = made.get(key) ?? labelTexts(labels, column, reading);
      made.set(key, texts);
      add(column, texts);
    }
  }
}

function labelTexts(
  labels: RawValueLabel[],
  { write, segments }: SavColumn,
  { order, decode, special }: Reading,
): Label[] {
  const length = segments.reduce((sum, segment) => sum + segment.length, 0);
  return labels.map(({ value, label }) => {
    const words = trimmedText(label, decode);
    if (!write) return [trimmedText(value.subarray(0, length), decode), words];
    const number = order.float64(value, 0);
    const isMissing = number === special.systemMissing || !Number.isFinite(number);
    return [isMissing ? '' : write(number), words];
  });
}
