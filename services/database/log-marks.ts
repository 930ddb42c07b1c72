/** A moment, and how much the database had written by then. */
interface Mark {
  at: number;
  written: bigint;
}

/** How far the log of a database was at each look of the last `keptMs` milliseconds. */
export class LogMarks {
  #marks: Mark[] = [];

  constructor(readonly keptMs: number) {}

  /** Notes a position such as '16/B374D848', and forgets what is too old. */
  add(at: number, position: string): void {
    this.#marks = [...this.#marks.filter((mark) => mark.at >= at - this.keptMs), { at, written: numberOf(position) }];
  }

  /** The last noted moment by which nothing was written after a position; null if there is none. */
  lastWithin(position: string): number | null {
    const reached = numberOf(position);
    return this.#marks.findLast(({ written }) => written <= reached)?.at ?? null;
  }
}

function numberOf(position: string): bigint {
  const [high = '', low = ''] = position.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
