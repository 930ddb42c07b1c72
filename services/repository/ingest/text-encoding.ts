import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { CsvDialect } from '@domain/api/uploads';

export type TextEncoding = CsvDialect['encoding'];

/** Bytes at the start of a file that are enough to recognise its kind. */
export const headBytes = 64 * 1024;
/** Share of zero bytes at even or odd positions from which text without a byte-order mark is UTF-16. */
const utf16ZeroShare = 0.3;
/** Share of control characters above which bytes are not text. */
const maxControlShare = 0.001;
const readBufferBytes = 1024 * 1024;

export async function readHead(file: string, bytes = headBytes): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/**
 * Reads a file through two buffers, one of which is filled while the other is used. Takes a quarter of the time of a
 * stream. A piece is valid until the next one.
 */
export async function* readOver(file: string): AsyncGenerator<Buffer, void, undefined> {
  const handle = await open(file, 'r');
  const fill = (buffer: Buffer) => {
    const read = handle.read(buffer, 0, buffer.length);
    // An error is thrown when its piece is asked for. Until then nobody waits for it, which would end the process.
    read.catch(() => undefined);
    return read;
  };
  let next = fill(Buffer.allocUnsafe(readBufferBytes));
  let spare: Buffer = Buffer.allocUnsafe(readBufferBytes);
  try {
    for (;;) {
      const { bytesRead, buffer } = await next;
      if (bytesRead === 0) return;
      next = fill(spare);
      spare = buffer;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    // Who stops early leaves a piece on its way, whose error is no longer of interest.
    await next.catch(() => undefined);
    await handle.close();
  }
}

/**
 * Guesses the encoding of a text file: UTF-16 from its byte-order mark or zero bytes, UTF-8 if the whole file
 * is valid, otherwise Windows-1252, as from Excel. Null if it is not text.
 */
export async function guessEncoding(file: string): Promise<TextEncoding | null> {
  const head = await readHead(file);
  const utf16 = guessUtf16(head);
  if (utf16) return utf16;
  if (controlShare(head) > maxControlShare) return null;
  const { utf8, zeros } = await scanBytes(file);
  if (zeros) return null;
  return utf8 ? 'utf-8' : 'windows-1252';
}

/** Re-encodes a text file as UTF-8, chunk by chunk. */
export async function writeAsUtf8(source: string, encoding: TextEncoding, target: string): Promise<void> {
  await pipeline(
    createReadStream(source, { highWaterMark: readBufferBytes }),
    (chunks: AsyncIterable<Buffer>) => decodePieces(chunks, encoding),
    createWriteStream(target),
  );
}

async function* decodePieces(chunks: AsyncIterable<Buffer>, encoding: TextEncoding) {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
  yield Buffer.from(decoder.decode(), 'utf8');
}

/** Recognises UTF-16 by its byte-order mark or zero bytes; null for other text. */
function guessUtf16(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i += 1) if (head[i] === 0) zeros[i % 2]! += 1;
  const [even, odd] = zeros.map((count) => count / (head.length / 2)) as [number, number];
  if (odd > utf16ZeroShare && even === 0) return 'utf-16le';
  if (even > utf16ZeroShare && odd === 0) return 'utf-16be';
  return null;
}

/** Share of control characters, except white space and the end-of-file mark of old programs. */
function controlShare(bytes: Buffer): number {
  let controls = 0;
  for (const byte of bytes) {
    const isSpace = (byte >= 0x09 && byte <= 0x0d) || byte === 0x1a;
    if (byte < 0x20 && !isSpace) controls += 1;
  }
  return bytes.length === 0 ? 0 : controls / bytes.length;
}

async function scanBytes(file: string): Promise<{ utf8: boolean; zeros: boolean }> {
  let utf8 = true;
  let rest = Buffer.alloc(0);
  for await (const chunk of readOver(file)) {
    if (chunk.includes(0)) return { utf8: false, zeros: true };
    if (!utf8) continue;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - unfinishedBytes(bytes);
    utf8 = isUtf8(bytes.subarray(0, whole));
    rest = Buffer.from(bytes.subarray(whole));
  }
  return { utf8: utf8 && rest.length === 0, zeros: false };
}

/** Number of bytes at the end of a chunk of UTF-8 that belong to an incomplete character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? back : 0;
  }
  return 0;
}

/** Lines that show the owner the structure of a csv file, and maximum characters of each. */
const lineCount = 8;
const maxLineCharacters = 200;

/** First lines of a text file from its first bytes, in the chosen encoding or a guessed one. */
export function readBeginning(head: Buffer, chosen: TextEncoding | null): string[] {
  const whole = head.subarray(0, head.length - unfinishedBytes(head));
  const encoding = chosen ?? guessUtf16(head) ?? (isUtf8(whole) ? 'utf-8' : 'windows-1252');
  return new TextDecoder(encoding)
    .decode(head)
    .split(/\r\n|\r|\n/, lineCount)
    .map((line) => [...line.slice(0, 2 * maxLineCharacters)].slice(0, maxLineCharacters).join(''));
}
