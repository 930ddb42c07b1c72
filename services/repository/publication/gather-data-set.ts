import type { PublishedFiles } from '@domain/api/published-files';
import type { SearchRow } from '@domain/api/search';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { RepositoryContext } from '../context/context';
import { type DataciteRecord, dataciteRecord } from '../doi/datacite-record';
import { collectDescription, type DescribedDataSet, iriOf } from '../linked-data/described-data-set';
import { type Citation, formatCitation, readCitation } from '../packaging/citation';
import { toSearchRow } from '../search/search-row';
import { type DataSetRecord, listDataSets } from '../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../store/published-data-sets';
import { findAnnouncedDataSet } from './find-data-set';

/** What the descriptions and citations of a data set are made of. */
export interface GatheredDataSet {
  record: DataSetRecord;
  row: SearchRow;
  tables: PublishedTable[];
  cited: Citation;
  /** Null until its DOI is created. */
  datacite: DataciteRecord | null;
  /** false: it is accepted, but its data is not public yet. */
  isPublic: boolean;
}

/** A data set, public or announced; refuses with 'not-found'. */
export async function gatherDataSet(repository: RepositoryContext, nr: number): Promise<GatheredDataSet> {
  const [{ record, isPublic }, tables] = await Promise.all([
    findDescribed(repository, nr),
    listPublishedTables(repository.db, [nr]),
  ]);
  const row = toSearchRow(record, repository);
  const cited = readCitation(row, record.datacite);
  return { record, row, tables, cited, datacite: dataciteRecord(record), isPublic };
}

async function findDescribed(
  { db }: Pick<RepositoryContext, 'db'>,
  nr: number,
): Promise<{ record: DataSetRecord; isPublic: boolean }> {
  const [published] = await listDataSets(db, [nr]);
  if (published) return { record: published, isPublic: true };
  const announced = await findAnnouncedDataSet({ db }, nr);
  if (!announced) throw new Refusal('not-found');
  return { record: announced, isPublic: false };
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
  const citation = formatCitation(gathered.cited);
  return collectDescription({ ...gathered, citation, files: described, origin, language });
}
