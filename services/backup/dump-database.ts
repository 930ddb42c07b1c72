import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { migrationFolders } from '../database/migrate-schema';
import { oldestVersionsTable } from '../database/schema-state';

/** The schemas of the product. Those that an installation does not have are left out. */
export const schemas = ['migrations', 'repository', 'identity', 'web', 'audit', 'pgboss'];
const keptFiles = 'repository.kept_files';
/**
 * Tables whose rows are not copied: servers record at their start beside which versions their migrations go, kept files
 * can be made again from published data, leases belong to running servers, and the others belong to the installation of
 * the job queue.
 */
const leftOut = [
  oldestVersionsTable,
  keptFiles,
  'repository.job_leases',
  'pgboss.version',
  'pgboss.queue',
  'pgboss.schedule',
  'pgboss.subscription',
];
/** Rows that are fetched at a time, and the size up to which a row is among them: some have megabytes. */
const fetchedRows = 100;
const fetchedBytes = 100_000;

/** A table or a sequence at the beginning of its part of the dump. Rows are JSON arrays with a text or null a column. */
export type DumpHeader =
  | { table: string; columns: string[] }
  | { sequence: string; lastValue: string; isCalled: boolean };

/** What was dumped. */
export interface DumpedDatabase {
  tables: number;
  rows: number;
  /** Hashes of the migrations of each schema, in their order. */
  migrations: Record<string, string[]>;
}

/**
 * Runs `work` in one transaction that sees the database as it is when it begins, on a connection without time limits.
 * The embedded database serves nobody else meanwhile. Throws OperatorError if the connection is lost.
 */
export async function inSnapshot<Result>(pool: pg.Pool, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await openUnlimited(pool);
  try {
    await client.query(beginSnapshot);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    throw new OperatorError('The database ended the connection while its rows were read. Make the backup again.', {
      cause: error,
    });
  } finally {
    // Also ends a transaction that has failed.
    await client.end();
  }
}

function isConnectionLost(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return ['EPIPE', 'ECONNRESET'].includes(code) || message.startsWith('Connection terminated');
}

/** A connection of its own to the database of a pool: copies of large tables may take longer than its statements. */
export async function openUnlimited(pool: pg.Pool): Promise<pg.Client> {
  const options = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const client = new pg.Client({ ...pool.options, ...options });
  // Its queries fail as well.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** In these texts no value loses anything, whatever the settings of the server. */
export const exactTexts = `set local search_path = pg_catalog; set local timezone = 'UTC';
  set local datestyle = 'ISO'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1`;

/** Begins a transaction that sees the database as it is now, and whose texts are exact. */
const beginSnapshot = `begin transaction isolation level repeatable read, read only; ${exactTexts}`;

/** The lines of a dump, several at a time, in a snapshot that ends with them. */
export async function* linesOfSnapshot(pool: pg.Pool, scope: DumpScope): AsyncGenerator<string[]> {
  const client = await openUnlimited(pool);
  try {
    await client.query(beginSnapshot);
    yield* dumpLines(client, scope);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Writes all rows and sequences to a new local file: lines of JSON, a header before the rows of each table. */
export async function dumpDatabase(client: pg.Client, file: string): Promise<DumpedDatabase> {
  const dumped: DumpedDatabase = { tables: 0, rows: 0, migrations: await listMigrations(client) };
  const text = async function* () {
    for await (const lines of dumpLines(client, { keptToo: false })) {
      const rows = lines.filter((line) => line.startsWith('[')).length;
      dumped.rows += rows;
      if (lines[0]?.startsWith('{"table"')) dumped.tables += 1;
      yield lines.map((line) => `${line}\n`).join('');
    }
  };
  await pipeline(Readable.from(text()), createWriteStream(file, { flags: 'wx' }));
  return dumped;
}

/** What is dumped. */
export interface DumpScope {
  /** Whether the rows of kept files are, whose objects are there as well. */
  keptToo: boolean;
}

/** The lines of a dump, several at a time: a header alone, or rows. */
export async function* dumpLines(client: pg.Client, scope: DumpScope): AsyncGenerator<string[]> {
  for (const listed of await listTables(client, scope)) {
    yield [JSON.stringify(listed satisfies DumpHeader)];
    yield* rowsOf(client, listed);
  }
  for (const sequence of await listSequences(client)) {
    const { rows } = await client.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sequence}`,
    );
    const header: DumpHeader = { sequence, lastValue: rows[0]!.last, isCalled: rows[0]!.called };
    yield [JSON.stringify(header)];
  }
}

/** The rows of a table, several at a time. A large one comes alone, because many of them would fill the memory. */
async function* rowsOf(
  client: pg.Client,
  { table, columns }: { table: string; columns: string[] },
): AsyncGenerator<string[]> {
  const values = columns.map((column) => `${pg.escapeIdentifier(column)}::text`).join(', ');
  const line = `json_build_array(${values})::text`;
  // `offset 0` keeps each row from being made into text twice.
  await client.query(
    `declare dumped no scroll cursor for
     select case when octet_length(line) <= ${fetchedBytes} then line end as line, tableoid::text as part, ctid::text as place
     from (select ${line} as line, tableoid, ctid from ${table} offset 0) as lines`,
  );
  for (let fetched = fetchedRows; fetched === fetchedRows;) {
    const { rows } = await client.query<{ line: string | null; part: string; place: string }>(
      `fetch ${fetchedRows} from dumped`,
    );
    fetched = rows.length;
    const small = rows.flatMap((row) => row.line ?? []);
    if (small.length > 0) yield small;
    for (const { part, place } of rows.filter((row) => row.line === null)) {
      const large = `select ${line} as line from ${table} where tableoid = $1 and ctid = $2`;
      yield (await client.query<{ line: string }>(large, [part, place])).rows.map((row) => row.line);
    }
  }
  await client.query('close dumped');
}

/**
 * Tables with their columns, by name: in the tables of the job queue their order depends on the version that made them.
 * Partitions belong to their table; generated columns are not stored.
 */
export async function listTables(
  client: pg.Client,
  { keptToo }: DumpScope = { keptToo: false },
): Promise<{ table: string; columns: string[] }[]> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select pg_class.oid::regclass::text as table, array_agg(attname::text order by attname) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace::regnamespace::text = any($1) and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by pg_class.oid order by 1`,
    [schemas],
  );
  return rows.filter(({ table }) => !leftOut.includes(table) || (keptToo && table === keptFiles));
}

async function listSequences(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'S' and relnamespace::regnamespace::text = any($1) order by 1`,
    [schemas],
  );
  return rows.map(({ name }) => name);
}

/** Hashes of the applied migrations of each schema of the database, in their order. */
export async function listMigrations(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relkind = 'r' and relnamespace::regnamespace::text = 'migrations' and relname = any($1)`,
    [Object.keys(migrationFolders)],
  );
  const applied: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await client.query<{ hash: string }>(
      `select hash from migrations.${pg.escapeIdentifier(name)} order by created_at, id`,
    );
    applied[name] = found.rows.map(({ hash }) => hash);
  }
  return applied;
}
