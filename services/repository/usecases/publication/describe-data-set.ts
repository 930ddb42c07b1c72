import { MetadataEntrySchema } from '@domain/api/metadata';
import type { DataSet } from '@domain/api/search';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';

import type { RepositoryContext } from '../../context/context';
import { dataciteRecord, formatDataciteXml } from '../../doi/datacite-record';
import { formatCitation, readCitation } from '../../packaging/citation';
import { withheldReason } from '../../packaging/texts';
import { findAnnouncedDataSet } from '../../publication/find-data-set';
import { publishedFields } from '../../search/published-fields';
import { toSearchRow } from '../../search/search-row';
import { type DataSetRecord, listDataSets } from '../../store/data-set-records';
import { listPublishedTables } from '../../store/published-data-sets';

/** Everything that is published about a data set except its rows. Metadata is public from acceptance on. */
export async function describeDataSet(repository: RepositoryContext, nr: number, language: Language): Promise<DataSet> {
  const { record, isPublic } = await findDescribed(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  const row = toSearchRow(record, repository);
  return {
    row,
    fields: publishedFields(record.metadata, language),
    withheld: tables.flatMap(({ name, withheld }) =>
      withheld.map(({ column, reason }) => ({ table: name, column, reason: withheldReason(reason, language) })),
    ),
    citation: formatCitation(readCitation(row, record.datacite)),
    notYet: isPublic ? null : { until: lastingEmbargo(record, repository.now()) },
    datacite: dataciteRecord(record) ?? {},
  };
}

/** A data set by its number, public or announced; refuses with 'not-found'. */
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

/** End date of the embargo; '' if there is none or it is over. */
function lastingEmbargo({ metadata }: DataSetRecord, now: Date): string {
  const entries = MetadataEntrySchema.array().parse(metadata);
  return isUnderEmbargo(entries, now.toISOString().slice(0, 10)) ? embargoDay(entries) : '';
}

/** DataCite metadata of a data set as JSON or XML. Refuses with 'not-found', also before the DOI is registered. */
export async function exportDatacite(
  repository: RepositoryContext,
  nr: number,
  format: 'json' | 'xml',
): Promise<string> {
  const { record } = await findDescribed(repository, nr);
  const description = dataciteRecord(record);
  if (!description) throw new Refusal('not-found');
  return format === 'xml' ? formatDataciteXml(description) : `${JSON.stringify(description, null, 2)}\n`;
}
