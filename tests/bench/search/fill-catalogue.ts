import type pg from 'pg';

import type { DataciteAttributes } from '@domain/datacite';

import { dataciteAttributes } from '../../../services/repository/doi/datacite-attributes';
import { setsOf } from '../../../services/repository/harvest/sets';
import type { SearchSource } from '../../../services/repository/search/describe-search-document';
import { searchIndexVersion } from '../../../services/repository/search/describe-search-document';
import { setSearchVersion, writeSearchDocuments } from '../../../services/repository/search/search-documents';
import { type Database, openStore, type Transaction } from '../../../services/repository/store/database';
import { addRecords } from '../../../services/repository/store/harvest';
import { dataSets, dois, people, studies, uploads } from '../../../services/repository/store/schema';
import type { MadeUpDataSets } from './made-up-data-set';

/** Data sets of one transaction. A statement has at most 65,535 parameters. */
const batchSize = 1000;
const contributors = 200;

/**
 * Writes made-up data sets as published ones: their rows in bulk, their search documents by the product's own writer.
 * They have DOIs, and no tables. `after` is the last number that is taken.
 */
export async function fillCatalogue(pool: pg.Pool, made: MadeUpDataSets, count: number, after = 0): Promise<void> {
  const db = openStore(pool);
  const owners = Array.from({ length: contributors }, (_, index) => `contributor-${index}`);
  await db
    .insert(people)
    .values(owners.map((owner) => ({ subject: owner, name: owner, email: '', roles: [], seenAt: new Date() })));
  await indexedAfter(pool, async () => {
    for (let first = 1; first <= count; first += batchSize) {
      const numbers = Array.from(
        { length: Math.min(batchSize, count - first + 1) },
        (_, index) => after + first + index,
      );
      await publishSources(
        db,
        numbers.map((nr) => made.make(nr, after + count)),
      );
    }
  });
  await setSearchVersion(db, searchIndexVersion);
  // As autovacuum does it some time later.
  await pool.query('vacuum analyze');
}

/** Makes the indexes of words after the rows, which takes a third of the time. */
async function indexedAfter(pool: pg.Pool, fill: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = 'repository' and tablename in ('search_documents', 'search_words') and indexdef like '% USING gin %'`,
  );
  for (const { name } of rows) await pool.query(`drop index repository.${name}`);
  await fill();
  for (const { definition } of rows) await pool.query(definition);
}

/** Publishes data sets in one transaction. Upload and study have the number of the data set. */
export async function publishSources(db: Database, sources: readonly SearchSource[]): Promise<void> {
  await db.transaction(async (tx) => {
    await writeRows(tx, sources);
    await writeSearchDocuments(tx, sources);
    await addRecords(
      tx,
      sources.map(({ nr, row }) => ({ nr, sets: setsOf(row) })),
    );
  });
}

const kindOf = ({ types }: SearchSource['row']) => (types.includes('RAW') ? ('raw' as const) : ('agg' as const));

/** The description that is registered with a DOI. Harvesters get it as it is stored. */
function describe({ nr, row, metadata, publishedAt }: SearchSource): DataciteAttributes {
  const day = publishedAt.toISOString().slice(0, 10);
  const facts = { kind: kindOf(row), nr, metadata, rows: row.count ?? 0, submitted: day, accepted: day, today: day };
  return dataciteAttributes({ ...facts, tests: [], siblings: [] }, 'http://localhost');
}

async function writeRows(tx: Transaction, sources: readonly SearchSource[]): Promise<void> {
  const ownerOf = (nr: number) => `contributor-${nr % contributors}`;
  await tx
    .insert(studies)
    .values(sources.map(({ nr, row }) => ({ id: nr, owner: ownerOf(nr), title: row.titles[0] ?? '' })));
  await tx
    .insert(uploads)
    .values(
      sources.map(({ nr, row, publishedAt }) => ({
        number: nr,
        kind: kindOf(row),
        owner: ownerOf(nr),
        study: nr,
        status: 'Accepted' as const,
        nr,
        createdAt: publishedAt,
        decidedAt: publishedAt,
      })),
    );
  await tx
    .insert(dois)
    .values(
      sources.map((source) => ({
        upload: source.nr,
        doi: `10.5072/MT-${source.nr}`,
        state: 'findable' as const,
        registrar: 'local' as const,
        attributes: describe(source),
        updatedAt: source.publishedAt,
      })),
    );
  await tx
    .insert(dataSets)
    .values(
      sources.map(({ nr, row, metadata, postalAreas, publishedAt }) => ({
        nr,
        upload: nr,
        publishedAt,
        row,
        metadata,
        postalAreas: [...postalAreas],
        values: (row.count ?? 0) * row.exercises.length,
        results: Object.fromEntries(row.exercises.map((test) => [test, row.count ?? 0])),
      })),
    );
}
