import { type FileHandle, open } from 'node:fs/promises';

import { FileFailure } from '../file-failure';

/** Reads numbers in the byte order of a system file, which is that of the machine that wrote it. */
export interface ByteOrder {
  little: boolean;
  int32(bytes: Buffer, at: number): number;
  /** As a double, which is exact up to 2^53. */
  int64(bytes: Buffer, at: number): number;
  float64(bytes: Buffer, at: number): number;
}

export const littleEndian: ByteOrder = {
  little: true,
  int32: (bytes, at) => bytes.readInt32LE(at),
  int64: (bytes, at) => Number(bytes.readBigInt64LE(at)),
  float64: (bytes, at) => bytes.readDoubleLE(at),
};

export const bigEndian: ByteOrder = {
  little: false,
  int32: (bytes, at) => bytes.readInt32BE(at),
  int64: (bytes, at) => Number(bytes.readBigInt64BE(at)),
  float64: (bytes, at) => bytes.readDoubleBE(at),
};

const pieceBytes = 1024 * 1024;
/** Maximum length of one read. Records of undamaged files are much shorter. */
const maxPartBytes = 64 * 1024 * 1024;

/** Reads a file sequentially. Lengths are checked against the size of the file before memory is allocated. */
export class ByteReader {
  private piece = Buffer.alloc(0);
  /** Position in the piece; beyond its end after `skip`. */
  private used = 0;
  /** Position of the next piece in the file. */
  private next = 0;

  private constructor(
    private readonly handle: FileHandle,
    readonly size: number,
  ) {}

  static async open(path: string): Promise<ByteReader> {
    const handle = await open(path, 'r');
    try {
      return new ByteReader(handle, (await handle.stat()).size);
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  get position(): number {
    return this.next - (this.piece.length - this.used);
  }

  get remaining(): number {
    return this.size - this.position;
  }

  /** Returns the next bytes, which are valid until the next call. */
  async take(length: number): Promise<Buffer> {
    this.check(length);
    if (length > this.piece.length - this.used) await this.fill(length);
    this.used += length;
    return this.piece.subarray(this.used - length, this.used);
  }

  /** Returns a copy of the next bytes. */
  async keep(length: number): Promise<Buffer> {
    return Buffer.from(await this.take(length));
  }

  skip(length: number): void {
    if (!(length >= 0 && length <= this.remaining)) throw new FileFailure('damaged');
    this.used += length;
  }

  /** Returns bytes at any position, without changing the current one. */
  async takeAt(position: number, length: number): Promise<Buffer> {
    const inside = position >= 0 && length >= 0 && position + length <= this.size;
    if (!inside || length > maxPartBytes) throw new FileFailure('damaged');
    const bytes = Buffer.allocUnsafe(length);
    await this.readInto(bytes, position);
    return bytes;
  }

  /** Returns the rest of the file in pieces, each valid until the next one. */
  async *rest(): AsyncGenerator<Buffer> {
    while (this.remaining > 0) {
      const kept = this.piece.length - this.used;
      yield await this.take(kept > 0 ? kept : Math.min(pieceBytes, this.remaining));
    }
  }

  private check(length: number): void {
    const inside = length >= 0 && length <= this.remaining;
    if (!inside || length > maxPartBytes) throw new FileFailure('damaged');
  }

  /** Reads a piece with at least `length` unread bytes. */
  private async fill(length: number): Promise<void> {
    const start = this.position;
    const bytes = Buffer.allocUnsafe(Math.min(Math.max(length, pieceBytes), this.size - start));
    await this.readInto(bytes, start);
    this.piece = bytes;
    this.used = 0;
    this.next = start + bytes.length;
  }

  /** Throws FileFailure if the file has become shorter. */
  private async readInto(bytes: Buffer, position: number): Promise<void> {
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.handle.read(bytes, filled, bytes.length - filled, position + filled);
      if (bytesRead === 0) throw new FileFailure('damaged');
      filled += bytesRead;
    }
  }
}
