import type { Readable } from 'node:stream';

import type { PoolDataSets } from '@domain/api/pool';
import { MetadataEntrySchema } from '@domain/api/metadata';
import { tableMediaTypes } from '@domain/api/published-files';
import type { Years } from '@domain/api/search';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';
import { asksForLicenceForm } from '@domain/licences';
import { isMotorTest } from '@domain/motor-tests';
import type { PoolChoice, PoolFormat } from '@domain/pool/pool-choice';
import type { Range } from '@domain/search/ranges';

import type { Actor, RepositoryContext } from '../../context/context';
import { waitingAccount } from '../../context/visitor-address';
import type { KeptFile } from '../../files/kept-files';
import { readCitation } from '../../packaging/citation';
import { openPool as openContent, type WantedOfPool } from '../../pool/open-pool';
import type { PoolSource } from '../../pool/pool-package';
import type { PoolFacts } from '../../pool/pool-sql';
import { findWholeDataSets, seesEveryRow } from '../../publication/licence-gate';
import { countriesOf } from '../../search/describe-search-document';
import { titleOf, toSearchRow } from '../../search/search-row';
import { type DataSetRecord, listDataSets } from '../../store/data-set-records';
import { listPublishedTables } from '../../store/published-data-sets';
import { listSeries } from '../../store/versions';

/** Data sets that somebody may want to pool, and whether they may take their rows. Unknown ones are left out. */
export async function listPoolDataSets(
  actor: Actor | null,
  repository: RepositoryContext,
  numbers: number[],
  language: Language,
): Promise<PoolDataSets> {
  const records = await listDataSets(repository.db, numbers);
  const listed: PoolDataSets = [];
  for (const record of records) {
    const { nr, kind, row, doi } = record;
    listed.push({
      nr,
      title: titleOf(record, language),
      doi: doi ?? '',
      licences: row.rights,
      persons: row.count,
      tests: row.exercises.filter(isMotorTest),
      kind,
      isOpen: await seesEveryRow(actor, repository, record),
    });
  }
  return listed;
}

/** A pool for somebody who may have it. */
export interface Pool {
  content: KeptFile | Readable | null;
  fileName: string;
  mediaType: string;
  /** Everybody may have it. */
  isPublic: boolean;
  /** It has texts in a language. */
  hasLabels: boolean;
}

export interface PoolInput {
  choice: PoolChoice;
  format: PoolFormat;
  isPackage: boolean;
  wants: WantedOfPool;
}

/**
 * One table of the rows of several data sets, alone or in a package with what has to be known about it: for everybody if
 * all licences are open, otherwise for those who may see every row. Refuses with 'not-found', 'data-set-withdrawn',
 * 'unauthenticated', 'licence-form-open', 'pool-raw-only' for aggregated data, 'pool-versions' for two versions of a data
 * set, 'pool-empty', 'rows-missing' and 'storage-full'.
 */
export async function openPool(
  actor: Actor | null,
  repository: RepositoryContext,
  { choice, format, isPackage, wants }: PoolInput,
  language: Language,
): Promise<Pool> {
  const records = await findWholeDataSets(actor, repository, choice.dataSets);
  await refuseUnlike(repository, records);
  const tables = await listPublishedTables(repository.db, choice.dataSets);
  const times = records.flatMap(({ publishedAt, correctedAt }) => [publishedAt.getTime(), correctedAt?.getTime() ?? 0]);
  const content = await openContent(repository, {
    parts: records.map((record) => ({ facts: factsOf(record), tables: tables.filter(({ nr }) => nr === record.nr) })),
    described: {
      choice,
      format,
      language,
      sources: records.map((record) => sourceOf(record, repository, language)),
      writtenAt: new Date(Math.max(...times)),
      origin: repository.settings.origin,
    },
    isPackage,
    wants,
    account: waitingAccount(actor),
  });
  const day = localDay(repository.now(), repository.settings.timeZone);
  return {
    content,
    fileName: `motothek-pool-${day}.${isPackage ? 'zip' : format}`,
    mediaType: mediaTypeOf(format, isPackage),
    isPublic: !records.some(({ row }) => asksForLicenceForm(row.rights)),
    hasLabels: isPackage || format === 'sav',
  };
}

function mediaTypeOf(format: PoolFormat, isPackage: boolean): string {
  if (isPackage) return 'application/zip';
  return format === 'csv' ? `${tableMediaTypes.csv}; charset=utf-8; header=present` : tableMediaTypes[format];
}

/** Rows of groups and of people do not go together, and nobody is in a table twice as two versions of a data set. */
async function refuseUnlike({ db }: RepositoryContext, records: readonly DataSetRecord[]): Promise<void> {
  const aggregated = records.find(({ kind }) => kind === 'agg');
  if (aggregated) throw new Refusal('pool-raw-only', { nr: aggregated.nr });
  const series = await listSeries(
    db,
    records.map(({ upload }) => upload),
  );
  const seen = new Map<number | undefined, number>();
  for (const { nr, upload } of records) {
    const other = seen.get(series.get(upload));
    if (other !== undefined) throw new Refusal('pool-versions', { nr: other, other: nr });
    seen.set(series.get(upload), nr);
  }
}

function factsOf({ nr, doi, row, metadata }: DataSetRecord): PoolFacts {
  return {
    nr,
    doi: doi ?? '',
    ages: row.ages,
    years: row.pubYears.map(rangeOf),
    sexes: row.genders,
    countries: countriesOf({ metadata: MetadataEntrySchema.array().parse(metadata) }),
  };
}

const rangeOf = (years: Years): Range => (typeof years === 'number' ? { start: years, end: years } : years);

function sourceOf(record: DataSetRecord, repository: RepositoryContext, language: Language): PoolSource {
  const row = toSearchRow(record, repository);
  return {
    nr: record.nr,
    title: titleOf(record, language),
    licences: row.rights,
    citation: readCitation(row, record.datacite),
  };
}
