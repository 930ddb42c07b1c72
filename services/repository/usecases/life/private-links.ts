import { Refusal } from '@domain/error-codes';
import {
  linkEndsOf,
  linkRefusal,
  linkStateOf,
  type LinkedUploadFacts,
  type MadePrivateLink,
  maxOpenLinks,
  type NewPrivateLink,
  newLinkRefusals,
  type PrivateLink,
  type PrivateLinks,
} from '@domain/life/private-links';
import { localDay } from '@domain/local-time';
import { hashOf } from '@domain/secrets';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, lockAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { keepInHistory } from '../../editorial/board-state';
import { linkedFactsOf, newLinkSecret } from '../../life/linked-upload';
import { addLink, listLinks, type PrivateLinkRow, revokeLink } from '../../store/private-links';

/** Private links of the actor's own upload. Refuses with 'not-found' and 'right-missing'. */
export async function listPrivateLinks(actor: Actor, repository: RepositoryContext, id: string): Promise<PrivateLinks> {
  const { db } = repository;
  const progress = await findAllowedUpload('listPrivateLinks', actor, db, id);
  const { upload, study, file } = progress;
  const facts = await linkedFactsOf(db, progress);
  const today = todayOf(repository);
  return {
    id: formatUploadId(upload.number, upload.kind),
    nr: upload.nr,
    status: upload.status,
    fileName: file.name,
    title: study.title,
    isOpen: linkRefusal(facts) === null,
    ends: linkEndsOf(today),
    links: (await listLinks(db, upload.number)).map((link) => viewLink(link, facts, today)),
  };
}

function todayOf({ now, settings }: Pick<RepositoryContext, 'now' | 'settings'>): string {
  return localDay(now(), settings.timeZone);
}

function viewLink(link: PrivateLinkRow, facts: LinkedUploadFacts, today: string): PrivateLink {
  const { id, label, madeAt, until, revokedAt, uses, lastUsedAt } = link;
  return {
    number: id,
    label,
    madeAt: madeAt.toISOString(),
    until,
    state: linkStateOf({ isRevoked: revokedAt !== null, until }, facts, today),
    uses,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * Makes a private link to the actor's own upload while it is under review, or accepted and not public. Its address is in
 * the answer and is not stored. Refuses with 'not-found', 'right-missing', 'no-private-links', 'data-set-withdrawn',
 * 'already-published', 'private-link-label-missing', 'private-link-end' and 'too-many-private-links'.
 */
export async function makePrivateLink(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { label, until }: NewPrivateLink,
): Promise<MadePrivateLink> {
  const { db, now, settings } = repository;
  return db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('makePrivateLink', actor, tx, id);
    const { number } = progress.upload;
    const facts = await linkedFactsOf(tx, progress);
    const today = todayOf(repository);
    const refusal = linkRefusal(facts) ?? newLinkRefusals({ label, until }, linkEndsOf(today))[0];
    if (refusal) throw new Refusal(refusal);
    const known = (await listLinks(tx, number)).map((link) => viewLink(link, facts, today));
    const open = known.filter(({ state }) => state === 'open').length;
    if (open >= maxOpenLinks) throw new Refusal('too-many-private-links', { max: maxOpenLinks });
    const secret = newLinkSecret();
    const link = await addLink(tx, { upload: number, label, until, hash: hashOf(secret), madeAt: now() });
    // The board reads the history: neither for whom the link is nor its secret is in it.
    await keepInHistory(tx, repository, progress, { act: 'made-link', actor, content: { until } });
    return { link: viewLink(link, facts, today), address: `${settings.origin}/private-link/${secret}` };
  });
}

/** Revokes a private link of the actor's own upload at once and for good. Refuses with 'not-found' and 'right-missing'. */
export async function revokePrivateLink(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  number: number,
): Promise<void> {
  await repository.db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('revokePrivateLink', actor, tx, id);
    const { number: upload } = progress.upload;
    const link = await revokeLink(tx, { upload, id: number, at: repository.now() });
    if (link) {
      const content = { until: link.until };
      await keepInHistory(tx, repository, progress, { act: 'revoked-link', actor, content });
    } else if (!(await listLinks(tx, upload)).some(({ id: known }) => known === number)) {
      throw new Refusal('not-found');
    }
  });
}
