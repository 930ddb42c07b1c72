import { createHash } from 'node:crypto';

import type { DumpHeader } from '../backup/dump-database';

/** Words of a SHA-256. */
const words = 8;

/** Rows of a table: how many, and the sum of their SHA-256, which does not depend on their order. */
interface TableSum {
  rows: number;
  sum: Uint32Array;
}

/** A table and its digest, for people. */
export interface TableDigest {
  table: string;
  rows: number;
  /** Hexadecimal. */
  digest: string;
}

/** Counts and digests of every table of a dump, and the state of its sequences. */
export class DatabaseDigest {
  readonly #tables = new Map<string, TableSum>();
  readonly #sequences = new Map<string, string>();
  #current: TableSum | null = null;
  rows = 0;

  /** The same lines, which are counted and digested as they pass. */
  async *watch(lines: AsyncIterable<string[]>): AsyncGenerator<string[]> {
    for await (const some of lines) {
      for (const line of some) this.#add(line);
      yield some;
    }
  }

  /** Reads all lines for their digest. */
  async read(lines: AsyncIterable<string[]>): Promise<void> {
    for await (const some of lines) for (const line of some) this.#add(line);
  }

  get sequences(): number {
    return this.#sequences.size;
  }

  tables(): TableDigest[] {
    return [...this.#tables].map(([table, { rows, sum }]) => ({ table, rows, digest: hexOf(sum) })).sort(byTable);
  }

  /** Names of tables and sequences that differ in another database. */
  differing(other: DatabaseDigest): string[] {
    return [...new Set([...differing(this.#texts(), other.#texts()), ...differing(other.#texts(), this.#texts())])];
  }

  #texts(): Map<string, string> {
    const tables = this.tables().map(({ table, rows, digest }) => [table, `${rows} ${digest}`] as const);
    return new Map([...tables, ...this.#sequences]);
  }

  #add(line: string): void {
    if (!line.startsWith('[')) return this.#begin(JSON.parse(line) as DumpHeader);
    const table = this.#current;
    if (!table) throw new Error('A row comes before its table.');
    const hash = createHash('sha256').update(line).digest();
    for (let word = 0; word < words; word += 1) table.sum[word]! += hash.readUInt32LE(word * 4);
    table.rows += 1;
    this.rows += 1;
  }

  #begin(header: DumpHeader): void {
    if ('sequence' in header) {
      this.#sequences.set(header.sequence, `${header.lastValue} ${header.isCalled}`);
      return;
    }
    this.#current = { rows: 0, sum: new Uint32Array(words) };
    this.#tables.set(header.table, this.#current);
  }
}

function differing(one: Map<string, string>, other: Map<string, string>): string[] {
  return [...one].filter(([name, text]) => other.get(name) !== text).map(([name]) => name);
}

function hexOf(sum: Uint32Array): string {
  return [...sum].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function byTable(one: TableDigest, other: TableDigest): number {
  return one.table < other.table ? -1 : 1;
}
