import { MetadataEntrySchema } from '@domain/api/metadata';
import type { SearchRow } from '@domain/api/search';
import { dataLanguageOf, titlesOf } from '@domain/metadata/text-language';

import type { DataSetRecord } from './search-sql';
import type { RepositoryContext } from '../context/context';

/** A data set as search answers show it: its published row with what follows from its DOI and metadata. */
export function toSearchRow(record: DataSetRecord, { doi, settings }: RepositoryContext): SearchRow {
  const name = record.doi ?? '';
  const metadata = MetadataEntrySchema.array().parse(record.metadata);
  return {
    ...record.row,
    nr: record.nr,
    titleLanguages: titlesOf(metadata).map(({ language }) => language),
    dataLanguage: dataLanguageOf(metadata),
    doi: name,
    doiUrl:
      record.registrar === doi.kind
        ? doi.address(name, record.nr)
        : // Minted before the registrar was changed.
          record.registrar === 'datacite'
          ? `https://doi.org/${name}`
          : `${settings.origin}/data-set/${record.nr}`,
    doiIsTest: record.registrar !== 'datacite',
  };
}
