import type { PublishedFiles } from '@domain/api/published-files';
import type { SearchRow } from '@domain/api/search';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import type { Withdrawn } from '@domain/life/withdrawal';

import type { RepositoryContext } from '../context/context';
import { type DataciteRecord, dataciteRecord } from '../doi/datacite-record';
import { collectDescription, type DescribedDataSet, iriOf } from '../linked-data/described-data-set';
import { type Citation, formatCitation, readCitation } from '../packaging/citation';
import { toSearchRow } from '../search/search-row';
import { type DataSetRecord, listDataSets } from '../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { findAnnouncedDataSet } from './find-data-set';
import { findTombstone } from './tombstone';

/** What the descriptions and citations of a data set are made of. */
export interface GatheredDataSet {
  record: DataSetRecord;
  row: SearchRow;
  tables: PublishedTable[];
  cited: Citation;
  /** Null until its DOI is created. */
  datacite: DataciteRecord | null;
  /** false: it is accepted, but its data is not public yet, or not any more. */
  isPublic: boolean;
  /** Then nothing but its tombstone is left. */
  withdrawn: Withdrawn | null;
}

/** A data set, public, announced or withdrawn; refuses with 'not-found'. */
export async function gatherDataSet(repository: RepositoryContext, nr: number): Promise<GatheredDataSet> {
  const { record, isPublic, withdrawn } = await findDescribed(repository, nr);
  const tables = isPublic ? await listPublishedTables(repository.db, [nr]) : [];
  const row = toSearchRow(record, repository);
  const cited = { ...readCitation(row, record.datacite), withdrawn: withdrawn?.date ?? '' };
  return { record, row, tables, cited, datacite: dataciteRecord(record), isPublic, withdrawn };
}

async function findDescribed(
  repository: RepositoryContext,
  nr: number,
): Promise<Pick<GatheredDataSet, 'record' | 'isPublic' | 'withdrawn'>> {
  const { db } = repository;
  const [published] = await listDataSets(db, [nr]);
  if (published) return { record: published, isPublic: true, withdrawn: null };
  const tombstone = await findTombstone(repository, nr);
  if (tombstone) return { ...tombstone, isPublic: false };
  const announced = await findAnnouncedDataSet({ db }, nr);
  if (!announced) throw new Refusal('not-found');
  return { record: announced, isPublic: false, withdrawn: null };
}

/** What linked data says about a data set, with our words in a language. `files` are those of nobody in particular. */
export function describeGathered(
  gathered: GatheredDataSet,
  { files, origin, language }: { files: PublishedFiles; origin: string; language: Language },
): DescribedDataSet {
  const described = files.map(({ fileName, address, mediaType, bytes, sha256 }) => ({
    name: fileName,
    address: iriOf(origin + address),
    mediaType: mediaType.replace(/;.*/, ''),
    ...{ bytes, sha256 },
  }));
  const citation = formatCitation(gathered.cited, language);
  return collectDescription({ ...gathered, citation, files: described, origin, language });
}
