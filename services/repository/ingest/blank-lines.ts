import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

const readBufferBytes = 1024 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;

/** Whether blank lines may stand in a text file: inside cells too. */
export async function mayHaveBlankLines(file: string): Promise<boolean> {
  let last = -1;
  for await (const chunk of readPieces(file)) {
    if (isLineEnd(last) && isLineEnd(chunk[0] ?? -1)) return true;
    if (chunk.includes('\n\n')) return true;
    if (chunk.includes(carriageReturn) && /\r\n\r|\r\r|\n\r/.test(chunk.toString('latin1'))) return true;
    last = chunk[chunk.length - 1] ?? last;
  }
  return false;
}

/**
 * Writes a csv file of several columns anew with one separator in each blank line: a spreadsheet program
 * shows such a line as a row, and rows must be numbered as its user sees them, but the engine passes it
 * over. Lines in quoted cells stay as they are; blank lines at the end go.
 */
export async function writeBlankLinesAsRows(source: string, separator: string, target: string): Promise<void> {
  await pipeline(
    readPieces(source),
    (pieces: AsyncIterable<Buffer>) => new BlankLines(separator.charCodeAt(0)).fill(pieces),
    createWriteStream(target),
  );
}

/** Goes through the bytes of a csv file in UTF-8, in which none of the signs it looks for is part of another. */
class BlankLines {
  #isQuoted = false;
  #atCellStart = true;
  #atLineStart = true;
  #last = -1;
  /** Blank lines, filled, that no other line has followed yet. */
  #pending = '';

  constructor(private readonly separator: number) {}

  async *fill(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of pieces) yield this.#filled(piece);
  }

  #filled(piece: Buffer): Buffer {
    const parts: Buffer[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at]!;
      const isSecond = byte === lineFeed && this.#last === carriageReturn;
      const isBlankLine = isLineEnd(byte) && !isSecond && this.#atLineStart;
      if (isBlankLine || (isSecond && this.#pending !== '')) {
        this.#pending += (isBlankLine ? String.fromCharCode(this.separator) : '') + String.fromCharCode(byte);
        parts.push(piece.subarray(from, at));
        from = at + 1;
      } else {
        if (this.#pending !== '') {
          parts.push(piece.subarray(from, at), Buffer.from(this.#pending));
          from = at;
          this.#pending = '';
        }
        this.#step(byte);
      }
      this.#last = byte;
    }
    parts.push(piece.subarray(from));
    return Buffer.concat(parts);
  }

  /** A doubled quotation mark ends the quoted part and begins it anew at once. */
  #step(byte: number): void {
    const isMark = byte === quotationMark && (this.#isQuoted || this.#atCellStart);
    if (isMark) this.#isQuoted = !this.#isQuoted;
    this.#atLineStart = !this.#isQuoted && isLineEnd(byte);
    this.#atCellStart = isMark ? !this.#isQuoted : this.#atLineStart || (!this.#isQuoted && byte === this.separator);
  }
}

function readPieces(file: string): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: readBufferBytes }) as AsyncIterable<Buffer>;
}

function isLineEnd(byte: number): boolean {
  return byte === lineFeed || byte === carriageReturn;
}
