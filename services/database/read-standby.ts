import pg from 'pg';

import { sqlStateOf } from '@domain/sql-state';

import { traceStatements } from '../tracing/spans';
import { hasWritten, onlyReads, shareReads } from './read-once';

/** Connections of a process to the standby. */
const connections = 10;
/** Longest wait for one of them: the database itself is asked then. */
const connectionMs = 1000;
/** Interval of looks at the standby. */
const lookMs = 1000;

export interface StandbyOptions {
  url: string;
  /** The standby is not asked while it is further behind. */
  lagSeconds: number;
  statementSeconds: number;
  log: { info(text: string): void; warn(text: string, about?: { error?: unknown }): void };
}

/** A pool whose single statements may be answered by a standby. */
export interface StandbyReads {
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens a standby of the same PostgreSQL server for reading. Each single statement of the returned pool that
 * only reads is answered by the standby; by the database itself if the standby is away, too far behind or fails, and
 * after the request has written something. Transactions are those of the database itself. A standby that cannot be used
 * is told once to the log, and tried again every second.
 */
export function openStandby(primary: pg.Pool, options: StandbyOptions): StandbyReads {
  const statementMs = options.statementSeconds * 1000;
  const standby = new pg.Pool({
    connectionString: options.url,
    max: connections,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + connectionMs,
  });
  standby.on('connect', (client) => {
    client.on('error', () => {});
    traceStatements(client);
  });
  standby.on('error', () => {});
  const watch = new StandbyWatch(primary, standby, options);
  shareReads(standby);
  const now = primary.query.bind(primary) as (...asked: unknown[]) => Promise<unknown>;
  const read = standby.query.bind(standby) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => {
    if (!watch.isFit() || !onlyReads(asked) || hasWritten()) return now(...asked);
    return read(...asked).catch((error: unknown) => {
      if (!isOfStatement(error)) watch.lost();
      return now(...asked);
    });
  };
  return {
    pool: Object.assign(Object.create(primary) as pg.Pool, { query }),
    close: async () => {
      await watch.stop();
      await standby.end();
    },
  };
}

/**
 * Whether an error is that of one statement: a state of PostgreSQL (five characters) that is none of connections (08),
 * resources (53) or stopping (57P).
 */
function isOfStatement(error: unknown): boolean {
  const state = sqlStateOf(error);
  return /^[0-9A-Z]{5}$/.test(state) && !/^(?:08|53|57P)/.test(state);
}

/** A moment, and how much the database had written by then. */
interface Mark {
  at: number;
  written: bigint;
}

/** Looks how far the standby is, by positions in the log of the database: no clock of another machine decides. */
class StandbyWatch {
  readonly #ask: (pool: pg.Pool, text: string) => Promise<Record<string, string | boolean>>;
  readonly #timer: NodeJS.Timeout;
  #marks: Mark[] = [];
  /** The standby has everything that was there at this time, by the clock of `performance`. */
  #knownAt = -Infinity;
  #wasFit: boolean | null = null;
  #looking: Promise<void>;

  constructor(
    readonly primary: pg.Pool,
    readonly standby: pg.Pool,
    readonly options: StandbyOptions,
  ) {
    // Before statements are shared within a request: each look is a new one.
    const asks = new Map([primary, standby].map((pool) => [pool, pool.query.bind(pool)]));
    this.#ask = async (pool, text) => (await asks.get(pool)!(text)).rows[0] as Record<string, string | boolean>;
    this.#looking = this.#look();
    this.#timer = setInterval(() => (this.#looking = this.#looking.then(() => this.#look())), lookMs);
    this.#timer.unref();
  }

  isFit(): boolean {
    return performance.now() - this.#knownAt <= this.options.lagSeconds * 1000;
  }

  /** A statement has failed: nothing more is asked until the next look. */
  lost(): void {
    this.#knownAt = -Infinity;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const error = await this.#compare().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (this.isFit() === this.#wasFit) return;
    this.#wasFit = this.isFit();
    if (this.#wasFit) this.options.log.info('The standby of the database answers visitors.');
    else this.options.log.warn('The standby of the database is away or behind, and is not asked.', { error });
  }

  async #compare(): Promise<void> {
    const at = performance.now();
    const { written } = await this.#ask(this.primary, 'select pg_current_wal_lsn()::text as written');
    this.#marks.push({ at, written: positionOf(written) });
    const { standby, replayed } = await this.#ask(
      this.standby,
      'select pg_is_in_recovery() as standby, pg_last_wal_replay_lsn()::text as replayed',
    );
    if (!standby) throw new Error('REPLICA_DATABASE_URL: is no standby');
    const known = this.#marks.filter((mark) => mark.written <= positionOf(replayed)).at(-1);
    if (known) this.#knownAt = known.at;
    const oldest = at - this.options.lagSeconds * 1000;
    this.#marks = this.#marks.filter((mark) => mark.at >= Math.max(oldest, known?.at ?? -Infinity));
  }
}

/** A position such as '16/B374D848' as a number. */
function positionOf(text: unknown): bigint {
  const [high = '', low = ''] = String(text).split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}
