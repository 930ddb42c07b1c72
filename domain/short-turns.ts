import { FairTurns } from './fair-turns';

/** Status of a request whose client has left before its turn. Nobody gets it; it is for the log. nginx writes the same. */
export const clientHasLeft = 499;

interface Times {
  /** Requests of one sender that may wait. */
  waiting: number;
  /** After this time, in milliseconds, a request waits for something else than the processor, and the next one begins. */
  turnMs: number;
}

/** A turn in which nothing is done for its request. Own estimate of what a short body takes to arrive. */
const idleMs = 50;

/**
 * Turns of requests: each sender has one at a time, so that many of them delay those of others by one at most. A turn
 * ends with its work, or after a time.
 */
export class ShortTurns {
  readonly #turns: FairTurns;
  readonly #turnMs: number;
  /** The turns that senders have now. */
  readonly #present = new Map<string, { ended: Promise<void>; isIdle: () => boolean }>();
  /** Requests that senders have not been answered yet. */
  readonly #open = new Map<string, number>();

  constructor({ waiting, turnMs }: Times = { waiting: 200, turnMs: 1000 }) {
    this.#turns = new FairTurns(Infinity, { perAccount: 1, waiting });
    this.#turnMs = turnMs;
  }

  /**
   * Does the work of a request when it is the turn of its sender. Null, and no work, if its client leaves before. Throws an
   * Outage if too much of one sender waits. A request that `isIdle`, because its body is still on the way or its client has
   * not taken the response, soon lets the next one begin.
   */
  async run<Result>(
    sender: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
    isIdle: () => boolean = () => false,
  ): Promise<Result | null> {
    this.#count(sender, 1);
    try {
      return await this.#runInTurn(sender, signal, work, isIdle);
    } finally {
      this.#count(sender, -1);
    }
  }

  #count(sender: string, change: 1 | -1): void {
    const open = (this.#open.get(sender) ?? 0) + change;
    if (open > 0) this.#open.set(sender, open);
    else this.#open.delete(sender);
  }

  async #runInTurn<Result>(
    sender: string,
    signal: AbortSignal,
    work: () => Promise<Result>,
    isIdle: () => boolean,
  ): Promise<Result | null> {
    const giveBack = await this.#turns.take(sender, signal).catch((reason: unknown) => {
      if (signal.aborted) return null;
      throw reason;
    });
    if (giveBack === null) return null;
    // What has arrived for others meanwhile comes before the next request of this sender.
    let tellEnd = () => {};
    const ended = new Promise<void>((resolve) => (tellEnd = resolve));
    this.#present.set(sender, { ended, isIdle });
    const end = () => {
      if (this.#present.get(sender)?.ended === ended) this.#present.delete(sender);
      tellEnd();
      setImmediate(giveBack);
    };
    const timers = [setTimeout(end, this.#turnMs), setTimeout(() => isIdle() && end(), idleMs)];
    try {
      return await work();
    } finally {
      timers.forEach(clearTimeout);
      end();
    }
  }

  /**
   * Waits in the middle of a request of a sender that has asked for more than this, until the present turns of those have
   * ended that have asked for one thing only, and for which something is done. Null if nobody needs to be waited for.
   */
  letOthersPass(sender: string): Promise<unknown> | null {
    if (this.#open.get(sender) === 1) return null;
    const ends: Promise<void>[] = [];
    for (const [other, { ended, isIdle }] of this.#present) {
      if (other !== sender && this.#open.get(other) === 1 && !isIdle()) ends.push(ended);
    }
    return ends.length > 0 ? Promise.all(ends) : null;
  }
}
