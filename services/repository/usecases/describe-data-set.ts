import type { DataSet } from '@domain/api/search';
import type { Language } from '@domain/language';

import { dataciteRecord } from '../doi/datacite-record';
import { formatCitation, readCitation } from '../packaging/citation';
import { withheldReason } from '../packaging/texts';
import { publishedFields } from '../search/published-fields';
import { toSearchRow } from '../search/search-row';
import { listPublishedTables } from '../store/published-tables';
import type { RepositoryContext } from './context';
import { findDataSet } from './find-data-set';

/** Everything that is published about a data set but its rows. Anybody may ask. */
export async function describeDataSet(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<DataSet> {
  const record = await findDataSet(repository, nr);
  const tables = await listPublishedTables(repository.db, [nr]);
  const row = toSearchRow(record, repository);
  return {
    row,
    fields: publishedFields(record.metadata, language),
    withheld: tables.flatMap(({ name, withheld }) =>
      withheld.map(({ column, reason }) => ({
        table: name,
        column,
        reason: withheldReason(reason, language),
      })),
    ),
    citation: formatCitation(readCitation(row, record.datacite)),
    datacite: dataciteRecord(record) ?? {},
  };
}
