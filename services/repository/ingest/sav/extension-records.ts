import type { ByteOrder } from './byte-reader';
import type { DecodeText } from './encodings';

/** A value, which is a number or a string padded with spaces, and its label. */
export interface RawValueLabel {
  value: Buffer;
  label: Buffer;
}

const subtype = {
  integerInfo: 3,
  floatInfo: 4,
  longNames: 13,
  veryLongStrings: 14,
  caseCount: 16,
  encoding: 20,
  longLabels: 21,
  longMissing: 22,
};
export const knownExtensions: ReadonlySet<number> = new Set(Object.values(subtype));

/** Maximum width of an SPSS string variable. */
export const maxStringWidth = 32_767;

type Extensions = ReadonlyMap<number, Buffer[]>;

/** Special numbers: the system-missing value and the ends of open ranges of missing values. */
export interface SpecialNumbers {
  systemMissing: number;
  highest: number;
  lowest: number;
}

const usualNumbers: SpecialNumbers = {
  systemMissing: -Number.MAX_VALUE,
  highest: Number.MAX_VALUE,
  // The double above the system-missing value.
  lowest: -1.7976931348623155e308,
};

/** Value labels or missing values of a string variable longer than 8 bytes. */
export interface LongStringEntry<Value> {
  name: string;
  values: Value[];
}

export function specialNumbers(extensions: Extensions, order: ByteOrder): SpecialNumbers {
  const bytes = extensions.get(subtype.floatInfo)?.at(-1);
  if (!bytes || bytes.length < 24) return usualNumbers;
  const [systemMissing, highest, lowest] = [0, 8, 16].map((at) => order.float64(bytes, at));
  return { systemMissing: systemMissing!, highest: highest!, lowest: lowest! };
}

export function encodingName(extensions: Extensions): string | null {
  return extensions.get(subtype.encoding)?.at(-1)?.toString('latin1').replaceAll('\0', '') ?? null;
}

export function characterCode(extensions: Extensions, order: ByteOrder): number | null {
  const bytes = extensions.get(subtype.integerInfo)?.at(-1);
  return bytes && bytes.length >= 32 ? order.int32(bytes, 28) : null;
}

/** Number of cases if there are too many for the header; null if unknown. */
export function longCaseCount(extensions: Extensions, order: ByteOrder): number | null {
  const bytes = extensions.get(subtype.caseCount)?.at(-1);
  const count = bytes && bytes.length >= 16 ? order.int64(bytes, 8) : -1;
  return count >= 0 ? count : null;
}

/** Long names, keyed by short names in capitals. Record: `SHORT=Long name`, separated by tabs. */
export function longNames(extensions: Extensions, decode: DecodeText): Map<string, string> {
  return pairs(extensions.get(subtype.longNames), decode);
}

/** Widths of strings longer than 255 bytes, keyed by short names in capitals. Record: `SHORT=00300` NUL tab. */
export function veryLongWidths(extensions: Extensions, decode: DecodeText): Map<string, number> {
  const widths = pairs(extensions.get(subtype.veryLongStrings), decode);
  return new Map(
    [...widths]
      .map(([name, width]) => [name, Number.parseInt(width, 10)] as const)
      .filter(([, width]) => width > 255 && width <= maxStringWidth),
  );
}

/** Value labels of string variables longer than 8 bytes. */
export function longStringLabels(
  extensions: Extensions,
  order: ByteOrder,
  decode: DecodeText,
): LongStringEntry<RawValueLabel>[] {
  return readEntries(extensions.get(subtype.longLabels), order, (fields) => {
    const name = decode(fields.counted());
    fields.int32();
    return { name, values: times(fields.int32(), () => fields.valueLabel()) };
  });
}

/** Missing values of string variables longer than 8 bytes; only the first 8 bytes of each. */
export function longStringMissing(
  extensions: Extensions,
  order: ByteOrder,
  decode: DecodeText,
): LongStringEntry<Buffer>[] {
  return readEntries(extensions.get(subtype.longMissing), order, (fields) => {
    const name = decode(fields.counted());
    const count = fields.bytes(1)[0]!;
    const length = fields.int32();
    return { name, values: times(count, () => fields.bytes(length)) };
  });
}

function pairs(records: Buffer[] = [], decode: DecodeText): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of records.flatMap((bytes) => decode(bytes).split(/[\t\0]+/))) {
    const at = pair.indexOf('=');
    if (at > 0) found.set(pair.slice(0, at).trim().toUpperCase(), pair.slice(at + 1).trimEnd());
  }
  return found;
}

/**
 * Reads the entries of records up to the first invalid one. Some programs write these records incorrectly, and
 * the data can be read without them.
 */
function readEntries<Entry>(records: Buffer[] = [], order: ByteOrder, readEntry: (fields: Fields) => Entry): Entry[] {
  const entries: Entry[] = [];
  for (const bytes of records) {
    const fields = new Fields(bytes, order);
    try {
      while (fields.remaining > 0) entries.push(readEntry(fields));
    } catch (error) {
      if (!(error instanceof EndOfRecord)) throw error;
    }
  }
  return entries;
}

class EndOfRecord extends Error {}

/** Reads the fields of a record in order. */
class Fields {
  private at = 0;

  constructor(
    private readonly record: Buffer,
    private readonly order: ByteOrder,
  ) {}

  get remaining(): number {
    return this.record.length - this.at;
  }

  bytes(length: number): Buffer {
    if (!(length >= 0 && length <= this.remaining)) throw new EndOfRecord();
    this.at += length;
    return this.record.subarray(this.at - length, this.at);
  }

  int32(): number {
    return this.order.int32(this.bytes(4), 0);
  }

  /** Bytes preceded by their number. */
  counted(): Buffer {
    return this.bytes(this.int32());
  }

  valueLabel(): RawValueLabel {
    return { value: this.counted(), label: this.counted() };
  }
}

function times<Value>(count: number, read: () => Value): Value[] {
  const values: Value[] = [];
  for (let left = count; left > 0; left -= 1) values.push(read());
  return values;
}
