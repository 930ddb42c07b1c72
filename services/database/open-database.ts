import type net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import pg from 'pg';

import { childEntry } from '../processes/spawn-child';
import { DatabaseUnusable } from './database-unusable';
import { isAlive } from './socket-lock';
import { checkSocketFolder, socketPaths } from './socket-folder';
import { DatabaseSupervisor } from './supervisor';

/** The embedded database runs one statement at a time: more connections only queue. */
const embeddedConnections = 6;
const postgresqlConnections = 20;
/** Longest wait for a free connection of the embedded database, a new start of its process included. */
const embeddedConnectionMs = 30_000;
/** Longest wait for a free connection to PostgreSQL, and for PostgreSQL to take a new one. */
const connectionMs = 5000;
/** Longest time a transaction may do nothing on PostgreSQL: others wait for its locks. */
const idleTransactionMs = 60_000;
/** What a statement that PostgreSQL has ended takes to be told of, at most; a connection silent for longer is lost. */
const graceMs = 5000;
/** How long a command-line tool waits for a database that is just starting. */
const startingMs = 15_000;

export interface OpenDatabaseOptions {
  dataDir: string;
  /** PostgreSQL 15 or later; without it, the embedded database in the data folder. */
  databaseUrl?: string;
  /**
   * Longest time of a statement. On the embedded database its wait for other transactions is included: one
   * at a time runs there, and it is given up on this side alone, since PGlite has no clock for it.
   */
  statementSeconds: number;
  /** Entry of the embedded database's process, where it is not found beside this module. */
  childEntry?: string;
  /** Told about everything that went wrong in the background: a database process that ended, a lost connection. */
  onExit?: (reason: string, about?: { error?: unknown }) => void;
}

export interface OpenedDatabase {
  pool: pg.Pool;
  kind: 'embedded' | 'postgresql';
  close(): Promise<void>;
}

/**
 * Opens the one database of a server. Throws DataFolderInUse when another server has the data folder, and
 * DatabaseUnusable when PostgreSQL does not let this server in.
 */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenedDatabase> {
  return options.databaseUrl === undefined ? openEmbedded(options) : openPostgresql(options, options.databaseUrl);
}

/**
 * Connects to the embedded database of a server that runs on the data folder; null when none runs. For
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
  });
  pool.on('connect', (client) => {
    survive(client);
    giveBackUnbegun(client);
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
  const supervisor = new DatabaseSupervisor({ dataDir, entry, onExit: options.onExit });
  await supervisor.start();
  const pool = new pg.Pool({
    ...embeddedConnection(dataDir),
    max: embeddedConnections,
    connectionTimeoutMillis: embeddedConnectionMs,
    query_timeout: options.statementSeconds * 1000,
    Client: clientOf(supervisor),
  });
  pool.on('connect', (client) => {
    survive(client);
    giveBackUnbegun(client);
  });
  // A lost idle connection is replaced by the next query; that the process ended is told by the supervisor.
  pool.on('error', () => {});
  return {
    pool,
    kind: 'embedded',
    close: async () => {
      await pool.end();
      await supervisor.close();
    },
  };
}

/**
 * A connection that breaks while it is lent out fails what is asked of it, and is told of besides, between
 * two statements as well: an event that nobody hears would end this process.
 */
function survive(client: pg.PoolClient): void {
  client.on('error', () => {});
}

/**
 * drizzle-orm gives the connection of a transaction back only after `begin` has succeeded (0.45,
 * node-postgres/session.js): one whose `begin` fails while the database is away would be lost to the pool
 * for good. It is ended and given back here.
 */
function giveBackUnbegun(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const watched = (...asked: unknown[]) => {
    const answer = query(...asked);
    const text = typeof asked[0] === 'string' ? asked[0] : (asked[0] as { text?: string } | null)?.text;
    if (answer instanceof Promise && text?.startsWith('begin')) answer.catch(() => client.release(true));
    return answer;
  };
  client.query = watched as typeof client.query;
}

/** Ends a connection over which nothing comes any more, as when a network swallows everything. */
function endWhenSilent(client: pg.PoolClient, silentMs: number): void {
  const { stream } = (client as unknown as { connection: { stream: net.Socket } }).connection;
  stream.setTimeout(silentMs, () => stream.destroy());
}

function embeddedConnection(dataDir: string): pg.PoolConfig {
  return { host: socketPaths(dataDir).folder, port: 5432, user: 'postgres', database: 'postgres' };
}

/** Connections that wait while the database process is being started again, instead of failing. */
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
