import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A migration of a later release. */
export interface NewMigration {
  name: string;
  sql: string;
}

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Adds a migration to a folder with those of a schema. */
export function addMigration(folder: string, { name, sql }: NewMigration): void {
  const file = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(file, 'utf8')) as Journal;
  const { when, ...last } = journal.entries.at(-1)!;
  const idx = last.idx + 1;
  const tag = `${String(idx).padStart(4, '0')}_${name}`;
  journal.entries.push({ ...last, idx, when: when + 1, tag });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, `${tag}.sql`), sql);
}
