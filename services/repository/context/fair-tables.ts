import { FairTurns } from '@domain/fair-turns';

import { jobStatement, type StatementOptions, type TableEngine } from './table-engine';

/**
 * Statements of requests at the same time, of all and of one account. Own estimates: the engine has two threads, so with
 * one statement of somebody else beside it a short one takes about twice as long, with two of them three times. A turn
 * lasts until the first rows are there, which is when nearly all is calculated.
 */
const short = { atOnce: 4, perAccount: 1, waiting: 60 };
/** The same for those with a time limit of their own, which take seconds, so that they do not hold up the others. */
const measuring = { atOnce: 2, perAccount: 1, waiting: 60 };
/** The same for those that may take hours, such as the sorting of a digest. */
const long = { atOnce: 2, perAccount: 1, waiting: 60 };
/** Statements whose rows are being read: each keeps some memory or disk, however slow its reader is. */
const open = { atOnce: 40, perAccount: 8, waiting: 60 };

/** Account in whose name files are made that are kept for everybody. */
const everybody = 'everybody';

/** Shares the columnar engine among those who make requests. Jobs use the engine itself; their number is limited. */
export class FairTables {
  readonly #engine: TableEngine;
  readonly #short = new FairTurns(short.atOnce, short);
  readonly #measuring = new FairTurns(measuring.atOnce, measuring);
  readonly #long = new FairTurns(long.atOnce, long);
  readonly #open = new FairTurns(open.atOnce, open);

  constructor(engine: TableEngine) {
    this.#engine = engine;
  }

  /**
   * The engine for one account. Its statements wait for their turn. If the request ends, they fail with the reason of its
   * signal; if too many wait, with Outage.
   */
  of(account: string, signal: () => AbortSignal): TableEngine {
    const engine = this.#engine;
    const turns = ({ timeoutMs }: StatementOptions = {}) => {
      if (timeoutMs === undefined) return this.#short;
      return timeoutMs < jobStatementMs ? this.#measuring : this.#long;
    };
    const ending = (options?: StatementOptions) => (account === everybody ? options : { ...options, signal: signal() });
    return {
      all: (sql, parameters, options) =>
        turns(options).run(account, signal(), () => engine.all(sql, parameters, ending(options))),
      run: (sql, parameters, options) =>
        turns(options).run(account, signal(), () => engine.run(sql, parameters, ending(options))),
      stream: (sql, parameters, options) =>
        this.#read(account, signal, turns(options), () => engine.stream(sql, parameters, ending(options))),
      encode: (sql, format, options) =>
        this.#read(account, signal, turns(options), () => engine.encode(sql, format, ending(options))),
      close: () => engine.close(),
      shared: account === everybody ? undefined : this.of(everybody, neverAborted),
    };
  }

  async *#read<Batch>(
    account: string,
    signal: () => AbortSignal,
    turns: FairTurns,
    start: () => AsyncIterable<Batch>,
  ): AsyncGenerator<Batch, void, undefined> {
    const giveBack = await this.#open.take(account, signal());
    const batches = start()[Symbol.asyncIterator]();
    try {
      let next = await turns.run(account, signal(), () => batches.next());
      while (!next.done) {
        yield next.value;
        next = await batches.next();
      }
    } finally {
      giveBack();
      await batches.return?.();
    }
  }
}

const patient = new AbortController().signal;
const neverAborted = () => patient;
const jobStatementMs = jobStatement.timeoutMs ?? Infinity;
