import { promisify } from 'node:util';
import { inflate } from 'node:zlib';

import { FileFailure } from '../file-failure';
import type { ByteOrder, ByteReader } from './byte-reader';
import type { SavHeader } from './dictionary-records';

/**
 * Reads the cases of a file and passes each to `take`; its bytes are valid until the next one. The start of the
 * data must be the position of the reader.
 *
 * @param positions length of a case, in units of 8 bytes
 * @param caseCount number of cases according to the file; null if unknown
 * @throws FileFailure `damaged` if the data ends within a case or does not have `caseCount` cases
 */
export async function readCases(
  reader: ByteReader,
  { order, compression, bias }: SavHeader,
  positions: number,
  caseCount: number | null,
  take: (bytes: Buffer) => void,
): Promise<void> {
  const packed = compression === 'zlib' ? await openPackedData(reader, order) : null;
  const bytes = packed ? packed.bytes : reader.remaining;
  const minCaseBytes = compression === 'none' ? positions * 8 : positions;
  if ((caseCount ?? 0) * minCaseBytes > bytes) throw new FileFailure('damaged');
  const cutter = compression === 'none' ? new PlainCases(positions) : new BytecodeCases(positions, order, bias);
  let count = 0;
  for await (const piece of packed ? packed.pieces : reader.rest()) {
    cutter.feed(piece);
    while (cutter.next()) {
      count += 1;
      if (caseCount !== null && count > caseCount) throw new FileFailure('damaged');
      take(cutter.bytes);
    }
  }
  const isComplete = caseCount === null ? !cutter.isWithinCase : count === caseCount;
  if (!isComplete) throw new FileFailure('damaged');
}

/**
 * Splits the data of a file into cases. After `feed`, `next` fills `bytes` with the next uncompressed case. It
 * returns false if more data is needed or the data has ended.
 */
interface CaseCutter {
  /** The case; overwritten by the next one. */
  readonly bytes: Buffer;
  /** A case is incomplete. */
  readonly isWithinCase: boolean;
  feed(piece: Buffer): void;
  next(): boolean;
}

/** Uncompressed cases. */
class PlainCases implements CaseCutter {
  readonly bytes: Buffer;
  private piece: Buffer = Buffer.alloc(0);
  private used = 0;
  private filled = 0;

  constructor(positions: number) {
    this.bytes = Buffer.alloc(positions * 8);
  }

  get isWithinCase(): boolean {
    return this.filled > 0;
  }

  feed(piece: Buffer): void {
    this.piece = piece;
    this.used = 0;
  }

  next(): boolean {
    const copied = this.piece.copy(this.bytes, this.filled, this.used);
    this.used += copied;
    this.filled += copied;
    if (this.filled < this.bytes.length) return false;
    this.filled = 0;
    return true;
  }
}

const code = { padding: 0, end: 252, raw: 253, spaces: 254, systemMissing: 255 };

/** Cases with a code for each 8 bytes. Groups of eight codes are followed by the 8 bytes of each `raw` code. */
class BytecodeCases implements CaseCutter {
  readonly bytes: Buffer;
  private readonly meanings: Buffer;
  private readonly codes = Buffer.alloc(8);
  /** Index of the next code; 8 = a new group must be read. */
  private code = 8;
  private filled = 0;
  private piece: Buffer = Buffer.alloc(0);
  private used = 0;
  private ended = false;

  constructor(positions: number, order: ByteOrder, bias: number) {
    this.bytes = Buffer.alloc(positions * 8);
    this.meanings = meaningsOf(order, bias);
  }

  get isWithinCase(): boolean {
    return this.filled > 0;
  }

  feed(piece: Buffer): void {
    const rest = this.piece.subarray(this.used);
    this.piece = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    this.used = 0;
  }

  next(): boolean {
    const { bytes, codes, meanings } = this;
    while (this.filled < bytes.length) {
      if (this.ended) return false;
      if (this.code === 8) {
        if (!this.copyEight(codes, 0)) return false;
        this.code = 0;
      }
      const now = codes[this.code]!;
      if (now === code.end) this.ended = true;
      else if (now === code.raw) {
        if (!this.copyEight(bytes, this.filled)) return false;
        this.filled += 8;
      } else if (now !== code.padding) {
        copy8(meanings, now * 8, bytes, this.filled);
        this.filled += 8;
      }
      this.code += 1;
    }
    this.filled = 0;
    return true;
  }

  /** Returns false if the piece is too short; its rest is kept for the next one. */
  private copyEight(target: Buffer, at: number): boolean {
    if (this.piece.length - this.used < 8) {
      this.piece = Buffer.from(this.piece.subarray(this.used));
      this.used = 0;
      return false;
    }
    copy8(this.piece, this.used, target, at);
    this.used += 8;
    return true;
  }
}

/** The 8 bytes for each code, in the byte order of the file. */
function meaningsOf(order: ByteOrder, bias: number): Buffer {
  const meanings = Buffer.alloc(256 * 8, ' ');
  const view = new DataView(meanings.buffer, meanings.byteOffset);
  for (let each = 1; each < code.end; each += 1) view.setFloat64(each * 8, each - bias, order.little);
  view.setFloat64(code.systemMissing * 8, -Number.MAX_VALUE, order.little);
  return meanings;
}

/** Copies byte by byte, which is faster than `copy` for eight bytes. */
function copy8(source: Buffer, from: number, target: Buffer, to: number): void {
  for (let i = 0; i < 8; i += 1) target[to + i] = source[from + i]!;
}

const inflateBytes = promisify(inflate);

const headerBytes = 24;
const trailerBytes = 24;
const entryBytes = 24;
/** SPSS compresses blocks of 4 MiB. */
const maxBlockBytes = 16 * 1024 * 1024;
/** Maximum growth of an incompressible block. */
const packingOverhead = 64 * 1024;

interface Block {
  packed: number;
  unpacked: number;
}

/** Compressed data of a zsav file. */
interface PackedData {
  /** Uncompressed length of all blocks. */
  bytes: number;
  pieces: AsyncIterable<Buffer>;
}

/**
 * Reads the list of blocks at the end of the file, and checks that they fill the space between the dictionary
 * and the list. The start of the data must be the position of the reader.
 *
 * @throws FileFailure `damaged`; `pieces` throws it if a block does not have the length in the list
 */
async function openPackedData(reader: ByteReader, order: ByteOrder): Promise<PackedData> {
  const start = reader.position;
  const header = await reader.take(headerBytes);
  const [headerAt, trailerAt, trailerLength] = [0, 8, 16].map((at) => order.int64(header, at));
  const isWhole = headerAt === start && trailerAt! + trailerLength! === reader.size;
  const blockCount = (trailerLength! - trailerBytes) / entryBytes;
  if (!isWhole || !Number.isInteger(blockCount) || blockCount < 0) throw new FileFailure('damaged');

  const trailer = await reader.takeAt(trailerAt!, trailerLength!);
  if (order.int32(trailer, 20) !== blockCount) throw new FileFailure('damaged');
  const blocks = Array.from({ length: blockCount }, (_, i) => readBlock(trailer, i, order));
  const packed = blocks.reduce((sum, block) => sum + block.packed, 0);
  if (packed !== trailerAt! - reader.position) throw new FileFailure('damaged');
  return { bytes: blocks.reduce((sum, block) => sum + block.unpacked, 0), pieces: unpack(reader, blocks) };
}

function readBlock(trailer: Buffer, index: number, order: ByteOrder): Block {
  const at = trailerBytes + index * entryBytes;
  const [unpacked, packed] = [order.int32(trailer, at + 16), order.int32(trailer, at + 20)];
  const isUsual = unpacked >= 0 && unpacked <= maxBlockBytes && packed > 0;
  if (!isUsual || packed > maxBlockBytes + packingOverhead) throw new FileFailure('damaged');
  return { packed, unpacked };
}

/** Each block is unpacked in another thread while the previous one is read. */
async function* unpack(reader: ByteReader, blocks: Block[]): AsyncGenerator<Buffer> {
  let next: Promise<Buffer> | null = null;
  for (const block of blocks) {
    const ready: Promise<Buffer> | null = next;
    next = unpackBlock(await reader.keep(block.packed), block.unpacked);
    // Its error is thrown when it is awaited, unless the previous block fails first.
    next.catch(() => undefined);
    if (ready) yield await ready;
  }
  if (next) yield await next;
}

async function unpackBlock(packed: Buffer, length: number): Promise<Buffer> {
  const bytes = await inflateBytes(packed, { maxOutputLength: Math.max(1, length) }).catch(() => null);
  if (bytes?.length !== length) throw new FileFailure('damaged');
  return bytes;
}
