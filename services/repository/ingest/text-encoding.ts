import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

import type { CsvDialect } from '@domain/api/uploads';

export type TextEncoding = CsvDialect['encoding'];

/** Bytes at the start of a file that tell its kind. */
export const headBytes = 64 * 1024;
/** Share of zero bytes at even or odd places from which text is taken for UTF-16 without its mark. */
const utf16ZeroShare = 0.3;
/** Share of control characters above which bytes are no text. */
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
 * Encoding of a text file, by byte-order mark, then by zero bytes (UTF-16), then by strict UTF-8 over
 * the whole file, else Windows-1252: what Excel writes. Null when it is no text.
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

/** Writes a text file anew as UTF-8, piece by piece. */
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

/** UTF-16 by its mark or by its zero bytes; null for anything else. */
export function guessUtf16(head: Buffer): TextEncoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i += 1) if (head[i] === 0) zeros[i % 2]! += 1;
  const [even, odd] = zeros.map((count) => count / (head.length / 2)) as [number, number];
  if (odd > utf16ZeroShare && even === 0) return 'utf-16le';
  if (even > utf16ZeroShare && odd === 0) return 'utf-16be';
  return null;
}

/** Share of bytes that stand in no text: control characters other than white space and Excel's old end mark. */
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
  for await (const chunk of createReadStream(file, { highWaterMark: readBufferBytes }) as AsyncIterable<Buffer>) {
    if (chunk.includes(0)) return { utf8: false, zeros: true };
    if (!utf8) continue;
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - unfinishedBytes(bytes);
    utf8 = isUtf8(bytes.subarray(0, whole));
    rest = Buffer.from(bytes.subarray(whole));
  }
  return { utf8: utf8 && rest.length === 0, zeros: false };
}

/** Bytes at the end of a piece that begin a character which goes on in the next piece. */
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
