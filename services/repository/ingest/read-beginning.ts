import { isUtf8 } from 'node:buffer';

import { guessUtf16, type TextEncoding } from './text-encoding';

/** Lines by which an owner sees how a csv file is built, and characters of each. */
const lineCount = 8;
const maxLineCharacters = 200;
/** Most bytes of a character that is cut at the end of the beginning. */
const cutBytes = 4;

/** First lines of a text file by its first bytes, in an encoding that was chosen or is guessed. */
export function readBeginning(head: Buffer, chosen: TextEncoding | null): string[] {
  const text = new TextDecoder(chosen ?? guessOf(head)).decode(head);
  return text
    .split(/\r\n|\r|\n/, lineCount)
    .map((line) => [...line.slice(0, 2 * maxLineCharacters)].slice(0, maxLineCharacters).join(''));
}

function guessOf(head: Buffer): TextEncoding {
  const utf16 = guessUtf16(head);
  if (utf16) return utf16;
  const isWhole = (cut: number) => isUtf8(head.subarray(0, Math.max(0, head.length - cut)));
  return Array.from({ length: cutBytes }, (_, cut) => cut).some(isWhole) ? 'utf-8' : 'windows-1252';
}
