/**
 * A set of small whole numbers below `size`. About 12 kB for 100,000 data sets. Sets of different sizes go together: a
 * smaller one has none of the other numbers.
 */
export class Bitmap {
  readonly #words: Uint32Array;

  constructor(readonly size: number) {
    this.#words = new Uint32Array(Math.ceil(size / 32));
  }

  /** The set of all numbers below `size`. */
  static all(size: number): Bitmap {
    const bitmap = new Bitmap(size);
    bitmap.#words.fill(0xffffffff);
    const rest = size % 32;
    if (rest > 0) bitmap.#words[bitmap.#words.length - 1] = 2 ** rest - 1;
    return bitmap;
  }

  /** The numbers that are in all sets; all numbers below `size` if there are no sets. None may be larger than `size`. */
  static and(size: number, bitmaps: readonly Bitmap[]): Bitmap {
    const [first, ...others] = bitmaps;
    if (!first) return Bitmap.all(size);
    const result = first.copy(size);
    for (const other of others) {
      const common = Math.min(result.#words.length, other.#words.length);
      for (let at = 0; at < common; at += 1) result.#words[at]! &= other.#words[at]!;
      result.#words.fill(0, common);
    }
    return result;
  }

  /** The numbers that are in any of the sets, none of which may be larger than `size`. */
  static or(size: number, bitmaps: readonly Bitmap[]): Bitmap {
    const result = new Bitmap(size);
    for (const other of bitmaps) {
      for (let at = 0; at < other.#words.length; at += 1) result.#words[at]! |= other.#words[at]!;
    }
    return result;
  }

  /** A set of the same numbers with room for those below `size`, which is not smaller. */
  copy(size: number): Bitmap {
    const result = new Bitmap(size);
    result.#words.set(this.#words);
    return result;
  }

  /** A set of the same numbers, without those that are not below `size`. */
  resized(size: number): Bitmap {
    const result = new Bitmap(size);
    result.#words.set(this.#words.subarray(0, result.#words.length));
    const rest = size % 32;
    if (size < this.size && rest > 0) result.#words[result.#words.length - 1]! &= 2 ** rest - 1;
    return result;
  }

  add(number: number): void {
    this.#words[number >>> 5]! |= 1 << (number & 31);
  }

  /** Adds a number or takes it away. */
  put(number: number, isIn: boolean): void {
    if (isIn) this.add(number);
    else this.#words[number >>> 5]! &= ~(1 << (number & 31));
  }

  has(number: number): boolean {
    return number < this.size && (this.#words[number >>> 5]! & (1 << (number & 31))) !== 0;
  }

  /** Number of numbers in the set. */
  get count(): number {
    let count = 0;
    for (const word of this.#words) count += countBits(word);
    return count;
  }

  /** Number of numbers that are in both sets, without making a new one. */
  countWith(other: Bitmap): number {
    const common = Math.min(this.#words.length, other.#words.length);
    let count = 0;
    for (let at = 0; at < common; at += 1) count += countBits(this.#words[at]! & other.#words[at]!);
    return count;
  }

  /** Whether both sets have a number in common. */
  meets(other: Bitmap): boolean {
    const common = Math.min(this.#words.length, other.#words.length);
    for (let at = 0; at < common; at += 1) if ((this.#words[at]! & other.#words[at]!) !== 0) return true;
    return false;
  }

  /** The numbers in the set as a list if they are few, so that a look at each is quicker than one at all words. */
  get few(): number[] | null {
    return this.count > this.size / bitsOfListed ? null : [...this.descending()];
  }

  /** The numbers in the set, the largest first. */
  *descending(): Generator<number, void, undefined> {
    for (let at = this.#words.length - 1; at >= 0; at -= 1) {
      for (let word = this.#words[at]!; word !== 0;) {
        const bit = 31 - Math.clz32(word);
        yield at * 32 + bit;
        word ^= 1 << bit;
      }
    }
  }
}

/** Memory of a number in a list. */
const bitsOfListed = 64;

/**
 * A set that is filled once. It is a list as long as that takes less memory than a bitmap: bitmaps of 50,000 ORCID iDs
 * would take 600 MB.
 */
export class SparseSet {
  #numbers: number[] | Bitmap = [];

  constructor(readonly size: number) {}

  /** Adds a number that is not yet in the set. */
  add(number: number): void {
    if (this.#numbers instanceof Bitmap) return this.#numbers.add(number);
    this.#numbers.push(number);
    if (this.#numbers.length > this.size / bitsOfListed) this.#numbers = this.#fill(this.#numbers);
  }

  #fill(numbers: number[]): Bitmap {
    const bitmap = new Bitmap(this.size);
    for (const number of numbers) bitmap.add(number);
    return bitmap;
  }

  /** A set of the same numbers with room for those below `size`, which is not smaller. */
  copy(size: number): SparseSet {
    const result = new SparseSet(size);
    result.#numbers = this.#numbers instanceof Bitmap ? this.#numbers.copy(size) : [...this.#numbers];
    return result;
  }

  /** The same numbers, which must not be changed. */
  get bitmap(): Bitmap {
    return this.#numbers instanceof Bitmap ? this.#numbers : this.#fill(this.#numbers);
  }

  /** Whether any of its numbers is in a bitmap. */
  meets(other: Bitmap): boolean {
    return this.#numbers instanceof Bitmap
      ? this.#numbers.meets(other)
      : this.#numbers.some((number) => other.has(number));
  }

  /** Number of its numbers that are in a bitmap, whose numbers may also be given as a list if they are few. */
  countIn(other: Bitmap, few: readonly number[] | null = null): number {
    let count = 0;
    if (this.#numbers instanceof Bitmap) {
      if (!few) return this.#numbers.countWith(other);
      for (const number of few) if (this.#numbers.has(number)) count += 1;
      return count;
    }
    for (const number of this.#numbers) if (other.has(number)) count += 1;
    return count;
  }
}

/** Counts the bits of a word in parallel (Warren, Hacker's Delight, 2nd edition, figure 5-2). */
function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
