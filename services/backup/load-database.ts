import pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { applyMigrations, migrationFolders, type MigratedSchema } from '../database/migrate-schema';
import { noteRestoredBy, restoredBy } from '../database/restored-by';
import { createJobQueue } from '../repository/jobs/pg-boss-queue';
import { type DumpHeader, exactTexts, listTables, openUnlimited, schemas } from './dump-database';

/** Tables that the installation of the schemas fills. */
const installed = ['pgboss.version', 'pgboss.queue', 'repository.search_state'];
/** Text of rows that is sent to the database at a time. */
const batchCharacters = 1_000_000;

/**
 * Throws OperatorError if the database has rows that no restore or move with this id has loaded, or schemas of another
 * program.
 */
export async function requireEmpty(pool: pg.Pool, restoreId: string | null, who = 'A restore'): Promise<void> {
  const client = await openUnlimited(pool);
  try {
    if (restoreId !== null && (await restoredBy(client)) === restoreId) return;
    await refuseForeignSchemas(client);
    const filled: string[] = [];
    for (const { table } of await listTables(client)) {
      if (installed.includes(table) || table.startsWith('migrations.')) continue;
      const { rows } = await client.query(`select from ${table} limit 1`);
      if (rows.length > 0) filled.push(table);
    }
    if (filled.length === 0) return;
    throw new OperatorError(
      `The database is not empty: ${filled.slice(0, 3).join(', ')} and others have rows. ${who} needs an empty one. Nothing was changed.`,
    );
  } finally {
    await client.end();
  }
}

/** Schemas of the product are replaced, so those of another program with the same name must not be taken for them. */
async function refuseForeignSchemas(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select nspname::text as name from pg_namespace where nspname = any($1) and to_regclass('migrations.' || nspname) is null`,
    [Object.keys(migrationFolders)],
  );
  const [foreign] = rows;
  if (!foreign) return;
  throw new OperatorError(`The database has a schema ${foreign.name} of another program. Nothing was changed.`);
}

/** What is loaded, and the id of the restore or move that loads it. */
interface Load {
  restoreId: string;
  migrations: Record<string, string[]>;
  /** The lines of a dump, several at a time. */
  lines: () => AsyncIterable<string[]>;
  /** Looks at the loaded rows before they are committed. If it throws, none of them are. */
  check?: (client: pg.Client) => Promise<void>;
}

/**
 * Brings a database that `requireEmpty` lets pass to the migrations of a dump and loads its rows in one transaction, so
 * that all or none of them are there. Throws OperatorError if this version does not know the migrations.
 */
export async function loadDatabase(pool: pg.Pool, { restoreId, migrations, lines, check }: Load): Promise<void> {
  for (const schema of Object.keys(migrationFolders) as MigratedSchema[]) {
    const hashes = migrations[schema];
    if (hashes) await applyMigrations(pool, schema, hashes);
  }
  if (migrations.repository) await (await createJobQueue(pool, { log: () => {} })).stop();
  const client = await openUnlimited(pool);
  try {
    await client.query('begin');
    await client.query(exactTexts);
    const addKeys = await dropForeignKeys(client);
    await new Loader(client).load(lines());
    await client.query(addKeys);
    await check?.(client);
    await noteRestoredBy(client, restoreId);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Drops the foreign keys, which would need the rows in a certain order, and returns the statements that add them again.
 * As a replica no key would be checked either, but only a superuser may be one.
 */
async function dropForeignKeys(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace::regnamespace::text = any($1)
       and connamespace::regnamespace::text <> 'pgboss'`,
    [schemas],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows
    .map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
    .join(';');
}

/** Where the rows of the dump go. */
interface Target {
  /** Statement that inserts a JSON array of rows; null for a table that this version does not have. */
  insert: string | null;
  lines: string[];
  characters: number;
}

/** Loads the lines of a dump. */
class Loader {
  #target: Target = { insert: null, lines: [], characters: 0 };

  constructor(private readonly client: pg.Client) {}

  async load(text: AsyncIterable<string[]>): Promise<void> {
    for await (const lines of text) {
      for (const line of lines) {
        if (line.startsWith('[')) await this.#add(line);
        else await this.#begin(JSON.parse(line) as DumpHeader);
      }
    }
    await this.#flush();
  }

  async #begin(header: DumpHeader): Promise<void> {
    await this.#flush();
    if ('table' in header) {
      this.#target.insert = await this.#insertInto(header);
      return;
    }
    await this.client.query('select setval(to_regclass($1), $2, $3) where to_regclass($1) is not null', [
      header.sequence,
      header.lastValue,
      header.isCalled,
    ]);
  }

  async #add(line: string): Promise<void> {
    this.#target.lines.push(line);
    this.#target.characters += line.length;
    if (this.#target.characters > batchCharacters) await this.#flush();
  }

  async #flush(): Promise<void> {
    const { insert, lines } = this.#target;
    if (insert !== null && lines.length > 0) await this.client.query(insert, [`[${lines.join(',')}]`]);
    this.#target.lines = [];
    this.#target.characters = 0;
  }

  /**
   * The job queue installs its own tables, which may differ between versions; columns and queues that this version does
   * not have are left out.
   */
  async #insertInto({ table, columns }: { table: string; columns: string[] }): Promise<string | null> {
    const { rows } = await this.client.query<{ name: string; type: string }>(
      `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
       where attrelid = to_regclass($1) and attnum > 0 and not attisdropped`,
      [table],
    );
    const types = new Map(rows.map(({ name, type }) => [name, type]));
    const isOfQueue = table.startsWith('pgboss.');
    const known = columns.filter((column) => types.has(column));
    if (known.length < columns.length && !isOfQueue) {
      throw new OperatorError(`The backup has columns of ${table} that this version does not know.`);
    }
    if (known.length === 0) return null;
    await this.client.query(`delete from ${table}`);
    const names = known.map((column) => pg.escapeIdentifier(column)).join(', ');
    const values = known.map((column) => `(line->>${columns.indexOf(column)})::${types.get(column)}`).join(', ');
    const condition =
      table === 'pgboss.job' ? `where line->>${columns.indexOf('name')} in (select name from pgboss.queue)` : '';
    return `insert into ${table} (${names}) overriding system value
      select ${values} from json_array_elements($1::json) as line ${condition}`;
  }
}
