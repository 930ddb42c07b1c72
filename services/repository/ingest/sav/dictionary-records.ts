import { FileFailure } from '../file-failure';
import { bigEndian, type ByteOrder, type ByteReader, littleEndian } from './byte-reader';
import { knownExtensions, type RawValueLabel } from './extension-records';

const headerBytes = 176;
const layoutCodeAt = 64;

type Compression = 'none' | 'bytecode' | 'zlib';
const compressions: Compression[] = ['none', 'bytecode', 'zlib'];

export interface SavHeader {
  order: ByteOrder;
  compression: Compression;
  /** Subtracted from the code of a compressed number to get its value; usually 100. */
  bias: number;
  /** Number of cases; null if unknown. */
  caseCount: number | null;
  /** In the encoding of the file. */
  fileLabel: Buffer;
}

/**
 * Reads the file header record (176 bytes).
 *
 * @throws FileFailure `password-protected`, or `damaged` if it is not a system file
 */
export async function readHeader(reader: ByteReader): Promise<SavHeader> {
  const start = await reader.takeAt(0, Math.min(headerBytes, reader.size));
  const mark = start.toString('latin1', 0, 4);
  if (mark !== '$FL2' && mark !== '$FL3') {
    const isEncrypted = start.toString('latin1', 8, 20) === 'ENCRYPTEDSAV';
    throw new FileFailure(isEncrypted ? 'password-protected' : 'damaged');
  }
  const header = await reader.take(headerBytes);
  const order = byteOrderOf(header);
  const compression = compressions[order.int32(header, 72)];
  const cases = order.int32(header, 80);
  const bias = order.float64(header, 84);
  const isWhole = compression !== undefined && Number.isFinite(bias);
  if (!isWhole || (compression === 'zlib') !== (mark === '$FL3')) throw new FileFailure('damaged');
  return {
    order,
    compression,
    bias,
    caseCount: cases < 0 ? null : cases,
    fileLabel: Buffer.from(header.subarray(109, 173)),
  };
}

/** Finds the byte order in which the layout code is 2 or 3. */
function byteOrderOf(header: Buffer): ByteOrder {
  for (const order of [littleEndian, bigEndian]) {
    const layout = order.int32(header, layoutCodeAt);
    if (layout === 2 || layout === 3) return order;
  }
  throw new FileFailure('damaged');
}

/** Variable record, with text in the encoding of the file. */
export interface RawVariable {
  /** Position in a case, in units of 8 bytes. */
  position: number;
  /** Bytes of a string; 0 = numeric. */
  width: number;
  name: Buffer;
  label: Buffer | null;
  /** Number of the print format. */
  format: number;
  /** Up to 3 values of 8 bytes each; the first two are a range if `hasRange`. */
  missing: { hasRange: boolean; values: Buffer[] };
}

/** Value labels and the positions of their variables. */
export interface RawLabelSet {
  labels: RawValueLabel[];
  positions: number[];
}

export interface RawDictionary {
  /** At most `maxVariables`; `variableCount` counts all. */
  variables: RawVariable[];
  variableCount: number;
  /** Length of a case, in units of 8 bytes. */
  positions: number;
  labelSets: RawLabelSet[];
  /** Known extension records, keyed by subtype. */
  extensions: Map<number, Buffer[]>;
}

const record = { variable: 2, valueLabels: 3, labelledVariables: 4, documents: 6, extension: 7, end: 999 };
const documentLineBytes = 80;
const maxLabelBytes = 64 * 1024;
/** Maximum size of all records in memory, about 100 times that of real files. */
const maxDictionaryBytes = 16 * 1024 * 1024;
/** Memory overhead of a value label or record. */
const recordOverhead = 64;

/**
 * Reads the records between file header and data.
 *
 * @param maxVariables maximum number that is kept; a string longer than 255 bytes has several
 * @throws FileFailure `damaged`
 */
export async function readDictionaryRecords(
  reader: ByteReader,
  order: ByteOrder,
  maxVariables: number,
): Promise<RawDictionary> {
  return new DictionaryRecords(reader, order, maxVariables).read();
}

class DictionaryRecords {
  private readonly dictionary: RawDictionary = {
    variables: [],
    variableCount: 0,
    positions: 0,
    labelSets: [],
    extensions: new Map(),
  };
  private bytesLeft = maxDictionaryBytes;
  /** Continuation records still expected for a string longer than 8 bytes. */
  private dummiesLeft = 0;

  constructor(
    private readonly reader: ByteReader,
    private readonly order: ByteOrder,
    private readonly maxVariables: number,
  ) {}

  async read(): Promise<RawDictionary> {
    for (;;) {
      const type = await this.int32();
      if (type === record.variable) await this.readVariable();
      else if (this.dummiesLeft > 0) throw new FileFailure('damaged');
      else if (type === record.valueLabels) await this.readValueLabels();
      else if (type === record.documents) this.reader.skip((await this.count()) * documentLineBytes);
      else if (type === record.extension) await this.readExtension();
      else if (type === record.end) break;
      else throw new FileFailure('damaged');
    }
    await this.int32();
    return this.dictionary;
  }

  private async readVariable(): Promise<void> {
    const fixed = await this.reader.keep(28);
    const [width, hasLabel, missingCode, format] = [0, 4, 8, 12].map((at) => this.order.int32(fixed, at));
    const isDummy = width === -1;
    if (width! < -1 || width! > 255 || isDummy !== this.dummiesLeft > 0) throw new FileFailure('damaged');
    if ((hasLabel !== 0 && hasLabel !== 1) || !isMissingCode(missingCode!)) throw new FileFailure('damaged');

    const label = hasLabel ? await this.readVariableLabel() : null;
    const values = splitEights(await this.reader.keep(8 * Math.abs(missingCode!)));
    const { dictionary } = this;
    const position = dictionary.positions;
    dictionary.positions += 1;
    this.dummiesLeft = isDummy ? this.dummiesLeft - 1 : Math.max(0, Math.ceil(width! / 8) - 1);
    if (isDummy) return;

    dictionary.variableCount += 1;
    if (dictionary.variables.length >= this.maxVariables) return;
    dictionary.variables.push({
      position,
      width: width!,
      name: fixed.subarray(20, 28),
      label,
      format: (format! >> 16) & 0xff,
      missing: { hasRange: missingCode! < 0, values },
    });
  }

  private async readVariableLabel(): Promise<Buffer> {
    const length = await this.count();
    if (length > maxLabelBytes) throw new FileFailure('damaged');
    const padded = await this.text(Math.ceil(length / 4) * 4);
    return padded.subarray(0, length);
  }

  /** Reads a record of value labels, and the next one with its variables. */
  private async readValueLabels(): Promise<void> {
    const labels: RawValueLabel[] = [];
    for (let left = await this.count(); left > 0; left -= 1) {
      this.spend(recordOverhead);
      const start = await this.text(16);
      const length = start[8]!;
      // Length byte, label and padding take a multiple of 8 bytes.
      const more = Math.ceil((length + 1) / 8) * 8 - 8;
      const bytes = more > 0 ? Buffer.concat([start, await this.text(more)]) : start;
      labels.push({ value: bytes.subarray(0, 8), label: bytes.subarray(9, 9 + length) });
    }
    if ((await this.int32()) !== record.labelledVariables) throw new FileFailure('damaged');
    const positions: number[] = [];
    for (let left = await this.count(); left > 0; left -= 1) {
      const position = (await this.int32()) - 1;
      if (position < 0 || position >= this.dictionary.positions) throw new FileFailure('damaged');
      this.spend(4);
      positions.push(position);
    }
    this.dictionary.labelSets.push({ labels, positions });
  }

  private async readExtension(): Promise<void> {
    const subtype = await this.int32();
    const size = await this.count();
    const length = size * (await this.count());
    if (!knownExtensions.has(subtype)) {
      this.reader.skip(length);
      return;
    }
    this.spend(recordOverhead);
    const { extensions } = this.dictionary;
    const records = extensions.get(subtype) ?? [];
    records.push(await this.text(length));
    extensions.set(subtype, records);
  }

  private async text(length: number): Promise<Buffer> {
    this.spend(length);
    return this.reader.keep(length);
  }

  private spend(bytes: number): void {
    this.bytesLeft -= bytes;
    if (this.bytesLeft < 0) throw new FileFailure('damaged');
  }

  private async int32(): Promise<number> {
    return this.order.int32(await this.reader.take(4), 0);
  }

  /** Reads a count or length, which must not be negative. */
  private async count(): Promise<number> {
    const count = await this.int32();
    if (count < 0) throw new FileFailure('damaged');
    return count;
  }
}

/** -2 is a range, -3 a range and a value. */
function isMissingCode(code: number): boolean {
  return code >= -3 && code <= 3 && code !== -1;
}

function splitEights(bytes: Buffer): Buffer[] {
  return Array.from({ length: bytes.length / 8 }, (_, i) => bytes.subarray(8 * i, 8 * i + 8));
}
