import { FileFailure } from '../file-failure';
import type { ColumnInfo } from '../parsers/table-sink';
import { trimmedText } from './cells';
import type { RawDictionary, RawVariable } from './dictionary-records';
import type { DecodeText } from './encodings';
import { longNames, longStringMissing, maxStringWidth, veryLongWidths, type SpecialNumbers } from './extension-records';
import { kindOfFormat, numberWriter, type WriteNumber } from './formats';
import { stringsByName, type Reading, type SavColumn, type Segment } from './sav-column';
import { addValueLabels } from './value-labels';

const maxSegmentWidth = 255;
/** Of a string longer than 255 bytes, every segment but the last holds its 255 and counts for 252. */
const widthPerSegment = 252;
/** Most segments of a string. */
export const maxSegments = Math.ceil(maxStringWidth / widthPerSegment);

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

/** Texts of missing values of a string; none for an empty one, which is missing anyway. */
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
