import { bias, systemMissing } from '../../row-formats/case-writer';
import {
  cutUtf8,
  elementsOf,
  maxLabelBytes,
  maxValueLabelBytes,
  type SavVariable,
  segmentWidths,
  shortStringBytes,
} from '../../row-formats/sav-variable';
import { shortName } from './sav-names';

/** The double above `systemMissing`, the lowest end of a range of missing values. */
const lowest = -1.7976931348623155e308;

export interface SavHeader {
  /** Title of the file; 64 bytes of it are kept. */
  title: string;
  /** In UTC. */
  writtenAt: Date;
  variables: readonly SavVariable[];
  caseCount: number;
}

const record = { variable: 2, valueLabels: 3, labelledVariables: 4, extension: 7, end: 999 };
const subtype = {
  integers: 3,
  floats: 4,
  display: 11,
  longNames: 13,
  veryLongStrings: 14,
  encoding: 20,
  longLabels: 21,
  longMissing: 22,
};
const printFormat = { string: 1, number: 5 };
const utf8CodePage = 65_001;

/**
 * Everything of an SPSS system file before its cases: header, variables, labels and the records that say how to read
 * them. Little-endian, UTF-8, compressed by byte codes. The format is described in the developer's guide of GNU PSPP.
 */
export function writeDictionary(header: SavHeader): Buffer {
  const { variables } = header;
  return Buffer.concat([
    headerRecord(header),
    ...variables.flatMap(variableRecords),
    ...shortLabelRecords(variables),
    extension(subtype.integers, 4, ints(1, 0, 0, -1, 1, 1, 2, utf8CodePage)),
    extension(subtype.floats, 8, Buffer.concat([systemMissing, Number.MAX_VALUE, lowest].map(double))),
    extension(subtype.display, 4, ints(...variables.flatMap(displayOf))),
    extension(subtype.longNames, 1, utf8(variables.map(({ name }, i) => `${shortName(i)}=${name}`).join('\t'))),
    ...veryLongStrings(variables),
    extension(subtype.encoding, 1, utf8('UTF-8')),
    ...longLabels(variables),
    ...longMissing(variables),
    ints(record.end, 0),
  ]);
}

function headerRecord({ title, writtenAt, variables, caseCount }: SavHeader): Buffer {
  const elements = variables.flatMap(({ width }) => segmentWidths(width).map(elementsOf));
  const [, day, month, year, time] = /^\w+, (\d\d) (\w+) \d\d(\d\d) ([\d:]+)/.exec(writtenAt.toUTCString()) ?? [];
  return Buffer.concat([
    text('$FL2@(#) SPSS DATA FILE Motothek', 64),
    ints(2, sum(elements), 1, 0, caseCount),
    double(bias),
    text(`${day} ${month} ${year}${time}`, 17),
    text(title, 64),
    Buffer.alloc(3),
  ]);
}

/** The record of a variable, then dummies for all but its first 8 bytes; for a very long string, those of each segment. */
function variableRecords({ label, width, shown }: SavVariable, index: number): Buffer[] {
  const isShortString = width > 0 && width <= shortStringBytes;
  return segmentWidths(width).flatMap((segment, i) => {
    const format = width === 0 ? [printFormat.number, shown.width, shown.decimals] : [printFormat.string, segment, 0];
    const print = ((format[0] ?? 0) << 16) | ((format[1] ?? 0) << 8) | (format[2] ?? 0);
    const labelBytes = i === 0 && label !== '' ? cutUtf8(label, maxLabelBytes) : null;
    const dummies = Array.from({ length: elementsOf(segment) - 1 }, () =>
      Buffer.concat([ints(record.variable, -1, 0, 0, 0, 0), text('', 8)]),
    );
    return [
      ints(record.variable, segment, labelBytes ? 1 : 0, isShortString ? 1 : 0, print, print),
      text(shortName(index, i), 8),
      ...(labelBytes ? [ints(labelBytes.length), labelBytes, Buffer.alloc(-labelBytes.length & 3)] : []),
      // An empty text is a missing value.
      ...(isShortString ? [text('', 8)] : []),
      ...dummies,
    ];
  });
}

function shortLabelRecords(variables: readonly SavVariable[]): Buffer[] {
  let position = 1;
  return variables.flatMap(({ width, valueLabels }) => {
    const at = position;
    position += sum(segmentWidths(width).map(elementsOf));
    if (valueLabels.length === 0 || width > shortStringBytes) return [];
    const labels = valueLabels.map(([value, words]) => {
      const bytes = cutUtf8(words, maxValueLabelBytes);
      const key = width === 0 ? double(Number(value)) : text(value, 8);
      return Buffer.concat([key, Buffer.from([bytes.length]), bytes, Buffer.alloc(-(bytes.length + 1) & 7)]);
    });
    return [ints(record.valueLabels, labels.length), ...labels, ints(record.labelledVariables, 1, at)];
  });
}

/** Level of measurement, width of the column in characters and alignment, for each variable and segment. */
function displayOf({ width, shown, level }: SavVariable): number[] {
  const levelCode = level === 'nominal' ? 1 : 3;
  const isString = width > 0;
  return segmentWidths(width).flatMap(() => [levelCode, shown.width, isString ? 0 : 1]);
}

function veryLongStrings(variables: readonly SavVariable[]): Buffer[] {
  const widths = variables.flatMap(({ width }, i) =>
    segmentWidths(width).length > 1 ? [`${shortName(i)}=${String(width).padStart(5, '0')}\0\t`] : [],
  );
  return widths.length === 0 ? [] : [extension(subtype.veryLongStrings, 1, utf8(widths.join('')))];
}

function longLabels(variables: readonly SavVariable[]): Buffer[] {
  const entries = variables.flatMap(({ name, width, valueLabels }) => {
    if (valueLabels.length === 0 || width <= shortStringBytes) return [];
    const labels = valueLabels.flatMap(([value, words]) => [
      counted(text(value, width)),
      counted(cutUtf8(words, maxValueLabelBytes)),
    ]);
    return [counted(utf8(name)), ints(width, valueLabels.length), ...labels];
  });
  return entries.length === 0 ? [] : [extension(subtype.longLabels, 1, Buffer.concat(entries))];
}

/** An empty text is a missing value in long strings as well; eight bytes of it are compared. */
function longMissing(variables: readonly SavVariable[]): Buffer[] {
  const entries = variables.flatMap(({ name, width }) =>
    width > shortStringBytes ? [counted(utf8(name)), Buffer.from([1]), counted(text('', 8))] : [],
  );
  return entries.length === 0 ? [] : [extension(subtype.longMissing, 1, Buffer.concat(entries))];
}

function extension(type: number, elementBytes: number, bytes: Buffer): Buffer {
  return Buffer.concat([ints(record.extension, type, elementBytes, bytes.length / elementBytes), bytes]);
}

const utf8 = (words: string) => Buffer.from(words, 'utf8');
const counted = (bytes: Buffer) => Buffer.concat([ints(bytes.length), bytes]);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** A text of exactly `width` bytes, filled with spaces. */
function text(words: string, width: number): Buffer {
  const bytes = Buffer.alloc(width, ' ');
  cutUtf8(words, width).copy(bytes);
  return bytes;
}

function ints(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, i) => bytes.writeInt32LE(number, 4 * i));
  return bytes;
}

function double(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(number);
  return bytes;
}
