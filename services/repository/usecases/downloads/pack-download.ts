import { Refusal } from '@domain/error-codes';
import { asksForLicenceForm } from '@domain/licences';

import type { OwnerUseCase } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { packageFileName } from '../../packaging/package-files';
import { findWholeDataSet } from '../../publication/licence-gate';
import { dataSetFileName, isDataSetFileName } from '../../search/search-row';
import { findDownload } from './download-session';
import { openPackage, type PackageContent } from '../../downloads/open-package';

/** A package for a download. */
export interface Package {
  fileName: string;
  /** The data sets that it contains. */
  numbers: number[];
  /** Null for HEAD if it is not kept. */
  content: PackageContent | null;
  /** Everybody may have it. */
  isPublic: boolean;
}

/**
 * Package of a download session. Refuses with 'not-found' for other users' sessions, 'licence-form-open' before the
 * licence form is answered, 'data-set-withdrawn' if one of the data sets is, and 'rows-missing' if the store has lost some
 * rows.
 */
export async function packDownload(
  actor: Actor,
  repository: RepositoryContext,
  { id, isHead }: { id: string; isHead: boolean },
): Promise<Package> {
  const { session, records } = await findOpenDownload('packDownload', actor, repository, id);
  return {
    fileName: packageFileName(session.createdAt, repository.settings.timeZone),
    numbers: session.numbers,
    content: await openPackage(repository, records, { isHead }),
    isPublic: false,
  };
}

/** Package of one data set of a session, by the file name from the list of downloads. Refuses like `packDownload`. */
export async function packDownloadedDataSet(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; nr: number; fileName: string; isHead: boolean },
): Promise<Package> {
  const { records } = await findOpenDownload('packDownloadedDataSet', actor, repository, input.id, input.nr);
  const record = records.find(({ nr }) => nr === input.nr);
  // A link of an earlier day may have the title before a correction.
  if (!record || !isDataSetFileName(input.nr, input.fileName)) throw new Refusal('not-found');
  const content = await openPackage(repository, [record], { isHead: input.isHead });
  return { fileName: dataSetFileName(record), numbers: [input.nr], content, isPublic: false };
}

/**
 * Package of a data set without a download session: for everybody if its licence is open, otherwise for those who may
 * see every row. Refuses with 'not-found', 'unauthenticated', 'licence-form-open' and 'rows-missing'.
 */
export async function packDataSet(
  actor: Actor | null,
  repository: RepositoryContext,
  { nr, isHead }: { nr: number; isHead: boolean },
): Promise<Package> {
  const record = await findWholeDataSet(actor, repository, nr);
  const content = await openPackage(repository, [record], { isHead });
  return {
    fileName: dataSetFileName(record),
    content,
    numbers: [nr],
    isPublic: !asksForLicenceForm(record.row.rights),
  };
}

/** Licence gate of download sessions. All their data is read through it. */
async function findOpenDownload(
  useCase: OwnerUseCase,
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  only?: number,
) {
  const download = await findDownload(useCase, actor, repository, id, only);
  if (!download.isOpen) throw new Refusal('licence-form-open');
  return download;
}
