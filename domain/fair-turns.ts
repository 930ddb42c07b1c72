import { Outage } from './outage';

interface Limits {
  /** Pieces of work of one account at the same time. Without it, as many as of all. */
  perAccount?: number;
  /** Pieces of work of one account that may wait. */
  waiting?: number;
  /** Longest time that a piece of work waits. */
  patienceMs?: number;
  /** Account whose work waits for as long as it takes. */
  patient?: string;
}

/**
 * Runs a limited number of pieces of work at the same time. Accounts with waiting work take turns, so that a newcomer
 * waits for one piece of each other account at most, however many these have handed in.
 */
export class FairTurns {
  #free: number;
  readonly #limits: Required<Omit<Limits, 'patient'>> & Pick<Limits, 'patient'>;
  /** Number of running pieces by account. */
  readonly #running = new Map<string, number>();
  /** Waiting work by account. The account that was served longest ago comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();

  constructor(
    atOnce: number,
    { perAccount = atOnce, waiting = Infinity, patienceMs = Infinity, patient }: Limits = {},
  ) {
    this.#free = atOnce;
    this.#limits = { perAccount, waiting, patienceMs, patient };
  }

  /**
   * Runs `work` for an account when it is its turn, and returns its result. Throws the reason of the signal if that is
   * aborted before, and Outage if too much of the account waits, or this work too long; then the work never begins.
   */
  async run<Result>(account: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const giveBack = await this.take(account, signal);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  /** Waits for a turn of an account. Returns the function that gives it back. Throws like `run`. */
  async take(account: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#mayBegin(account)) this.#begin(account);
    else await this.#wait(account, signal);
    let isOver = false;
    return () => {
      if (!isOver) this.#end(account);
      isOver = true;
    };
  }

  /** Whether somebody waits for a turn that this account has. */
  isWaitedFor(account: string): boolean {
    return [...this.#waiting.keys()].some((next) => next === account || this.#hasOwnPlace(next));
  }

  #hasOwnPlace(account: string): boolean {
    return (this.#running.get(account) ?? 0) < this.#limits.perAccount;
  }

  #mayBegin(account: string): boolean {
    return this.#free > 0 && this.#hasOwnPlace(account);
  }

  #begin(account: string): void {
    this.#free -= 1;
    this.#running.set(account, (this.#running.get(account) ?? 0) + 1);
  }

  #wait(account: string, signal: AbortSignal): Promise<void> {
    const own = this.#waiting.get(account) ?? [];
    if (own.length >= this.#limits.waiting) throw new Outage('Too much work of one account waits.');
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const begin = () => {
        stopWaiting();
        resolve();
      };
      const giveUp = (reason: Error) => {
        stopWaiting();
        own.splice(own.indexOf(begin), 1);
        if (own.length === 0) this.#waiting.delete(account);
        reject(reason);
      };
      const leave = () => giveUp(signal.reason as Error);
      const { patienceMs, patient } = this.#limits;
      const tire = () => giveUp(new Outage('Work has waited too long for its turn.'));
      const timer = patienceMs < Infinity && account !== patient ? setTimeout(tire, patienceMs) : undefined;
      own.push(begin);
      this.#waiting.set(account, own);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives a turn back, and hands it to the next account that may have it. */
  #end(account: string): void {
    this.#free += 1;
    const left = (this.#running.get(account) ?? 1) - 1;
    if (left > 0) this.#running.set(account, left);
    else this.#running.delete(account);
    for (const [next, own] of this.#waiting) {
      if (!this.#mayBegin(next)) continue;
      const begin = own.shift();
      this.#waiting.delete(next);
      if (own.length > 0) this.#waiting.set(next, own);
      this.#begin(next);
      begin?.();
      return;
    }
  }
}
