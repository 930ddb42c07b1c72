import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { CsvDialect } from '@domain/api/uploads';

import type { FileStore } from '../context/file-store';
import type { TableEngine } from '../context/table-engine';
import { type CsvForm, guessCsvForm } from './csv-dialect';
import { makeTable, type ReadTable, type TableOptions } from './csv-to-parquet';
import { FileFailure } from './file-failure';
import { readHead, readOver, type TextEncoding, writeAsUtf8 } from './text-encoding';

export interface CsvReading extends ReadTable {
  dialect: CsvDialect;
}

/** Choices that replace guesses; null = guess. */
export interface CsvOptions extends TableOptions {
  separator?: CsvDialect['separator'] | null;
  /** The encoding was chosen and may not fit the bytes; invalid ones become U+FFFD. */
  decode?: boolean;
}

/** Length of the beginning from which the format is guessed. */
const sampleBytes = 1024 * 1024;

/**
 * Reads a csv file into the Parquet object `key`, after converting it to UTF-8 and blank lines to rows where
 * necessary. Throws FileFailure.
 */
export async function readCsvFile(
  { files, tables }: { files: FileStore; tables: TableEngine },
  file: string,
  encoding: TextEncoding,
  key: string,
  signal: AbortSignal,
  { separator, decode, ...choices }: CsvOptions = {},
): Promise<CsvReading> {
  return files.withScratchFile(async (decoded) => {
    const isDecoded = decode || encoding !== 'utf-8';
    if (isDecoded) await writeAsUtf8(file, encoding, decoded);
    const csv = isDecoded ? decoded : file;
    signal.throwIfAborted();
    const sample = await readSample(csv);
    const form = guessCsvForm(sample, separator);
    if (!form) throw new FileFailure('file-empty');

    return files.withScratchFile(async (filled) => {
      const facts = await scanText(csv);
      const path = (await rewrite(csv, form, facts, filled)) ? filled : csv;
      signal.throwIfAborted();
      const { hasPlainDigits } = facts;
      const text = { path, ...form, hasPlainDigits, endsInLineFeed: endsInLineFeed(sample) };
      const read = await makeTable({ files, tables }, text, choices, key);
      return { ...read, dialect: { encoding, separator: form.separator, decimal: read.decimal } };
    });
  });
}

/**
 * Rewrites a file that the engine would read wrongly. After a byte-order mark it neither sees that the first cell is
 * quoted nor that the first line is blank, and it skips blank lines, except in a file with a single column. Returns
 * whether that was necessary.
 */
async function rewrite(csv: string, { width, separator }: CsvForm, facts: TextFacts, target: string): Promise<boolean> {
  const isMarked = /^\ufeff["\r\n]/.test((await readHead(csv, byteOrderMark.length + 1)).toString());
  const hasBlankLines = width > 1 && facts.mayHaveBlankLines;
  if (!isMarked && !hasBlankLines) return false;
  const pieces = readPieces(csv, isMarked ? byteOrderMark.length : 0);
  const filled = hasBlankLines ? new BlankLines(separator.charCodeAt(0)).fill(pieces) : pieces;
  await pipeline(filled, createWriteStream(target));
  return true;
}

/** Whether the first line break outside quotation marks is only a line feed. */
function endsInLineFeed(sample: string): boolean {
  let isQuoted = false;
  for (const character of sample) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === '\n') return true;
    else if (!isQuoted && character === '\r') return false;
  }
  return false;
}

async function readSample(csv: string): Promise<string> {
  const bytes = await readHead(csv, sampleBytes);
  const text = new TextDecoder('utf-8').decode(bytes);
  const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return bytes.length < sampleBytes || lastBreak < 0 ? text : text.slice(0, lastBreak + 1);
}

const readBufferBytes = 1024 * 1024;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const quotationMark = 0x22;
const underscore = 0x5f;
const [zero, nine] = [0x30, 0x39];
/** Underscores that are looked at, which takes a hundredth of a second. */
const maxUnderscores = 100_000;
/** Excel writes it before a csv file in UTF-8. */
const byteOrderMark = Buffer.from('\ufeff');

/** What the bytes of a text file tell. */
interface TextFacts {
  /** There may be blank lines, including those inside cells. */
  mayHaveBlankLines: boolean;
  /** No underscore stands between two digits. */
  hasPlainDigits: boolean;
}

async function scanText(file: string): Promise<TextFacts> {
  const digits = new PlainDigits();
  let mayHaveBlankLines = false;
  let last = -1;
  for await (const chunk of readOver(file)) {
    mayHaveBlankLines ||= isLineEnd(last) && isLineEnd(chunk[0] ?? -1);
    mayHaveBlankLines ||= chunk.includes('\n\n');
    mayHaveBlankLines ||= chunk.includes(carriageReturn) && /\r\n\r|\r\r|\n\r/.test(chunk.toString('latin1'));
    digits.read(chunk);
    last = chunk[chunk.length - 1] ?? last;
  }
  return { mayHaveBlankLines, hasPlainDigits: digits.arePlain };
}

/** Looks for underscores between digits. In doubt there are some: at the edge of a piece, and where underscores are many. */
class PlainDigits {
  arePlain = true;
  #left = maxUnderscores;

  read(piece: Buffer): void {
    let at = this.arePlain ? piece.indexOf(underscore) : -1;
    while (at >= 0) {
      this.#left -= 1;
      const isBetween = mayBeDigit(piece[at - 1]) && mayBeDigit(piece[at + 1]);
      this.arePlain = !isBetween && this.#left > 0;
      at = this.arePlain ? piece.indexOf(underscore, at + 1) : -1;
    }
  }
}

function mayBeDigit(byte: number | undefined): boolean {
  return byte === undefined || (byte >= zero && byte <= nine);
}

/**
 * Puts a separator in each blank line of a csv file of several columns, because spreadsheet programs count them as
 * rows. Lines in quoted cells are unchanged; blank lines at the end are removed. The ASCII bytes it looks for are never
 * part of other characters in UTF-8.
 */
class BlankLines {
  #isQuoted = false;
  #atCellStart = true;
  #atLineStart = true;
  #last = -1;
  /** Blank lines, already filled, since the last other line. */
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

  /** A doubled quotation mark ends the quoted part and starts it again. */
  #step(byte: number): void {
    const isQuote = byte === quotationMark && (this.#isQuoted || this.#atCellStart);
    if (isQuote) this.#isQuoted = !this.#isQuoted;
    this.#atLineStart = !this.#isQuoted && isLineEnd(byte);
    this.#atCellStart = isQuote ? !this.#isQuoted : this.#atLineStart || (!this.#isQuoted && byte === this.separator);
  }
}

function readPieces(file: string, start = 0): AsyncIterable<Buffer> {
  return createReadStream(file, { highWaterMark: readBufferBytes, start }) as AsyncIterable<Buffer>;
}

function isLineEnd(byte: number): boolean {
  return byte === lineFeed || byte === carriageReturn;
}
