import { deflateSync } from 'node:zlib';

/** A variable of a file that a test writes. Texts are in the encoding of the file. */
export interface SavVariable {
  name: string;
  longName?: string;
  /** Bytes of a string, up to 32,767; none for numbers. */
  width?: number;
  /** Number of the print format, by default F. */
  format?: number;
  label?: string;
  valueLabels?: [value: number | string, words: string][];
  missing?: { values?: (number | string)[]; range?: [from: number, to: number] };
}

export interface SavFile {
  variables: SavVariable[];
  /** null is system-missing, or an empty string. */
  rows: (number | string | null)[][];
  order?: 'little' | 'big';
  compression?: 'none' | 'bytecode' | 'zlib';
  bias?: number;
  label?: string;
  /** Number of cases in the header, by default that of the rows; -1 means unknown. */
  caseCount?: number;
  /** By name in record 20 or by code in record 3, and how texts become bytes; by default UTF-8 by name. */
  encoding?: { name?: string; code?: number; encode?: (text: string) => Buffer };
  /** Bytes of a block before compression. */
  blockBytes?: number;
  /** Extension records to add, by subtype, with elements of `size` bytes. */
  extensions?: { subtype: number; size: number; bytes: Buffer }[];
  documents?: string[];
}

export const lowest = -1.7976931348623155e308;
export const highest = Number.MAX_VALUE;
const systemMissing = -Number.MAX_VALUE;
const blanks = Buffer.alloc(8, ' ');

/** Writes an SPSS system file according to its public description. */
export function writeSav(file: SavFile): Buffer {
  return new SavWriter(file).write();
}

class SavWriter {
  private readonly parts: Buffer[] = [];
  private readonly big: boolean;
  private readonly encode: (text: string) => Buffer;

  constructor(private readonly file: SavFile) {
    this.big = file.order === 'big';
    this.encode = file.encoding?.encode ?? ((text) => Buffer.from(text, 'utf8'));
  }

  write(): Buffer {
    this.header();
    for (const variable of this.file.variables) this.variable(variable);
    this.shortLabels();
    const { documents, extensions = [] } = this.file;
    if (documents) this.add(this.ints(6, documents.length), ...documents.map((line) => this.text(line, 80)));
    this.encodings();
    for (const { subtype, size, bytes } of extensions) this.extension(subtype, size, bytes);
    this.names();
    this.longStrings();
    this.add(this.ints(999, 0));
    this.data();
    return Buffer.concat(this.parts);
  }

  private header(): void {
    const { compression = 'none', bias = 100, label = '', rows, caseCount = rows.length } = this.file;
    const mark = compression === 'zlib' ? '$FL3' : '$FL2';
    this.add(Buffer.from(`${mark}@(#) SPSS DATA FILE`.padEnd(64)));
    const code = { none: 0, bytecode: 1, zlib: 2 }[compression];
    this.add(this.ints(2, this.positions(), code, 0, caseCount), this.double(bias));
    this.add(Buffer.from('21 Nov 2610:00:00'), this.text(label, 64), Buffer.alloc(3));
  }

  private variable({ name, width = 0, format, label, missing }: SavVariable): void {
    const values = [...(missing?.range ?? []), ...(missing?.values ?? [])];
    const isLong = width > 8;
    const count = isLong ? 0 : missing?.range ? -values.length : values.length;
    segmentWidths(width).forEach((segment, i) => {
      const print = ((format ?? (width ? 1 : 5)) << 16) | ((segment || 8) << 8);
      const hasLabel = label !== undefined && i === 0;
      const missingCount = i === 0 ? count : 0;
      this.add(this.ints(2, segment, hasLabel ? 1 : 0, missingCount, print, print));
      this.add(this.text(i === 0 ? name : `${name.slice(0, 5)}${i}`, 8));
      if (hasLabel) this.add(this.labelBytes(label));
      if (missingCount !== 0) this.add(...values.map((value) => this.value(value)));
      const dummies = Math.max(0, Math.ceil(segment / 8) - 1);
      for (let j = 0; j < dummies; j += 1) this.add(this.ints(2, -1, 0, 0, 0, 0), this.text('', 8));
    });
  }

  private labelBytes(label: string): Buffer {
    const bytes = this.encode(label);
    return Buffer.concat([this.ints(bytes.length), bytes, Buffer.alloc(-bytes.length & 3)]);
  }

  private shortLabels(): void {
    let position = 1;
    for (const { width = 0, valueLabels } of this.file.variables) {
      if (valueLabels && width <= 8) {
        this.add(this.ints(3, valueLabels.length));
        for (const [value, words] of valueLabels) {
          const bytes = this.encode(words);
          const padding = Buffer.alloc(-(bytes.length + 1) & 7);
          this.add(this.value(value), Buffer.from([bytes.length]), bytes, padding);
        }
        this.add(this.ints(4, 1, position));
      }
      position += positionsOf(width);
    }
  }

  private encodings(): void {
    const { name, code } = this.file.encoding ?? { name: 'UTF-8' };
    if (code !== undefined) this.extension(3, 4, this.ints(1, 2, 3, -1, 1, 1, this.big ? 1 : 2, code));
    if (name !== undefined) this.extension(20, 1, Buffer.from(name));
    this.extension(4, 8, Buffer.concat([systemMissing, highest, lowest].map((number) => this.double(number))));
  }

  private names(): void {
    const { variables } = this.file;
    const long = variables.filter(({ longName }) => longName);
    const pairs = long.map(({ name, longName }) => `${name}=${longName}`).join('\t');
    if (pairs) this.extension(13, 1, this.encode(pairs));
    const wide = variables.filter(({ width = 0 }) => width > 255);
    const widths = wide.map(({ name, width }) => `${name}=${String(width).padStart(5, '0')}\0\t`).join('');
    if (widths) this.extension(14, 1, this.encode(widths));
  }

  private longStrings(): void {
    for (const { name, longName = name, width = 0, valueLabels, missing } of this.file.variables) {
      if (width <= 8) continue;
      const counted = (bytes: Buffer) => Buffer.concat([this.ints(bytes.length), bytes]);
      const named = counted(this.encode(longName));
      if (valueLabels) {
        const labels = valueLabels.map(([value, words]) =>
          Buffer.concat([counted(this.text(String(value), width)), counted(this.encode(words))]),
        );
        this.extension(21, 1, Buffer.concat([named, this.ints(width, labels.length), ...labels]));
      }
      const values = missing?.values?.map((value) => this.text(String(value), 8));
      if (values) {
        this.extension(22, 1, Buffer.concat([named, Buffer.from([values.length]), this.ints(8), ...values]));
      }
    }
  }

  private extension(subtype: number, size: number, bytes: Buffer): void {
    this.add(this.ints(7, subtype, size, bytes.length / size), bytes);
  }

  private data(): void {
    const { compression = 'none' } = this.file;
    const eights = this.file.rows.flatMap((row) => this.caseEights(row));
    if (compression === 'none') this.add(Buffer.concat(eights));
    else if (compression === 'bytecode') this.add(this.bytecode(eights));
    else this.packed(this.bytecode(eights));
  }

  private caseEights(row: SavFile['rows'][number]): Buffer[] {
    return this.file.variables.flatMap(({ width = 0 }, i) => {
      const value = row[i] ?? null;
      if (width === 0) return [this.double(value === null ? systemMissing : Number(value))];
      let left = this.text(String(value ?? ''), width);
      const segments = segmentWidths(width).map((segment) => {
        const padded = Buffer.alloc(Math.ceil(segment / 8) * 8, ' ');
        left.copy(padded, 0, 0, segment);
        left = left.subarray(segment);
        return padded;
      });
      return eightsOf(Buffer.concat(segments));
    });
  }

  private bytecode(eights: Buffer[]): Buffer {
    const out: Buffer[] = [];
    const coded = [...eights.map((eight) => this.codeOf(eight)), { code: 252, raw: null }];
    for (let i = 0; i < coded.length; i += 8) {
      const block = coded.slice(i, i + 8);
      const codes = Buffer.alloc(8);
      block.forEach(({ code }, j) => (codes[j] = code));
      out.push(codes, ...block.flatMap(({ raw }) => raw ?? []));
    }
    return Buffer.concat(out);
  }

  private codeOf(eight: Buffer): { code: number; raw: Buffer | null } {
    if (eight.equals(blanks)) return { code: 254, raw: null };
    const number = this.big ? eight.readDoubleBE() : eight.readDoubleLE();
    if (number === systemMissing) return { code: 255, raw: null };
    const code = number + (this.file.bias ?? 100);
    return Number.isInteger(number) && Number.isInteger(code) && code >= 1 && code <= 251
      ? { code, raw: null }
      : { code: 253, raw: eight };
  }

  private packed(bytes: Buffer): void {
    const { blockBytes = 0x3ff000, bias = 100 } = this.file;
    const start = Buffer.concat(this.parts).length;
    const blocks: { bytes: Buffer; packed: Buffer }[] = [];
    for (let i = 0; i < bytes.length; i += blockBytes) {
      const block = bytes.subarray(i, i + blockBytes);
      blocks.push({ bytes: block, packed: deflateSync(block) });
    }
    const packedLength = blocks.reduce((sum, { packed }) => sum + packed.length, 0);
    this.add(this.long(start), this.long(start + 24 + packedLength), this.long(24 + 24 * blocks.length));
    this.add(...blocks.map(({ packed }) => packed));
    this.add(this.long(-bias), this.long(0), this.ints(blockBytes, blocks.length));
    let [unpackedAt, packedAt] = [start, start + 24];
    for (const block of blocks) {
      this.add(this.long(unpackedAt), this.long(packedAt), this.ints(block.bytes.length, block.packed.length));
      unpackedAt += block.bytes.length;
      packedAt += block.packed.length;
    }
  }

  private positions(): number {
    return this.file.variables.reduce((sum, { width = 0 }) => sum + positionsOf(width), 0);
  }

  private add(...parts: Buffer[]): void {
    this.parts.push(...parts);
  }

  private value(value: number | string): Buffer {
    return typeof value === 'number' ? this.double(value) : this.text(value, 8);
  }

  private text(text: string, width: number): Buffer {
    const bytes = Buffer.alloc(width, ' ');
    this.encode(text).copy(bytes);
    return bytes;
  }

  private ints(...numbers: number[]): Buffer {
    const bytes = Buffer.alloc(4 * numbers.length);
    numbers.forEach((number, i) => (this.big ? bytes.writeInt32BE(number, 4 * i) : bytes.writeInt32LE(number, 4 * i)));
    return bytes;
  }

  private long(number: number): Buffer {
    const bytes = Buffer.alloc(8);
    if (this.big) bytes.writeBigInt64BE(BigInt(number));
    else bytes.writeBigInt64LE(BigInt(number));
    return bytes;
  }

  private double(number: number): Buffer {
    const bytes = Buffer.alloc(8);
    if (this.big) bytes.writeDoubleBE(number);
    else bytes.writeDoubleLE(number);
    return bytes;
  }
}

function segmentWidths(width: number): number[] {
  if (width <= 255) return [width];
  const count = Math.ceil(width / 252);
  return [...Array<number>(count - 1).fill(255), width - (count - 1) * 252];
}

function positionsOf(width: number): number {
  return segmentWidths(width).reduce((sum, segment) => sum + Math.max(1, Math.ceil(segment / 8)), 0);
}

function eightsOf(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.subarray(8 * i, 8 * i + 8));
}
