import { Refusal } from '@domain/error-codes';
import { type ChairsOffer, type ChairsOwner, type UploadMembers } from '@domain/life/co-authors';
import { formatUploadId } from '@domain/upload-id';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireReason } from '../../context/require-reason';
import { keepInHistory } from '../../editorial/board-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import { sendInvitation } from '../../members/invite';
import { findAgain, lockAllowedFamily, type LockedFamily } from '../../members/lock-shared';
import { findOpenOffer, listOpenOffers, personOf, viewMembers } from '../../members/view-members';
import type { Queryable, Transaction } from '../../store/database';
import { changeMember, listFamily } from '../../store/members';
import { findPeople, findPersonByEmail } from '../../store/people';
import { listUploadProgress, type UploadProgress } from '../../store/upload-progress';

/**
 * Offers an upload, with the others of its study, their versions and revisions, to somebody else, by its owner. It
 * changes hands when they accept. Refuses with 'not-found', 'right-missing', 'invites-self', 'offer-open' and
 * 'too-many-invitations'.
 */
export async function offerOwnership(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  email: string,
): Promise<UploadMembers> {
  const { db, jobs, now } = repository;
  const view = await db.transaction(async (tx) => {
    const { own } = await lockAllowedFamily('offerOwnership', actor, tx, id);
    await offer(tx, repository, actor, own, { email, chairsReason: null });
    return viewMembers(actor, tx, await findAgain(tx, own), now());
  });
  jobs.nudge();
  return view;
}

/** One offer at a time. One that was not answered in time is replaced. */
async function offer(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  own: UploadProgress,
  { email, chairsReason }: { email: string; chairsReason: string | null },
): Promise<void> {
  const at = repository.now();
  for (const former of await listOpenOffers(tx, own.upload.number)) {
    if (former.expiresAt > at) throw new Refusal('offer-open');
    await changeMember(tx, former.id, { endedAt: at });
  }
  const place = { study: null, upload: own.upload.number };
  await sendInvitation(tx, repository, actor, own, { email, right: 'own', place, chairsReason });
}

/** Takes an offer back, by the owner, whoever made it. Refuses with 'not-found', 'right-missing' and 'no-offer'. */
export async function endOffer(actor: Actor, { db, now }: RepositoryContext, id: string): Promise<UploadMembers> {
  return db.transaction(async (tx) => {
    const { own } = await lockAllowedFamily('endOffer', actor, tx, id);
    await withdrawOffers(tx, own, now());
    return viewMembers(actor, tx, await findAgain(tx, own), now());
  });
}

async function withdrawOffers(tx: Transaction, { upload }: UploadProgress, at: Date): Promise<void> {
  const open = await listOpenOffers(tx, upload.number);
  if (open.length === 0) throw new Refusal('no-offer');
  for (const { id } of open) await changeMember(tx, id, { endedAt: at });
}

/** Whose a submission is, for a member of the chair who is no party to it. */
export async function readOwnerAsChair(actor: Actor, repository: RepositoryContext, id: string): Promise<ChairsOwner> {
  const submission = await findAllowedUpload('readOwnerAsChair', actor, repository.db, id);
  requireReviewer(actor, submission);
  return viewOwner(repository.db, submission, repository.now());
}

async function viewOwner(db: Queryable, { upload, study, file, members }: UploadProgress, now: Date) {
  const current = members.filter(({ isCurrent }) => isCurrent);
  const people = await findPeople(db, [upload.owner, ...current.map(({ person }) => person)]);
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    title: study.title,
    status: upload.status,
    owner: personOf(people.get(upload.owner)),
    coAuthors: current.flatMap(({ person, right }) =>
      right === 'own' ? [] : [{ ...personOf(people.get(person)), right }],
    ),
    offer: await findOpenOffer(db, upload.number, now),
    handedOn: (await listUploadProgress(db, await listFamily(db, upload.number))).length,
  } satisfies ChairsOwner;
}

/**
 * Offers a submission to somebody with an account, by the chair, because the account of its contributor ends or they
 * ask for it. Both get a mail with the reason. An open offer is replaced. Refuses with 'forbidden', 'not-found',
 * 'vote-own-upload', 'vote-member', 'vote-named', 'reason-missing', 'account-unknown', 'invites-self', 'already-theirs'
 * if it is the contributor's account, and 'too-many-invitations'.
 */
export async function offerOwnershipAsChair(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { email, reason }: ChairsOffer,
): Promise<ChairsOwner> {
  const { db, jobs, now } = repository;
  const view = await db.transaction(async (tx) => {
    const family = await lockForChair('offerOwnershipAsChair', actor, tx, id);
    const { own } = family;
    requireReason(reason);
    const person = await findPersonByEmail(tx, email);
    if (!person) throw new Refusal('account-unknown');
    if (person.subject === own.upload.owner) throw new Refusal('already-theirs');
    for (const open of await listOpenOffers(tx, own.upload.number)) {
      await changeMember(tx, open.id, { endedAt: now() });
    }
    await offer(tx, repository, actor, own, { email: person.email, chairsReason: reason });
    await tellOwner(tx, repository, family, { reason, person: person.name || person.email, actor });
    return viewOwner(tx, await findAgain(tx, own), now());
  });
  jobs.nudge();
  return view;
}

async function lockForChair(
  useCase: 'offerOwnershipAsChair' | 'endOfferAsChair',
  actor: Actor,
  tx: Transaction,
  id: string,
): Promise<LockedFamily> {
  const family = await lockAllowedFamily(useCase, actor, tx, id);
  requireReviewer(actor, family.own);
  return family;
}

async function tellOwner(
  tx: Transaction,
  repository: RepositoryContext,
  { own }: LockedFamily,
  { reason, person, actor }: { reason: string; person: string; actor: Actor },
): Promise<void> {
  await keepInHistory(tx, repository, own, { act: 'offered-ownership', actor, content: { reason, person } });
  const people = await findOwner(tx, own);
  await enqueueMails(tx, repository, own, [{ kind: 'ownershipOfferedForYou', people, letter: reason, person }]);
}

/** Takes an offer back, by the chair. Refuses like `offerOwnershipAsChair`, and with 'no-offer'. */
export async function endOfferAsChair(actor: Actor, repository: RepositoryContext, id: string): Promise<ChairsOwner> {
  const { db, now } = repository;
  return db.transaction(async (tx) => {
    const { own } = await lockForChair('endOfferAsChair', actor, tx, id);
    await withdrawOffers(tx, own, now());
    return viewOwner(tx, await findAgain(tx, own), now());
  });
}
