import { FairTurns } from '@domain/fair-turns';
import { Outage } from '@domain/outage';

import { jobStatement, type StatementOptions, type TableEngine } from './table-engine';

/** Account in whose name files are made that are kept for everybody. */
const everybody = 'everybody';

/** Longest time that a request waits for a turn. Own estimate: nobody waits longer for a page. */
const patience = { patienceMs: 60_000, patient: everybody };

/**
 * Statements of requests at the same time, for each process of the engine, and of one account. Own estimates: a process
 * has two threads, so with one statement of somebody else beside it a short one takes about twice as long, with two of
 * them three times. A turn lasts until the first rows are there, which is when nearly all is calculated.
 */
const short = { ...patience, atOnce: 4, perAccount: 1, waiting: 60 };
/** The same for those with a time limit of their own, which take seconds, so that they do not hold up the others. */
const measuring = { ...patience, atOnce: 2, perAccount: 1, waiting: 60 };
/** The same for those that may take hours, such as the sorting of a digest. */
const long = { ...patience, atOnce: 2, perAccount: 1, waiting: 60 };
/** Statements whose rows are being read: each keeps some memory or disk, however slow its reader is. */
const open = { ...patience, atOnce: 40, perAccount: 8, waiting: 60 };
/** Time without reading on after which a reader gives its place to others. Own estimate: a batch is a megabyte. */
const stalledMs = 30_000;

/** Shares the columnar engine among those who make requests. Jobs use the engine itself; their number is limited. */
export class FairTables {
  readonly #engine: TableEngine;
  readonly #short: FairTurns;
  readonly #measuring: FairTurns;
  readonly #long: FairTurns;
  readonly #open = new FairTurns(open.atOnce, open);

  constructor(engine: TableEngine) {
    this.#engine = engine;
    const turns = (limits: typeof short) => new FairTurns(limits.atOnce * (engine.processes ?? 1), limits);
    this.#short = turns(short);
    this.#measuring = turns(measuring);
    this.#long = turns(long);
  }

  /**
   * The engine for one account. Its statements wait for their turn. If the request ends, they fail with the reason of its
   * signal; if too many wait or one waits too long, with Outage.
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
    const end = async () => {
      giveBack();
      await batches.return?.();
    };
    try {
      let next = await turns.run(account, signal(), () => batches.next());
      while (!next.done) {
        yield* this.#lend(account, next.value, end);
        next = await batches.next();
      }
    } finally {
      await end();
    }
  }

  /** Hands a batch to a reader. If it does not read on while others wait for its place, that is taken, and it fails. */
  *#lend<Batch>(account: string, batch: Batch, end: () => Promise<void>): Generator<Batch, void, undefined> {
    let isCut = false;
    const timer = setInterval(() => {
      if (isCut || !this.#open.isWaitedFor(account)) return;
      isCut = true;
      void end();
    }, stalledMs).unref();
    try {
      yield batch;
    } finally {
      clearInterval(timer);
    }
    if (isCut) throw new Outage('The reader took nothing while others waited for its place.');
  }
}

const patient = new AbortController().signal;
const neverAborted = () => patient;
const jobStatementMs = jobStatement.timeoutMs ?? Infinity;
