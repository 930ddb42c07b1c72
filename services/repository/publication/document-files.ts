import { documentMediaType, documentTypeOf } from '@domain/api/documents';
import type { PublishedFiles } from '@domain/api/published-files';
import { asksForLicenceForm } from '@domain/licences';

import type { RepositoryContext } from '../context/context';
import type { DataSetRecord } from '../store/data-set-records';
import { listDocuments } from '../store/documents';

/*
 * README and codebook files of published data sets. Callers check the licence first, as for the tables.
 */

/** The documents of a data set as files. Their sizes and sums are told only where `isOpen`. */
export async function listDocumentFiles(
  { db }: Pick<RepositoryContext, 'db'>,
  { nr, upload }: DataSetRecord,
  isOpen: boolean,
): Promise<PublishedFiles> {
  return (await listDocuments(db, upload)).map(({ name, bytes, sha256 }) => ({
    table: null,
    format: documentTypeOf(name) ?? 'txt',
    fileName: name,
    mediaType: documentMediaType(name),
    bytes: isOpen ? bytes : null,
    sha256: isOpen ? sha256 : null,
    address: `/api/search/data/${nr}/files/${encodeURIComponent(name)}`,
    isOpen,
  }));
}

/** The document of a data set with a name as a file to send; null if there is none. */
export async function findDocumentFile(
  { db }: Pick<RepositoryContext, 'db'>,
  { nr, upload, row }: DataSetRecord,
  fileName: string,
) {
  const found = (await listDocuments(db, upload)).find(({ name }) => name === fileName);
  if (!found) return null;
  const { objectKey, bytes, sha256, name } = found;
  return {
    content: { objectKey, bytes, sha256 },
    fileName: `motothek-${nr}-${name}`,
    mediaType: documentMediaType(name),
    isPublic: !asksForLicenceForm(row.rights),
    hasLabels: false,
    isDocument: true,
  };
}
