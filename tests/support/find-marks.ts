import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import type pg from 'pg';

import type { RepositoryContext } from '../../services/repository/context/context';
import { readZip } from './read-zip';

/** What tells that a text is about somebody, by its name: a lower-case text, looked for in any case. */
export type Marks = Readonly<Record<string, string>>;

/** Where marks were found: names of columns and kinds of objects, each with the names of its marks. */
export type FoundMarks = Record<string, string[]>;

/** Texts that a test has made with `markedText`, which are found by their own. */
const textPattern = /qvx([a-z]+)qvx/g;

/** A word that occurs nowhere else, found again under this name. */
export const markedText = (name: string): string => `qvx${name}qvx`;

function marksIn(text: string, marks: Marks): string[] {
  const lower = text.toLowerCase();
  const named = Object.entries(marks).flatMap(([name, mark]) => (holds(lower, mark) ? [name] : []));
  return [...named, ...[...lower.matchAll(textPattern)].map(([, name = '']) => name)];
}

/** As text, as bytes written in hexadecimal digits, and as the hash of either. */
function holds(text: string, mark: string): boolean {
  const hex = Buffer.from(mark).toString('hex');
  return [mark, hex, createHash('sha256').update(mark).digest('hex')].some((one) => text.includes(one));
}

class Findings {
  readonly #found = new Map<string, Set<string>>();

  add(place: string, names: readonly string[]): void {
    if (names.length === 0) return;
    const known = this.#found.get(place) ?? new Set();
    for (const name of names) known.add(name);
    this.#found.set(place, known);
  }

  list(): FoundMarks {
    return Object.fromEntries([...this.#found].sort().map(([place, names]) => [place, [...names].sort()]));
  }
}

/**
 * Looks for marks in every column of every table of the database, those of jobs among them. Tables that are added later
 * are read, too.
 */
export async function findInTables(pool: pg.Pool, marks: Marks): Promise<FoundMarks> {
  const found = new Findings();
  const { rows: tables } = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  if (tables.length < 40) throw new Error('The tables are not there.');
  for (const { schema, name } of tables) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(one) as row from "${schema}"."${name}" as one`,
    );
    for (const { row } of rows) {
      for (const [column, value] of Object.entries(row)) {
        found.add(`${schema}.${name}.${column}`, marksIn(JSON.stringify(value), marks));
      }
    }
  }
  return found.list();
}

/** Looks for marks in every object of the store: rows of Parquet files, files of archives, and the bytes of others. */
export async function findInObjects(
  { files, tables }: Pick<RepositoryContext, 'files' | 'tables'>,
  marks: Marks,
): Promise<FoundMarks> {
  const found = new Findings();
  for await (const { key } of files.list('')) {
    const folder = key.split('/')[0] ?? '';
    found.add(`keys of ${folder}`, marksIn(key, marks));
    found.add(folder, await marksOfObject({ files, tables }, key, marks));
  }
  return found.list();
}

async function marksOfObject(
  { files, tables }: Pick<RepositoryContext, 'files' | 'tables'>,
  key: string,
  marks: Marks,
): Promise<string[]> {
  if (key.endsWith('.parquet')) {
    await using local = await files.openLocal(key);
    const rows = await tables.all(`select * from read_parquet('${local.path.replaceAll("'", "''")}')`);
    return marksIn(
      JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
      marks,
    );
  }
  const content = await buffer(await files.read(key));
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK';
  const parts = isArchive ? [...(await readZip(content))].flatMap(([name, part]) => [Buffer.from(name), part]) : [];
  return [content, ...parts].flatMap((part) => marksIn(part.toString('utf8'), marks));
}

/** Looks for marks in texts, such as mails or lines of a log. */
export function findInTexts(place: string, texts: readonly unknown[], marks: Marks): FoundMarks {
  const found = new Findings();
  for (const text of texts) found.add(place, marksIn(JSON.stringify(text), marks));
  return found.list();
}
