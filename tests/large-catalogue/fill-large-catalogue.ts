import { readFileSync } from 'node:fs';
import path from 'node:path';

import type pg from 'pg';

import { openStore } from '../../services/repository/store/database';
import { readUnreadNames } from '../../services/repository/upkeep/read-unread-names';
import { fillCatalogue } from '../bench/search/fill-catalogue';
import { MadeUpDataSets } from '../bench/search/made-up-data-set';

/** Data sets of the demonstration, which may be there already. */
const taken = 4;

/**
 * Fills a migrated database with a catalogue and everything that people leave behind around it: uploads that are not
 * published, files, votes, history, drafts, sessions, uses, jobs. `made` data sets are made up, the others are copies of them.
 */
export async function fillLargeCatalogue(
  pool: pg.Pool,
  { made, copies, people, rows }: { made: number; copies: number; people: number; rows: number },
): Promise<void> {
  await fillCatalogue(pool, new MadeUpDataSets(1), made, taken);
  const client = await pool.connect();
  try {
    const settings = { made, copies, people, rows };
    for (const [name, value] of Object.entries(settings)) {
      await client.query('select set_config($1, $2, false)', [`large.${name}`, String(value)]);
    }
    for (const statement of statements()) await client.query(statement);
    // The studies are written by SQL, which reads no names.
    await readUnreadNames({ db: openStore(pool) }, new AbortController().signal);
    await client.query('vacuum analyze');
  } finally {
    client.release(true);
  }
}

/** Apart from each other, because together they would be one transaction. */
function statements(): string[] {
  const text = readFileSync(path.join(import.meta.dirname, 'enlarge.sql'), 'utf8');
  return text.split(/;\n/).filter((statement) => statement.trim() !== '');
}
