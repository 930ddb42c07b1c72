import { FileFailure } from '../file-failure';
import { bigEndian, littleEndian, type ByteOrder } from './byte-order';
import type { ByteReader } from './byte-reader';

const headerBytes = 176;
const layoutCodeAt = 64;
/** A portable file has its mark behind 456 characters, not counting line ends. */
const portableMarkAt = 456;
const portableSearchBytes = 1024;

export type Compression = 'none' | 'bytecode' | 'zlib';
const compressions: Compression[] = ['none', 'bytecode', 'zlib'];

export interface SavHeader {
  order: ByteOrder;
  compression: Compression;
  /** What is taken from the code of a compressed number to get its value; 100 in all usual files. */
  bias: number;
  /** Null when the file does not tell. */
  caseCount: number | null;
  /** In the character encoding of the file. */
  fileLabel: Buffer;
}

/**
 * Reads the file header record (176 bytes).
 *
 * @throws FileFailure `password-protected`, `portable-file`, or `damaged` when it is no system file
 */
export async function readHeader(reader: ByteReader): Promise<SavHeader> {
  const start = await reader.takeAt(0, Math.min(portableSearchBytes, reader.size));
  const mark = start.toString('latin1', 0, 4);
  if (mark !== '$FL2' && mark !== '$FL3') throw failureOf(start);
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

function failureOf(start: Buffer): FileFailure {
  if (start.toString('latin1', 8, 20) === 'ENCRYPTEDSAV') return new FileFailure('password-protected');
  return new FileFailure(isPortableFile(start) ? 'portable-file' : 'damaged');
}

/** Whether the start of a file is that of an SPSS portable file, which is text. */
function isPortableFile(start: Buffer): boolean {
  return start
    .toString('latin1', 0, portableSearchBytes)
    .replace(/[\r\n]/g, '')
    .includes('SPSSPORT', portableMarkAt);
}

/** The layout code is 2 or 3 in the byte order of the file. */
function byteOrderOf(header: Buffer): ByteOrder {
  for (const order of [littleEndian, bigEndian]) {
    const layout = order.int32(header, layoutCodeAt);
    if (layout === 2 || layout === 3) return order;
  }
  throw new FileFailure('damaged');
}
