import type { SearchRow } from '@domain/api/search';
import { formatApa } from '@domain/apa-citation';
import type { DataSetFormatName } from '@domain/data-set-formats';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';

import type { RepositoryContext } from '../../context/context';
import { type DataciteRecord, formatDataciteXml } from '../../doi/datacite-record';
import type { DescribedDataSet } from '../../linked-data/described-data-set';
import { toDcat } from '../../linked-data/dcat';
import { toSchemaOrg } from '../../linked-data/schema-org';
import { toTurtle } from '../../linked-data/turtle';
import { formatBibtex, formatCitation, formatCslJson, formatEndnote, formatRis } from '../../packaging/citation';
import { describeGathered, gatherDataSet, type GatheredDataSet } from '../../publication/gather-data-set';
import { listPublishedFiles } from './published-files';

const json = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;

type LinkedFormat = 'schema-org' | 'dcat-json' | 'dcat-turtle';
type CitedFormat = Exclude<DataSetFormatName, LinkedFormat>;

const citedWriters: Record<CitedFormat, (gathered: GatheredDataSet, language: Language) => string> = {
  bibtex: ({ cited }) => formatBibtex(cited),
  ris: ({ cited }) => formatRis(cited),
  'csl-json': ({ cited }) => formatCslJson(cited),
  endnote: ({ cited }) => formatEndnote(cited),
  apa: ({ cited }, language) => `${formatApa(cited, language)}\n`,
  text: ({ cited }, language) => `${formatCitation(cited, language)}\n`,
  'datacite-json': ({ datacite }) => json(known(datacite)),
  'datacite-xml': ({ datacite }) => formatDataciteXml(known(datacite)),
};

const linkedWriters: Record<LinkedFormat, (description: DescribedDataSet) => string> = {
  'schema-org': (description) => json(toSchemaOrg(description)),
  'dcat-json': (description) => json(toDcat(description)),
  'dcat-turtle': (description) => toTurtle(toDcat(description)),
};

function isLinked(format: DataSetFormatName): format is LinkedFormat {
  return format in linkedWriters;
}

/**
 * A data set in a format, with our words in a language. Refuses with 'not-found', for DataCite's formats also before
 * the DOI is registered.
 */
export async function exportDataSet(
  repository: RepositoryContext,
  { nr, format, language }: { nr: number; format: DataSetFormatName; language: Language },
): Promise<{ row: SearchRow; text: string }> {
  const gathered = await gatherDataSet(repository, nr);
  const { row, isPublic } = gathered;
  if (!isLinked(format)) return { row, text: citedWriters[format](gathered, language) };
  const files = isPublic ? await listPublishedFiles(null, repository, nr, language) : [];
  const { origin } = repository.settings;
  return { row, text: linkedWriters[format](describeGathered(gathered, { files, origin, language })) };
}

function known(datacite: DataciteRecord | null): DataciteRecord {
  if (datacite === null) throw new Refusal('not-found');
  return datacite;
}
