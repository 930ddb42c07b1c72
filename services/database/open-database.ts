import type net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { childEntry } from '../processes/spawn-child';
import { traceStatements } from '../tracing/spans';
import { checkSocketFolder, isAlive, socketPaths } from './socket';
import { keepBallast } from './ballast';
import { shareReads } from './read-once';
import { openStandby, type StandbyOptions, type StandbyReads } from './read-standby';
import { DatabaseSupervisor } from './supervisor';
import { vacuumAfterWrites } from './vacuum';

/** The embedded database runs one statement at a time, so further connections would only wait. */
const embeddedConnections = 6;
const postgresqlConnections = 20;
/** Longest wait for a free connection to the embedded database, including a restart of its process. */
const embeddedConnectionMs = 30_000;
/** Longest wait for a free connection to PostgreSQL, and for a new one to be accepted. */
const connectionMs = 5000;
/** Longest time a transaction on PostgreSQL may be idle, because others wait for its locks. */
const idleTransactionMs = 60_000;
/** Time for PostgreSQL to report that it has cancelled a statement. After that, a silent connection is lost. */
const graceMs = 5000;
/** Time that a statement of the embedded database may go on after its client has given it up. */
const silenceMs = 10_000;
/** Interval of looks whether there is space for the ballast again. */
const ballastMs = 60_000;
/** Interval of looks whether enough was written for a vacuum. */
const vacuumMs = 5000;
/** Longest time a command-line tool waits for a database that is starting. */
const startingMs = 15_000;

export interface OpenDatabaseOptions {
  dataDir: string;
  /** Address of PostgreSQL 15 or later. Without it, the embedded database in the data folder is used. */
  databaseUrl?: string;
  /**
   * Time limit for statements. On the embedded database it includes waiting for other transactions, because only one
   * runs at a time. There the statement is only given up by the client, because PGlite has no time limit.
   */
  statementSeconds: number;
  /** A standby of the same server, which answers what visitors read. */
  standby?: Pick<StandbyOptions, 'url' | 'lagSeconds' | 'log'> | undefined;
  /** Entry of the embedded database process if it is not beside this module. */
  childEntry?: string;
  /** Called with errors in the background: a database process that ended or a lost connection. */
  onExit?: (reason: string, about?: { error?: unknown }) => void;
}

export interface OpenedDatabase {
  pool: pg.Pool;
  /** The standby, if there is one. Its pool is for what visitors read. */
  standby?: Omit<StandbyReads, 'close'>;
  kind: 'embedded' | 'postgresql';
  close(): Promise<void>;
}

/**
 * Opens the database of a server. Throws DataFolderInUse if another server uses the data folder, and DatabaseUnusable
 * if it cannot connect to PostgreSQL.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const { databaseUrl, standby, statementSeconds } = options;
  const database = await (databaseUrl === undefined ? openEmbedded(options) : openPostgresql(options, databaseUrl));
  shareReads(database.pool);
  if (!standby) return database;
  const reads = openStandby(database.pool, { ...standby, statementSeconds });
  return {
    ...database,
    standby: reads,
    close: async () => {
      await reads.close();
      await database.close();
    },
  };
}

/**
 * Connects to the embedded database of a server that runs on the data folder; null if none is running. For
 * command-line tools, which otherwise open the database themselves.
 */
export async function connectToRunning(dataDir: string): Promise<OpenedDatabase | null> {
  checkSocketFolder(dataDir);
  const paths = socketPaths(dataDir);
  const deadline = Date.now() + startingMs;
  while (await isAlive(paths.lock)) {
    if (await isAlive(paths.socket)) {
      const pool = new pg.Pool({ ...embeddedConnection(dataDir), max: 2 });
      pool.on('connect', survive);
      pool.on('error', () => {});
      return { pool, kind: 'embedded', close: () => pool.end() };
    }
    if (Date.now() > deadline) throw new Error(`The database in ${dataDir} is starting but does not answer.`);
    await pause(100);
  }
  return null;
}

async function openPostgresql(options: OpenDatabaseOptions, connectionString: string): Promise<OpenedDatabase> {
  const statementMs = options.statementSeconds * 1000;
  const pool = new pg.Pool({
    connectionString,
    max: postgresqlConnections,
    connectionTimeoutMillis: connectionMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: idleTransactionMs,
    // Compiling takes longer than these statements do. An address with options has its own.
    options: '-c jit=off',
  });
  pool.on('connect', (client) => {
    survive(client);
    traceStatements(client);
    releaseUnbegun(client);
    endWhenSilent(client, statementMs + graceMs);
  });
  pool.on('error', (error) => options.onExit?.('A connection to the database was lost', { error }));
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new DatabaseUnusable(connectionString, error);
  }
  return { pool, kind: 'postgresql', close: () => pool.end() };
}

async function openEmbedded(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  const dataDir = path.resolve(options.dataDir);
  const entry = options.childEntry ?? childEntry(import.meta.url, 'child.ts', 'database-child.js');
  const silentMs = options.statementSeconds * 1000 + silenceMs;
  const supervisor = new DatabaseSupervisor({ dataDir, entry, silentMs, onExit: options.onExit });
  await supervisor.start();
  // Without space it is tried again.
  const stopKeeping = repeat(() => keepBallast(dataDir), ballastMs);
  const pool = new pg.Pool({
    ...embeddedConnection(dataDir),
    max: embeddedConnections,
    connectionTimeoutMillis: embeddedConnectionMs,
    query_timeout: options.statementSeconds * 1000,
    Client: clientOf(supervisor),
  });
  pool.on('connect', (client) => {
    survive(client);
    traceStatements(client);
    releaseUnbegun(client);
  });
  // The next query replaces a lost idle connection, and the supervisor reports that the process ended.
  pool.on('error', () => {});
  const stopVacuum = repeat(vacuumAfterWrites(pool), vacuumMs);
  return {
    pool,
    kind: 'embedded',
    close: async () => {
      await stopVacuum();
      await pool.end();
      await stopKeeping();
      await supervisor.close();
    },
  };
}

/**
 * Does something now and again after each interval, also after it has failed, and never twice at once. Returns the
 * function that ends this.
 */
function repeat(work: () => Promise<void>, everyMs: number): () => Promise<void> {
  const attempt = () => work().catch(() => undefined);
  let working = attempt();
  const timer = setInterval(() => (working = working.then(attempt)), everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await working;
  };
}

/**
 * If a connection breaks while it is in use, its queries fail and it emits an event as well. Without a listener the
 * event would end this process.
 */
function survive(client: pg.PoolClient): void {
  client.on('error', () => {});
}

/**
 * drizzle-orm releases the connection of a transaction only if `begin` has succeeded (0.45, node-postgres/session.js).
 * If it fails because the database is not available, the pool would lose the connection permanently. So this closes
 * and releases it.
 */
function releaseUnbegun(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const watched = (...asked: unknown[]) => {
    const answer = query(...asked);
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text?: string } | null)?.text;
    if (answer instanceof Promise && text?.startsWith('begin')) answer.catch(() => client.release(true));
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Closes a connection on which nothing arrives any more, for example because of a network failure. */
function endWhenSilent(client: pg.PoolClient, silentMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: net.Socket } }).connection;
  stream.setTimeout(silentMs, () => stream.destroy());
}

function embeddedConnection(dataDir: string): pg.PoolConfig {
  return { host: socketPaths(dataDir).folder, port: 5432, user: 'postgres', database: 'postgres' };
}

/** A client that waits while the database process is being restarted, instead of failing. */
function clientOf(supervisor: DatabaseSupervisor) {
  return class SupervisedClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<this> | void {
      if (!callback)
        return supervisor
          .whenReady()
          .then(() => super.connect())
          .then(() => this);
      supervisor.whenReady().then(() => super.connect(callback), callback);
    }
  };
}

/** PostgreSQL's codes for a wrong user or password. */
const signInCodes = ['28000', '28P01'];

/** Codes that mean that there is no database server at the address. */
const absentCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ENOENT'];

/** The database in DATABASE_URL cannot be used. The message is for the operator and does not contain the password. */
export class DatabaseUnusable extends OperatorError {
  constructor(databaseUrl: string, cause: unknown) {
    super(`DATABASE_URL: ${describeTarget(databaseUrl)} cannot be used: ${reasonOf(cause)}`, { cause });
    this.name = 'DatabaseUnusable';
  }
}

/** A database of PostgreSQL for the operator, without user and password. */
export function describeTarget(databaseUrl: string): string {
  const { host, pathname, searchParams } = new URL(databaseUrl);
  const server = host || searchParams.get('host') || 'this machine';
  return `the database ${pathname.slice(1) || '(no name)'} at ${server}`;
}

/** If a host has several addresses and all of them fail, the error has a code but no text. */
function reasonOf(cause: unknown): string {
  const { code, message } = cause as { code?: string; message?: string };
  if (code && signInCodes.includes(code)) return `user or password was refused (${message}).`;
  const reason = `${message || code || String(cause)}.`;
  if (!code || !absentCodes.includes(code)) return reason;
  return `${reason} Is it running, and are host and port in DATABASE_URL correct?`;
}
