import type { SqlValue } from '../context/table-engine';
import { cutUtf8, elementsOf, segmentWidths } from './sav-variable';

/** Subtracted from the code of a compressed number to get its value. */
export const bias = 100;
/** Number that stands for a missing value. */
export const systemMissing = -Number.MAX_VALUE;
/** Codes of compressed elements. 1 to 251 are the whole numbers from 1 - `bias` on. */
const code = { largest: 251, end: 252, uncompressed: 253, blank: 254, missing: 255 };
/** Codes come in blocks of eight, followed by the elements that are not compressed. */
const blockCodes = 8;
const blockBytes = blockCodes * 9;
const space = 0x20;

/** Compresses cases by byte codes: whole numbers and blanks take one byte instead of eight. */
export class CaseWriter {
  #bytes = Buffer.allocUnsafe(blockBytes);
  /** Start of the codes of the current block, how many it has, and the end of its elements. */
  #block = 0;
  #codes = 0;
  #end = blockCodes;
  readonly #columns: { segments: number[]; isNumber: boolean; bytes: Buffer }[];

  /** `widths` are those of the variables. */
  constructor(widths: readonly number[]) {
    this.#columns = widths.map((width) => {
      const segments = segmentWidths(width);
      const bytes = Buffer.alloc(8 * segments.reduce((total, segment) => total + elementsOf(segment), 0));
      return { segments, isNumber: width === 0, bytes };
    });
  }

  add(cells: readonly SqlValue[]): void {
    for (let i = 0; i < this.#columns.length; i += 1) {
      const { segments, isNumber, bytes } = this.#columns[i]!;
      const cell = cells[i] ?? null;
      if (isNumber) this.#number(cell === null ? systemMissing : Number(cell));
      else this.#string(cell === null ? '' : String(cell), segments, bytes);
    }
  }

  /** What has been written, but for a block that has begun. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#block));
    this.#bytes.copyWithin(0, this.#block, this.#end);
    this.#end -= this.#block;
    this.#block = 0;
    return taken;
  }

  /** Ends the cases. Returns the last bytes. */
  finish(): Buffer {
    this.#code(code.end);
    if (this.#codes > 0) {
      this.#bytes.fill(0, this.#block + this.#codes, this.#block + blockCodes);
      this.#block = this.#end;
    }
    return Buffer.from(this.#bytes.subarray(0, this.#block));
  }

  #number(number: number): void {
    const coded = number + bias;
    if (Number.isInteger(number) && coded >= 1 && coded <= code.largest && !Object.is(number, -0)) this.#code(coded);
    else if (number === systemMissing || !Number.isFinite(number)) this.#code(code.missing);
    else {
      const at = this.#uncompressed();
      this.#bytes.writeDoubleLE(number, at);
    }
  }

  #string(words: string, segments: number[], bytes: Buffer): void {
    bytes.fill(space);
    if (words !== '') fillSegments(words, segments, bytes);
    for (let at = 0; at < bytes.length; at += 8) {
      if (isBlank(bytes, at)) {
        this.#code(code.blank);
        continue;
      }
      // Before `#bytes` is read, because it may be replaced by a larger one.
      const to = this.#uncompressed();
      bytes.copy(this.#bytes, to, at, at + 8);
    }
  }

  /** Adds a code and returns where the element begins. */
  #uncompressed(): number {
    this.#reserve();
    const at = this.#end;
    this.#end += 8;
    this.#code(code.uncompressed);
    return at;
  }

  #code(value: number): void {
    this.#reserve();
    this.#bytes[this.#block + this.#codes] = value;
    this.#codes += 1;
    if (this.#codes < blockCodes) return;
    this.#block = this.#end;
    this.#codes = 0;
    this.#end += blockCodes;
  }

  #reserve(): void {
    if (this.#end + blockBytes <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * this.#bytes.length + blockBytes);
    this.#bytes.copy(larger, 0, 0, this.#end);
    this.#bytes = larger;
  }
}

/** A segment takes whole elements; the next one begins with the next byte of the text. */
function fillSegments(words: string, segments: number[], bytes: Buffer): void {
  const [first = 0] = segments;
  if (segments.length === 1) {
    // Characters that do not fit are left out.
    bytes.write(words, 0, first, 'utf8');
    return;
  }
  let left = cutUtf8(words, textBytes(segments));
  let at = 0;
  for (const segment of segments) {
    left.copy(bytes, at, 0, segment);
    left = left.subarray(segment);
    at += 8 * elementsOf(segment);
  }
}

/** Width of the string that segments hold together. */
function textBytes(segments: number[]): number {
  return (segments.length - 1) * 252 + (segments.at(-1) ?? 0);
}

function isBlank(bytes: Buffer, at: number): boolean {
  for (let i = at; i < at + 8; i += 1) if (bytes[i] !== space) return false;
  return true;
}
