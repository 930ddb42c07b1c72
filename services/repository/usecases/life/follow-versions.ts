import { randomBytes } from 'node:crypto';

import type { LinkedVersions } from '@domain/api/versions';
import { Refusal } from '@domain/error-codes';

import { type OwnerUseCase, requireOwner } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { searchRowFields, toSearchRow } from '../../search/search-row';
import { listDataSets } from '../../store/data-set-records';
import type { Queryable } from '../../store/database';
import { listOpenItems } from '../../store/download-sessions';
import { findAcceptedUpload } from '../../store/published-data-sets';
import { addFollower, findFollowerByToken, removeFollower, removeFollowerByToken } from '../../store/version-followers';
import { listAcceptedVersions, listSeries, newestAccepted } from '../../store/versions';

/** Random bytes of a link that ends the mails: as many as a UUID has, too many to be guessed. */
const tokenBytes = 16;

/**
 * Has the actor get a mail about each version that is published from now on of a data set that they have downloaded.
 * Refuses with 'not-found' for any other.
 */
export async function followVersions(actor: Actor, { db }: RepositoryContext, nr: number): Promise<void> {
  const series = await findDownloadedSeries('followVersions', actor, db, nr);
  const newest = newestAccepted(await listAcceptedVersions(db, series));
  const endToken = randomBytes(tokenBytes).toString('base64url');
  await addFollower(db, { owner: actor.subject, series, endToken, knownVersion: newest?.upload.version ?? 1 });
}

/** Ends the mails about new versions of a data set. Refuses with 'not-found' if the actor has not downloaded it. */
export async function unfollowVersions(actor: Actor, { db }: RepositoryContext, nr: number): Promise<void> {
  await removeFollower(db, {
    owner: actor.subject,
    series: await findDownloadedSeries('unfollowVersions', actor, db, nr),
  });
}

async function findDownloadedSeries(useCase: OwnerUseCase, actor: Actor, db: Queryable, nr: number): Promise<number> {
  const isDownloaded = (await listOpenItems(db, actor.subject)).some((item) => item.nr === nr);
  requireOwner(useCase, actor, { owner: isDownloaded ? actor.subject : '' });
  const number = await findAcceptedUpload(db, nr);
  const series = number === null ? undefined : (await listSeries(db, [number])).get(number);
  if (series === undefined) throw new Refusal('not-found');
  return series;
}

/** The data set about whose versions the link of a mail ends mails. Refuses with 'not-found' if it has ended them. */
export async function findLinkedVersions(repository: RepositoryContext, token: string): Promise<LinkedVersions> {
  const { db } = repository;
  const follower = await findFollowerByToken(db, token);
  const newest = follower && newestAccepted(await listAcceptedVersions(db, follower.series));
  if (newest?.upload.nr === undefined || newest.upload.nr === null) throw new Refusal('not-found');
  const { nr } = newest.upload;
  const [record] = await listDataSets(db, [nr], searchRowFields);
  const { titles, titleLanguages } = record ? toSearchRow(record, repository) : { titles: [], titleLanguages: [] };
  return { nr, titles, titleLanguages };
}

/** Ends the mails of a link. Refuses with 'not-found' if it has ended them already. */
export async function endLinkedVersions({ db }: RepositoryContext, token: string): Promise<void> {
  if (!(await removeFollowerByToken(db, token))) throw new Refusal('not-found');
}
