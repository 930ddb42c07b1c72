import { MetadataEntrySchema } from '@domain/api/metadata';
import type { DataSet } from '@domain/api/search';
import { formatApa } from '@domain/apa-citation';
import type { Language } from '@domain/language';
import { localDay } from '@domain/local-time';
import { embargoDay, isUnderEmbargo } from '@domain/metadata/embargo';

import type { RepositoryContext } from '../../context/context';
import { readPublicCorrections } from '../../corrections/public-corrections';
import { toSchemaOrg } from '../../linked-data/schema-org';
import { formatCitation } from '../../packaging/citation';
import { withheldReason } from '../../packaging/texts';
import { describeGathered, gatherDataSet } from '../../publication/gather-data-set';
import { listPublicActs } from '../../publication/public-acts';
import { publishedFields } from '../../search/published-fields';
import type { DataSetRecord } from '../../store/data-set-records';
import { listPublishedFiles } from './published-files';

/**
 * Everything that is published about a data set except its rows. Metadata is public from acceptance on; of a withdrawn
 * data set, only its tombstone is.
 */
export async function describeDataSet(repository: RepositoryContext, nr: number, language: Language): Promise<DataSet> {
  const gathered = await gatherDataSet(repository, nr);
  const { record, row, tables, cited, datacite, isPublic, withdrawn } = gathered;
  const files = isPublic ? await listPublishedFiles(null, repository, nr, language) : [];
  // Corrections tell what the tombstone no longer tells.
  const { corrections, total } = withdrawn
    ? { corrections: [], total: 0 }
    : await readPublicCorrections(repository, record.upload, { language, page: 1 });
  const { origin } = repository.settings;
  return {
    row,
    fields: publishedFields(record.metadata, language),
    withheld: tables.flatMap(({ name, withheld }) =>
      withheld.map(({ column, reason }) => ({ table: name, column, reason: withheldReason(reason, language) })),
    ),
    citation: formatCitation(cited, language),
    apa: formatApa(cited, language),
    notYet:
      isPublic || withdrawn
        ? null
        : { until: lastingEmbargo(record, localDay(repository.now(), repository.settings.timeZone)) },
    withdrawn,
    acts: await listPublicActs(repository, record.upload),
    corrections,
    correctionCount: total,
    datacite: datacite ?? {},
    linkedData: toSchemaOrg(describeGathered(gathered, { files, origin, language })),
  };
}

/** End date of the embargo; '' if there is none or it is over. */
function lastingEmbargo({ metadata }: DataSetRecord, today: string): string {
  const entries = MetadataEntrySchema.array().parse(metadata);
  return isUnderEmbargo(entries, today) ? embargoDay(entries) : '';
}
