import pg from 'pg';

import { queryCanceled, sqlStateOf } from '@domain/sql-state';

import { traceStatements } from '../tracing/spans';
import { hasWritten, onlyReads, shareReads } from './read-once';
import { type StandbyFigure, StandbyWatch, type WatchOptions } from './standby-watch';

/** Longest wait for a connection to the standby: the database itself is asked then. */
const connectionMs = 1000;
/** What pg-pool (3.14) says if all connections stay in use. */
const noneFree = 'timeout exceeded when trying to connect';

export interface StandbyOptions extends WatchOptions {
  statementSeconds: number;
}

/** A pool whose single statements may be answered by a standby. */
export interface StandbyReads {
  pool: pg.Pool;
  /** Whether the standby may answer now. */
  isFit(): boolean;
  /** Figures for `/metrics`. */
  figures(): StandbyFigure[];
  close(): Promise<void>;
}

/**
 * Opens a standby of the same PostgreSQL server for reading. Each single statement of the returned pool that only reads
 * is answered by the standby; by the database itself if the standby is away, busy, too far behind or fails, and after the
 * request has written something. Transactions are those of the database itself. A standby that cannot be used is told
 * once to the log, and tried again every second.
 */
export function openStandby(primary: pg.Pool, options: StandbyOptions): StandbyReads {
  const watch = new StandbyWatch(primary, options);
  const standby = connect(primary, options, watch);
  const now = primary.query.bind(primary) as (...asked: unknown[]) => Promise<unknown>;
  const read = standby.query.bind(standby) as (...asked: unknown[]) => Promise<unknown>;
  const query = (...asked: unknown[]) => {
    if (!watch.isFit() || !onlyReads(asked) || hasWritten()) return now(...asked);
    return read(...asked).catch((error: unknown) => {
      // The database would take as long, and the reader has waited.
      if (sqlStateOf(error) === queryCanceled) throw error;
      if (isOfStandby(error)) watch.lost();
      return now(...asked);
    });
  };
  return {
    pool: Object.assign(Object.create(primary) as pg.Pool, { query }),
    isFit: () => watch.isFit(),
    figures: () => watch.figures(),
    close: async () => {
      await watch.stop();
      await standby.end();
    },
  };
}

function connect(primary: pg.Pool, { url, statementSeconds }: StandbyOptions, watch: StandbyWatch): pg.Pool {
  const statementMs = statementSeconds * 1000;
  const standby = new pg.Pool({
    connectionString: url,
    max: primary.options.max,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    query_timeout: statementMs + connectionMs,
    options: primary.options.options,
    // An address may lead elsewhere since the last look.
    verify: (client, done) => void watch.examine(client).then(() => done(), done),
  });
  standby.on('connect', (client) => {
    client.on('error', () => {});
    traceStatements(client);
  });
  standby.on('error', () => {});
  shareReads(standby);
  return standby;
}

/**
 * Whether an error tells that the standby cannot be used: not that of one statement, or of a busy server, which has a state
 * of PostgreSQL (five characters) that is none of connections (08) or stopping (57P), nor that this process keeps it busy.
 */
function isOfStandby(error: unknown): boolean {
  const state = sqlStateOf(error);
  if (/^[0-9A-Z]{5}$/.test(state)) return /^(?:08|57P)/.test(state);
  return !(error instanceof Error && error.message === noneFree);
}
