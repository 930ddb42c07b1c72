import type pg from 'pg';

import { sqlStateOf } from '@domain/sql-state';

/**
 * Table with the oldest version of Motothek that can run beside each migration. Written before a migration is applied, so
 * that an older server never meets one that it cannot judge. It is none of `migrationFolders`, and not needed in a backup.
 */
export const oldestVersionsTable = 'migrations.oldest_versions';

/** A migration that only adds, beside which every version goes on. */
const anyVersion = '0.0.0';

const contractLine = /^-- contract: from (\d+\.\d+\.\d+)\r?\n/;

/**
 * The oldest version that can run beside a migration with these statements: every one, unless its first line says
 * `-- contract: from 1.2.0`, because versions before 1.2.0 use what it takes away.
 */
export function oldestVersionBeside(statements: string[]): string {
  return contractLine.exec(statements[0] ?? '')?.[1] ?? anyVersion;
}

/** A migration that a database has. */
export interface AppliedMigration {
  hash: string;
  /** Null if nothing was recorded, as for migrations of versions that did not record it. */
  oldestVersion: string | null;
}

/**
 * What a server finds in a database. `current`: exactly its own migrations. `newer`: others of a later version as well,
 * beside which it can run. `missing`: not all of its own. `foreign`: others beside which it cannot run.
 */
export type SchemaState = 'current' | 'newer' | 'missing' | 'foreign';

/** Compares the migrations of a schema with those that this version knows. */
export function judgeMigrations(
  applied: readonly AppliedMigration[],
  known: readonly string[],
  version: string,
): SchemaState {
  const others = applied.filter(({ hash }) => !known.includes(hash));
  if (!others.every(({ oldestVersion }) => isAtLeast(version, oldestVersion))) return 'foreign';
  const hashes = new Set(applied.map(({ hash }) => hash));
  if (!known.every((hash) => hashes.has(hash))) return 'missing';
  return others.length > 0 ? 'newer' : 'current';
}

/** The migrations that the schemas of a database have, by schema. Fails if one of their tables is missing. */
export async function readMigrations<Schema extends string>(
  db: pg.Pool | pg.Client,
  schemas: readonly Schema[],
): Promise<Map<Schema, AppliedMigration[]>> {
  const parts = schemas.map(
    (schema) => `select '${schema}' as schema, hash, version as "oldestVersion"
      from migrations.${schema} left join ${oldestVersionsTable} using (hash)`,
  );
  const { rows } = await db.query<AppliedMigration & { schema: Schema }>(parts.join(' union all '));
  return new Map(schemas.map((schema) => [schema, rows.filter((row) => row.schema === schema)]));
}

function isAtLeast(version: string, oldest: string | null): boolean {
  if (oldest === null) return false;
  const [own, other] = [version, oldest].map((text) => text.split('.').map(Number)) as [number[], number[]];
  const at = other.findIndex((number, index) => number !== own[index]);
  return at === -1 || (own[at] ?? 0) > (other[at] ?? 0);
}

/** PostgreSQL's codes for a table or schema that does not exist. */
const absentCodes = ['42P01', '3F000'];
const worstFirst = ['foreign', 'missing', 'newer'] as const;

/** Returns a function that asks the database for the state of schemas of this version, the worst of them. */
export function watchSchemas<Schema extends string>(
  pool: pg.Pool,
  known: ReadonlyMap<Schema, readonly string[]>,
  version: string,
): () => Promise<SchemaState> {
  return async () => {
    try {
      const applied = await readMigrations(pool, [...known.keys()]);
      const states = [...known].map(([schema, hashes]) => judgeMigrations(applied.get(schema) ?? [], hashes, version));
      return worstFirst.find((state) => states.includes(state)) ?? 'current';
    } catch (error) {
      if (absentCodes.includes(sqlStateOf(error))) return 'missing';
      throw error;
    }
  };
}
