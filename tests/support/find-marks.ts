import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';

import type pg from 'pg';

import type { FileStore } from '../../services/repository/context/file-store';
import { textInside } from './read-inside';

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
        found.add(`${schema}.${name}.${column}`, marksIn(textOfValue(value), marks));
      }
    }
  }
  return found.list();
}

/** A value of a column as JSON; bytes (`bytea`), which JSON has in hexadecimal digits, also as what they say. */
function textOfValue(value: unknown): string {
  const [, digits = ''] = typeof value === 'string' ? (/^\\x((?:[0-9a-f]{2})+)$/.exec(value) ?? []) : [];
  return JSON.stringify(value) + Buffer.from(digits, 'hex').toString('utf8');
}

/** Looks for marks in every object of the store, whatever kind of file it is. */
export async function findInObjects(files: FileStore, marks: Marks): Promise<FoundMarks> {
  const found = new Findings();
  for await (const { key } of files.list('')) {
    const folder = key.split('/')[0] ?? '';
    found.add(`keys of ${folder}`, marksIn(key, marks));
    found.add(folder, marksIn(await textInside(await buffer(await files.read(key))), marks));
  }
  return found.list();
}

/** Looks for marks in texts, such as mails or lines of a log. */
export function findInTexts(place: string, texts: readonly unknown[], marks: Marks): FoundMarks {
  const found = new Findings();
  for (const text of texts) found.add(place, marksIn(JSON.stringify(text), marks));
  return found.list();
}
