import type { DataSetVersions, OwnDataSet } from '@domain/api/versions';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import { includesRight } from '@domain/life/co-authors';
import { formatUploadId } from '@domain/upload-id';

import { listAllowedRows } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import type { Queryable } from '../../store/database';
import { listMemberships, rightOf } from '../../store/members';
import { findAcceptedUpload } from '../../store/published-data-sets';
import { findUpload, type UploadRow } from '../../store/studies';
import { findOpenVersion, isContinuable, seriesOf } from '../../store/versions';
import { describeVersions } from '../../versions/describe-versions';

/** All versions of a data set. Open to everybody. Refuses with 'not-found'. */
export async function listVersions(
  repository: RepositoryContext,
  nr: number,
  language: Language,
): Promise<DataSetVersions> {
  return describeVersions(repository, seriesOf(await findAccepted(repository.db, nr)), language);
}

/**
 * The upload of a data set, for its contributor and co-authors, with its new version for those who may submit it.
 * Refuses with 'not-found' for data sets of others.
 */
export async function findOwnDataSet(actor: Actor, { db }: RepositoryContext, nr: number): Promise<OwnDataSet> {
  const upload = await findAccepted(db, nr);
  if ((await listAllowedRows('findOwnDataSet', actor, db, [upload])).length === 0) throw new Refusal('not-found');
  const open = await findOpenVersion(db, seriesOf(upload));
  const memberships = await listMemberships(db, open ? [upload, open] : [upload]);
  const rightIn = ({ number, owner }: UploadRow) =>
    rightOf(actor.subject, { owner, members: memberships.get(number) ?? [] });
  const right = rightIn(upload) ?? 'read';
  const mayContinue = open !== null && includesRight(rightIn(open), 'submit');
  return {
    id: formatUploadId(upload.number, upload.kind),
    right,
    isContinuable: includesRight(right, 'submit') && isContinuable(upload),
    open: mayContinue ? { id: formatUploadId(open.number, open.kind), status: open.status } : null,
  };
}

async function findAccepted(db: Queryable, nr: number): Promise<UploadRow> {
  const number = await findAcceptedUpload(db, nr);
  const upload = number === null ? null : await findUpload(db, number);
  if (!upload) throw new Refusal('not-found');
  return upload;
}
