import type { Bitmap } from './bitmap';

/** Maximum memory of the terms that are kept, in bytes. Own estimate: the terms of some 800 searches in 100,000. */
const maxBytes = 20_000_000;
/** Memory of a term besides its key and the bits of its bitmaps, in bytes. Measured with 20,000 terms. */
const bytesOfTerm = 1000;

/** What a term found. */
export interface TermHits {
  all: Bitmap;
  /** Those with the term in a title, or as a fact. */
  prominent: Bitmap;
}

/** What the last terms found. */
export class KeptTerms {
  readonly #kept = new Map<string, TermHits>();
  #bytes = 0;

  /** What a term found before, or what `find` finds now. */
  async keep(term: string, find: () => Promise<TermHits>): Promise<TermHits> {
    const known = this.#kept.get(term);
    if (known) {
      // The latest ones are last.
      this.#kept.delete(term);
      this.#kept.set(term, known);
      return known;
    }
    const hits = await find();
    // Another search may have found it in the meantime.
    if (!this.#kept.has(term)) this.#bytes += bytesOf(term, hits);
    this.#kept.set(term, hits);
    this.#forgetOldest();
    return hits;
  }

  #forgetOldest(): void {
    for (const [term, hits] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      this.#kept.delete(term);
      this.#bytes -= bytesOf(term, hits);
    }
  }
}

function bytesOf(term: string, { all, prominent }: TermHits): number {
  return (all.size + prominent.size) / 8 + 2 * term.length + bytesOfTerm;
}
