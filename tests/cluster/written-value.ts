import type { Tally } from './tally';

/**
 * A place that one writer writes again and again, each time something new. What was acknowledged last has to
 * be there, or something later whose answer never came: a look at it says so before the next is written.
 */
export class WrittenValue {
  /** What may stand there; the first was acknowledged, or stood there from the beginning. */
  #possible: string[];

  constructor(
    private readonly kind: string,
    private readonly position: string,
    initial: string,
  ) {
    this.#possible = [initial];
  }

  sent(value: string): void {
    this.#possible.push(value);
  }

  acknowledged(value: string): void {
    this.#possible = [value];
  }

  check(found: string, tally: Tally): void {
    const isThere = this.#possible.includes(found);
    if (!isThere) {
      tally.add(this.kind, 'lost', `${this.position}: '${this.#possible.join("' or '")}' is not there but '${found}'`);
    }
    this.#possible = [found];
  }
}
