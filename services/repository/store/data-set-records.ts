import { and, desc, eq, sql } from 'drizzle-orm';

import type { UploadKind } from '@domain/upload-id';

import type { Queryable } from '../store/database';
import { dataSets, dois, uploads } from '../store/schema';
import type { PublishedRow } from '../store/schema/publication';

/** A published data set with its DOI. */
export interface DataSetRecord {
  nr: number;
  upload: number;
  kind: UploadKind;
  row: PublishedRow;
  metadata: unknown;
  publishedAt: Date;
  doi: string | null;
  registrar: 'local' | 'datacite-test' | 'datacite' | null;
  datacite: unknown;
}

/**
 * The data sets with the given numbers, in that order; unknown numbers are left out. With `fields`, their metadata has
 * only the entries of these fields, which is quicker.
 */
export async function listDataSets(
  db: Queryable,
  numbers: number[],
  fields?: readonly number[],
): Promise<DataSetRecord[]> {
  const path = fields && `$[*] ? (${fields.map((id) => `@.id == ${id}`).join(' || ')})`;
  const records = await db
    .select({
      nr: dataSets.nr,
      upload: dataSets.upload,
      kind: uploads.kind,
      row: dataSets.row,
      metadata: path
        ? sql<unknown>`jsonb_path_query_array(${dataSets.metadata}, ${path}::jsonpath)`
        : dataSets.metadata,
      publishedAt: dataSets.publishedAt,
      doi: dois.doi,
      registrar: dois.registrar,
      datacite: dois.attributes,
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    // A draft at DataCite does not resolve yet.
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), eq(dois.state, 'findable')))
    // One parameter for all numbers, because PostgreSQL allows at most 65,535 of them.
    .where(sql`${dataSets.nr} = any(${sql.param(numbers)}::int[])`);
  const byNumber = new Map(records.map((record) => [record.nr, record]));
  return numbers.flatMap((nr) => byNumber.get(nr) ?? []);
}

/** Authors and titles of the data sets with the given numbers, in any order. */
export async function listAuthorsAndTitles(
  db: Queryable,
  numbers: number[],
): Promise<Pick<PublishedRow, 'authors' | 'titles'>[]> {
  return db
    .select({
      authors: sql<string[]>`${dataSets.row} -> 'authors'`,
      titles: sql<string[]>`${dataSets.row} -> 'titles'`,
    })
    .from(dataSets)
    .where(sql`${dataSets.nr} = any(${sql.param(numbers)}::int[])`);
}

/** Published data sets of the study that an upload belongs to, the newest first. */
export async function listNumbersOfStudy(db: Queryable, upload: number): Promise<number[]> {
  const study = db.select({ study: uploads.study }).from(uploads).where(eq(uploads.number, upload));
  const rows = await db
    .select({ nr: dataSets.nr })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .where(eq(uploads.study, study))
    .orderBy(desc(dataSets.publishedAt), desc(dataSets.nr));
  return rows.map(({ nr }) => nr);
}

/** Numbers of the data sets with a registered DOI, or with one that begins so. `doi` is in lower case. */
export async function findNumbersByDoi(
  db: Queryable,
  { doi, prefix }: { doi: string; prefix: boolean },
): Promise<number[]> {
  const lower = sql`lower(${dois.doi})`;
  const beginning = `${doi.replace(/[\\%_]/g, '\\$&')}%`;
  // One array, because a row for each of 100,000 numbers takes the program longer than the search may take.
  const [found] = await db
    .select({ numbers: sql<number[] | null>`array_agg(${dataSets.nr})` })
    .from(dois)
    .innerJoin(dataSets, eq(dataSets.upload, dois.upload))
    .where(and(eq(dois.state, 'findable'), prefix ? sql`${lower} like ${beginning}` : sql`${lower} = ${doi}`));
  return found?.numbers ?? [];
}
