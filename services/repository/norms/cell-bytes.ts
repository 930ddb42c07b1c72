import type { NormSex } from '@domain/norms/age-groups';
import { type Cell, compareCells } from '@domain/norms/cells';
import type { ValueScale } from '@domain/norms/value-scale';

/** Bytes of the scale: from, width and count as doubles. */
const scaleBytes = 24;
const sexes: NormSex[] = ['f', 'm'];

/**
 * Cells of one contribution and kind of result as bytes: the scale, then of each cell sex, age, year, country, and its
 * codes as differences to the one before, with the number of people where it is not one. All numbers after the scale have
 * seven bits a byte, the last byte of each has the eighth bit unset. About one byte for each person.
 */
export function writeCells(scale: ValueScale, cells: readonly Cell[]): Uint8Array {
  const bytes = new ByteWriter();
  bytes.scale(scale);
  for (const cell of [...cells].sort(compareCells)) {
    bytes.number(sexes.indexOf(cell.sex));
    bytes.number(cell.age);
    bytes.number(cell.year ?? 0);
    bytes.number(cell.country === null ? 0 : 1 + cell.country.charCodeAt(0) * 256 + cell.country.charCodeAt(1));
    const { codes, counts } = cell;
    bytes.number(codes.length);
    let last = 0;
    for (let i = 0; i < codes.length; i += 1) {
      const count = counts[i]!;
      bytes.number((codes[i]! - last) * 2 + (count === 1 ? 0 : 1));
      if (count !== 1) bytes.number(count);
      last = codes[i]!;
    }
  }
  return bytes.take();
}

/** Reads what `writeCells` wrote. */
export function readCells(bytes: Uint8Array): { scale: ValueScale; cells: Cell[] } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const scale = { from: view.getFloat64(0), width: view.getFloat64(8), count: view.getFloat64(16) };
  const cells: Cell[] = [];
  let at = scaleBytes;
  const number = () => {
    let value = bytes[at]!;
    at += 1;
    if (value < 128) return value;
    value -= 128;
    for (let factor = 128; ; factor *= 128) {
      const byte = bytes[at]!;
      at += 1;
      if (byte < 128) return value + byte * factor;
      value += (byte - 128) * factor;
    }
  };
  while (at < bytes.length) {
    const sex = sexes[number()]!;
    const [age, year, country, length] = [number(), number(), number(), number()];
    const [codes, counts] = [new Uint32Array(length), new Uint32Array(length)];
    let [last, persons] = [0, 0];
    for (let i = 0; i < length; i += 1) {
      const step = number();
      const count = step % 2 === 0 ? 1 : number();
      last += Math.floor(step / 2);
      codes[i] = last;
      counts[i] = count;
      persons += count;
    }
    cells.push({ sex, age, year: year || null, country: countryOfNumber(country), persons, codes, counts });
  }
  return { scale, cells };
}

/** Country of a number that stands for it: 0 for none, otherwise its letters. */
export function countryOfNumber(number: number): string | null {
  return number === 0 ? null : String.fromCharCode(Math.floor((number - 1) / 256), (number - 1) % 256);
}

class ByteWriter {
  #bytes = new Uint8Array(1024);
  #length = 0;

  scale({ from, width, count }: ValueScale): void {
    const view = new DataView(this.#bytes.buffer);
    [from, width, count].forEach((value, at) => view.setFloat64(8 * at, value));
    this.#length = scaleBytes;
  }

  number(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.#byte(128 + (rest % 128));
      rest = Math.floor(rest / 128);
    }
    this.#byte(rest);
  }

  #byte(value: number): void {
    if (this.#length === this.#bytes.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#bytes);
      this.#bytes = longer;
    }
    this.#bytes[this.#length] = value;
    this.#length += 1;
  }

  take(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}
