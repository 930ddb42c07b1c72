import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { LogMarks } from './log-marks';

/** Interval of looks at the standby. */
const lookMs = 1000;
/** Of a standby that is further behind it is not known how far. */
const keptMs = 60 * 60 * 1000;
/** Longest time of a statement of a look. */
const statementMs = 2000;
/** Tells one database of one installation from all others: a standby has that of what it replays. */
const identity = `(select system_identifier from pg_control_system()) || ' ' || current_database() as identity`;
const askPrimary = `select pg_current_wal_lsn()::text as position, ${identity}`;
const askStandby = `select pg_last_wal_replay_lsn()::text as position, pg_is_in_recovery() as standby, ${identity}`;

/** What a server says about itself. */
interface Told {
  position: string;
  standby?: boolean;
  identity: string;
}

export interface StandbyFigure {
  name: string;
  help: string;
  values: { value: number }[];
}

export interface WatchOptions {
  url: string;
  /** The standby is not asked while it is further behind. */
  lagSeconds: number;
  log: { info(text: string): void; warn(text: string, about?: { error?: unknown }): void };
}

/**
 * Looks each second how far a standby is, by positions in the log of the database: no clock of another machine decides.
 * It has a connection of its own to each server, because it must not wait for what visitors read.
 */
export class StandbyWatch {
  readonly #primary: pg.Pool;
  readonly #standby: pg.Pool;
  readonly #marks: LogMarks;
  readonly #lagMs: number;
  readonly #stopping = new AbortController();
  readonly #looking: Promise<void>;
  #identity = '';
  /** The standby has everything that was there at this time, by the clock of `performance`. */
  #knownAt = -Infinity;
  #isLost = false;
  #wasFit: boolean | null = null;

  constructor(
    primary: pg.Pool,
    readonly options: WatchOptions,
  ) {
    [this.#primary, this.#standby] = [lookingAt(primary.options), lookingAt({ connectionString: options.url })];
    this.#lagMs = options.lagSeconds * 1000;
    this.#marks = new LogMarks(Math.max(keptMs, this.#lagMs));
    this.#looking = this.#watch();
  }

  /** Whether the standby may answer now. */
  isFit(): boolean {
    return !this.#isLost && this.#lag() <= this.#lagMs;
  }

  /** The standby is away: it is not asked until the next look. */
  lost(): void {
    this.#isLost = true;
  }

  /** Figures for `/metrics`. The age of what a standby has is infinite where it is not known. */
  figures(): StandbyFigure[] {
    return [
      {
        name: 'motothek_standby_used',
        help: 'Whether the standby of the database is asked: 1 or 0.',
        values: [{ value: this.isFit() ? 1 : 0 }],
      },
      {
        name: 'motothek_standby_lag_seconds',
        help: 'How old what the standby of the database has is at most.',
        values: [{ value: this.#lag() / 1000 }],
      },
    ];
  }

  #lag(): number {
    return performance.now() - this.#knownAt;
  }

  /** Throws if a connection leads to something else than a standby of the database. */
  async examine(connection: Pick<pg.ClientBase, 'query'>): Promise<void> {
    this.#refuseOther((await connection.query<Told & pg.QueryResultRow>(askStandby)).rows[0]!);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#looking;
    await Promise.all([this.#primary.end(), this.#standby.end()]);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#look();
      await delay(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
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
    const { position, identity } = await ask(this.#primary, askPrimary);
    this.#marks.add(at, position);
    this.#identity = identity;
    const told = await ask(this.#standby, askStandby);
    this.#refuseOther(told);
    this.#knownAt = this.#marks.lastWithin(told.position) ?? -Infinity;
    this.#isLost = false;
  }

  #refuseOther({ standby, identity }: Told): void {
    const fault = !standby ? '' : identity !== this.#identity ? ' of the database in DATABASE_URL' : null;
    if (fault === null) return;
    this.lost();
    throw new Error(`REPLICA_DATABASE_URL: is no standby${fault}`);
  }
}

async function ask(pool: pg.Pool, text: string): Promise<Told> {
  return (await pool.query<Told & pg.QueryResultRow>(text)).rows[0]!;
}

function lookingAt(server: pg.PoolConfig): pg.Pool {
  const times = { connectionTimeoutMillis: statementMs, query_timeout: statementMs };
  const pool = new pg.Pool({ ...server, max: 1, ...times });
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', () => {});
  return pool;
}
