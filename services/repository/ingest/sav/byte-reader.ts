import { open, type FileHandle } from 'node:fs/promises';

import { FileFailure } from '../file-failure';

const pieceBytes = 1024 * 1024;
/** Longest part that is ever asked for at once; no record of an undamaged file comes near it. */
const maxPartBytes = 64 * 1024 * 1024;

/** Reads a file from front to back in pieces. Lengths are checked against the file before memory is taken. */
export class ByteReader {
  private piece = Buffer.alloc(0);
  private used = 0;
  /** Where the next piece begins in the file. */
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

  /** The next bytes, valid until the next call. */
  async take(length: number): Promise<Buffer> {
    this.check(length);
    if (length > this.piece.length - this.used) await this.fill(length);
    this.used += length;
    return this.piece.subarray(this.used - length, this.used);
  }

  /** The next bytes as a copy of their own. */
  async keep(length: number): Promise<Buffer> {
    return Buffer.from(await this.take(length));
  }

  skip(length: number): void {
    if (!(length >= 0 && length <= this.remaining)) throw new FileFailure('damaged');
    this.moveTo(this.position + length);
  }

  /** Bytes at a place of their own; the place of reading stays. */
  async takeAt(position: number, length: number): Promise<Buffer> {
    const inside = position >= 0 && length >= 0 && position + length <= this.size;
    if (!inside || length > maxPartBytes) throw new FileFailure('damaged');
    const bytes = Buffer.allocUnsafe(length);
    await this.readInto(bytes, position);
    return bytes;
  }

  /** The rest of the file in pieces, each valid until the next one. */
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

  private moveTo(position: number): void {
    const start = this.next - this.piece.length;
    if (position <= this.next) {
      this.used = position - start;
      return;
    }
    this.piece = Buffer.alloc(0);
    this.used = 0;
    this.next = position;
  }

  /** Makes the piece hold at least `length` unread bytes. */
  private async fill(length: number): Promise<void> {
    const start = this.position;
    const bytes = Buffer.allocUnsafe(Math.min(Math.max(length, pieceBytes), this.size - start));
    await this.readInto(bytes, start);
    this.piece = bytes;
    this.used = 0;
    this.next = start + bytes.length;
  }

  /** A file may become shorter while it is read. */
  private async readInto(bytes: Buffer, position: number): Promise<void> {
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await this.handle.read(bytes, filled, bytes.length - filled, position + filled);
      if (bytesRead === 0) throw new FileFailure('damaged');
      filled += bytesRead;
    }
  }
}
