import { randomBytes } from 'node:crypto';

import { Refusal } from '@domain/error-codes';
import { type LinkedUploadFacts, linkRefusal } from '@domain/life/private-links';
import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';

import type { RepositoryContext } from '../context/context';
import type { Queryable } from '../store/database';
import { countLinkUse, findValidLink, type PrivateLinkRow } from '../store/private-links';
import { isPublished } from '../store/published-data-sets';
import { findUploadProgress, isFileWithdrawn, type UploadProgress } from '../store/upload-progress';

/** Bytes of the secret of a link: 256 bits cannot be guessed. */
const secretBytes = 32;
const secretPattern = /^[\w-]{43}$/;

/** A new secret for the address of a link. */
export function newLinkSecret(): string {
  return randomBytes(secretBytes).toString('base64url');
}

/** What decides whether an upload is read by links. */
export async function linkedFactsOf(db: Queryable, progress: UploadProgress): Promise<LinkedUploadFacts> {
  const { status, nr } = progress.upload;
  return { status, isWithdrawn: isFileWithdrawn(progress), isPublished: nr !== null && (await isPublished(db, nr)) };
}

/** How a link is used: its page is opened, something of it is read, or a program asks without reading, which is not counted. */
export type LinkUse = 'visit' | 'part' | 'ahead';

/**
 * The upload of a link, and counts the use. Refuses with 'private-link-ended' for links that are unknown, revoked or
 * over, or whose upload is not read by links now, without telling which, and with 'private-link-published', which names
 * the public page.
 */
export async function openLinkedUpload(
  { db, now, settings }: Pick<RepositoryContext, 'db' | 'now' | 'settings'>,
  secret: string,
  use: LinkUse,
): Promise<{ link: PrivateLinkRow; progress: UploadProgress }> {
  if (!secretPattern.test(secret)) throw new Refusal('private-link-ended');
  const today = localDay(now(), settings.timeZone);
  const hash = hashOf(secret);
  const known = await findValidLink(db, hash, today);
  const progress = known && (await findUploadProgress(db, known.upload));
  if (!progress) throw new Refusal('private-link-ended');
  const refusal = linkRefusal(await linkedFactsOf(db, progress));
  if (refusal === 'already-published') throw new Refusal('private-link-published', {}, { nr: progress.upload.nr });
  if (refusal) throw new Refusal('private-link-ended');
  const counted =
    use === 'ahead' ? known : await countLinkUse(db, hash, { at: now(), today, isVisit: use === 'visit' });
  if (!counted) throw new Refusal('private-link-ended');
  return { link: counted, progress };
}
