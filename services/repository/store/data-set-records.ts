import { and, desc, eq, inArray, isNotNull, isNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm';

import type { UploadKind } from '@domain/upload-id';

import type { Queryable } from '../store/database';

import { conceptDois, dataSets, dois, searchDocuments, uploads } from '../store/schema';
import { resolvingStates } from '../store/schema/editorial';
import type { PublishedRow } from '../store/schema/publication';
import { listVersionStudies } from './studies';
import { seriesOf } from './versions';

/** A published data set with its DOI. */
export interface DataSetRecord {
  nr: number;
  upload: number;
  kind: UploadKind;
  row: PublishedRow;
  metadata: unknown;
  publishedAt: Date;
  /** When its metadata was last corrected; null if it was not. */
  correctedAt: Date | null;
  doi: string | null;
  registrar: 'local' | 'datacite-test' | 'datacite' | null;
  datacite: unknown;
}

/**
 * The data sets with the given numbers, in that order; unknown and withdrawn ones are left out. With `fields`, their
 * metadata has only the entries of these fields, which is quicker.
 */
export async function listDataSets(
  db: Queryable,
  numbers: number[],
  fields?: readonly number[],
): Promise<DataSetRecord[]> {
  return selectDataSets(db, { numbers, fields, condition: isNull(uploads.withdrawnAt) });
}

/** The withdrawn data sets with the given numbers, as they were published. Only `publication/tombstone.ts` may read them. */
export async function listWithdrawnRecords(db: Queryable, numbers: number[]): Promise<DataSetRecord[]> {
  return selectDataSets(db, { numbers, condition: isNotNull(uploads.withdrawnAt) });
}

interface Selection {
  numbers: number[];
  fields?: readonly number[] | undefined;
  condition: SQL;
}

async function selectDataSets(db: Queryable, { numbers, fields, condition }: Selection): Promise<DataSetRecord[]> {
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
      correctedAt: uploads.correctedAt,
      doi: dois.doi,
      registrar: dois.registrar,
      datacite: dois.attributes,
    })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    // A draft at DataCite does not resolve yet.
    .leftJoin(dois, and(eq(dois.upload, dataSets.upload), inArray(dois.state, resolvingStates)))
    // One parameter for all numbers, because PostgreSQL allows at most 65,535 of them.
    .where(and(sql`${dataSets.nr} = any(${sql.param(numbers)}::int[])`, condition));
  const byNumber = new Map(records.map((record) => [record.nr, record]));
  return numbers.flatMap((nr) => byNumber.get(nr) ?? []);
}

/**
 * Numbers of the data sets of these uploads, and of those whose pages tell of them: of their studies, and their other
 * versions.
 */
export async function listNumbersBeside(db: Queryable, numbers: readonly number[]): Promise<number[]> {
  const own = await db
    .select({ study: uploads.study })
    .from(uploads)
    .where(inArray(uploads.number, [...numbers]));
  const studies = await listVersionStudies(
    db,
    own.map(({ study }) => study),
  );
  const rows = await db
    .select({ nr: uploads.nr })
    .from(uploads)
    .where(and(inArray(uploads.study, [...studies]), isNotNull(uploads.nr)));
  return rows.flatMap(({ nr }) => nr ?? []);
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

/** A published data set of a study, and whether it is a version of a given one and found by the search. */
interface StudyDataSet {
  nr: number;
  isVersion: boolean;
  isFound: boolean;
}

/**
 * Published data sets of the study that an upload belongs to, the newest first, also where versions of them have studies
 * of their own.
 */
export async function listDataSetsOfStudy(db: Queryable, number: number): Promise<StudyDataSet[]> {
  const [own] = await db.select().from(uploads).where(eq(uploads.number, number));
  if (!own) return [];
  const related = [...(await listVersionStudies(db, [own.study]))];
  const rows = await db
    .select({ nr: dataSets.nr, upload: uploads, isFound: sql<boolean>`${searchDocuments.nr} is not null` })
    .from(dataSets)
    .innerJoin(uploads, eq(uploads.number, dataSets.upload))
    .leftJoin(searchDocuments, eq(searchDocuments.nr, dataSets.nr))
    .where(inArray(uploads.study, related))
    .orderBy(desc(dataSets.publishedAt), desc(dataSets.nr));
  return rows.map(({ upload, ...found }) => ({ ...found, isVersion: seriesOf(upload) === seriesOf(own) }));
}

/**
 * Numbers of the data sets with a DOI that leads to its page, or with one that begins so. `doi` is in lower case. That of
 * one version, also of a withdrawn one, or of all together, has the numbers of all versions, of which the search finds the
 * newest.
 */
export async function findNumbersByDoi(
  db: Queryable,
  { doi, prefix }: { doi: string; prefix: boolean },
): Promise<number[]> {
  const beginning = `${doi.replace(/[\\%_]/g, '\\$&')}%`;
  const matches = (column: SQLWrapper) =>
    prefix ? sql`lower(${column}) like ${beginning}` : sql`lower(${column}) = ${doi}`;
  const series = sql`coalesce(${uploads.series}, ${uploads.number})`;
  const wanted = sql`
    select ${series} as series from ${dois} inner join ${uploads} on ${uploads.number} = ${dois.upload}
    where ${inArray(dois.state, resolvingStates)} and ${matches(dois.doi)}
    union select ${conceptDois.series} from ${conceptDois} where ${matches(conceptDois.doi)}`;
  // One array, because a row for each of 100,000 numbers takes the program longer than the search may take.
  const { rows } = await db.execute<{ numbers: number[] | null }>(sql`
    select array_agg(${dataSets.nr}) as numbers
    from ${dataSets} inner join ${uploads} on ${uploads.number} = ${dataSets.upload}
    where ${series} in (${wanted})`);
  return rows[0]?.numbers ?? [];
}
