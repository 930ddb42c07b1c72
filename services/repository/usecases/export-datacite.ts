import { Refusal } from '@domain/error-codes';

import { dataciteRecord } from '../doi/datacite-record';
import { formatDataciteXml } from '../doi/datacite-xml';
import type { RepositoryContext } from './context';
import { findDescribed } from './describe-data-set';

/**
 * Description of a data set in DataCite's terms, as JSON or XML. Anybody may ask; refuses with 'not-found',
 * also while its DOI is not minted yet.
 */
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
