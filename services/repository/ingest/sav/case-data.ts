import type { ByteOrder } from './byte-order';

/**
 * Cuts the data of a file into cases. After `feed`, `next` fills `bytes` with the next case, uncompressed,
 * until it answers false: more data is needed, or the data says that it has ended.
 */
export interface CaseCutter {
  /** The case; overwritten by the next one. */
  readonly bytes: Buffer;
  /** A case has begun and is not complete. */
  readonly isWithinCase: boolean;
  feed(piece: Buffer): void;
  next(): boolean;
}

/** Cases as they stand, one behind the other. */
export class PlainCases implements CaseCutter {
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

const code = { padding: 0, end: 252, raw: 253, blanks: 254, systemMissing: 255 };

/** Cases of one code for each 8 bytes; eight codes stand together, then the 8 bytes that codes could not say. */
export class BytecodeCases implements CaseCutter {
  readonly bytes: Buffer;
  private readonly meanings: Buffer;
  private readonly codes = Buffer.alloc(8);
  /** Place of the next code; 8 = new ones must be read. */
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

  /** False when the piece ends before; what is left of it waits for the next one. */
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

/** The 8 bytes that each code stands for, in the byte order of the file. */
function meaningsOf(order: ByteOrder, bias: number): Buffer {
  const meanings = Buffer.alloc(256 * 8, ' ');
  const view = new DataView(meanings.buffer, meanings.byteOffset);
  for (let each = 1; each < code.end; each += 1) view.setFloat64(each * 8, each - bias, order.little);
  view.setFloat64(code.systemMissing * 8, -Number.MAX_VALUE, order.little);
  return meanings;
}

/** By bytes: for eight of them, a call of the runtime's copy takes longer. */
function copy8(source: Buffer, from: number, target: Buffer, to: number): void {
  for (let i = 0; i < 8; i += 1) target[to + i] = source[from + i]!;
}
