import type { Tally } from './tally';

/**
 * A value that one writer keeps overwriting. It must be the last acknowledged one, or a later one whose response never
 * came; a check finds out which before the next one is written.
 */
export class WrittenValue {
  /** Possible values. The first one was acknowledged, or there from the beginning. */
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
