/**
 * Runs a limited number of pieces of work at the same time. Accounts with waiting work take turns, so that a newcomer
 * waits for one piece of each other account at most, however many these have handed in.
 */
export class FairTurns {
  #free: number;
  /** Waiting work by account. The account that was served longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /**
   * Runs `work` for an account when it is its turn, and returns its result. Throws the reason of the signal if that is
   * aborted before; then the work never begins.
   */
  async run<Result>(account: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(account, signal);
    try {
      return await work();
    } finally {
      this.#next();
    }
  }

  #wait(account: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = this.#waiting.get(account) ?? [];
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        own.splice(own.indexOf(begin), 1);
        if (own.length === 0) this.#waiting.delete(account);
        reject(signal.reason as Error);
      };
      own.push(begin);
      this.#waiting.set(account, own);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands a turn that has become free to the next account. */
  #next(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#free += 1;
      return;
    }
    const [account, own] = first;
    const begin = own.shift();
    this.#waiting.delete(account);
    if (own.length > 0) this.#waiting.set(account, own);
    begin?.();
  }
}
