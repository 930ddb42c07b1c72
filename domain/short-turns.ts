import { FairTurns } from './fair-turns';

/** After this time, a request waits for something else than the processor, and the next one begins. */
const turnMs = 1000;
/** Requests of one sender that may wait. */
const waiting = 200;

/** Status of a request whose client has left before its turn. Nobody gets it; it is for the log. nginx writes the same. */
export const clientHasLeft = 499;

/**
 * Turns of requests: each sender has one at a time, so that many of them delay those of others by one at most. A turn
 * ends with its work, or after a second.
 */
export class ShortTurns {
  readonly #turns = new FairTurns(Infinity, { perAccount: 1, waiting });

  /**
   * Does the work of a request when it is the turn of its sender. Null, and no work, if its client leaves before. Throws an
   * Outage if too much of one sender waits.
   */
  async run<Result>(sender: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result | null> {
    const giveBack = await this.#turns.take(sender, signal).catch((reason: unknown) => {
      if (signal.aborted) return null;
      throw reason;
    });
    if (giveBack === null) return null;
    // What has arrived for others meanwhile comes before the next request of this sender.
    const end = () => void setImmediate(giveBack);
    const timer = setTimeout(end, turnMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
      end();
    }
  }
}
