import { Refusal } from '@domain/error-codes';
import { type AcceptedMembership, isSameEmail, type LinkedMembership } from '@domain/life/co-authors';
import { firstValueOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';

import { describedIn } from '@domain/metadata/text-language';
import { hashOf } from '@domain/secrets';
import { formatUploadId } from '@domain/upload-id';

import type { Actor, RepositoryContext } from '../../context/context';
import { keepInHistory } from '../../editorial/board-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { findOwner } from '../../mail/mail-recipients';
import { handOn } from '../../members/hand-on';
import { isOpen } from '../../members/invite';
import { lockFamily, type LockedFamily, sharedBy } from '../../members/lock-shared';
import { personOf } from '../../members/view-members';
import { listSeats } from '../../store/board';
import type { Queryable, Transaction } from '../../store/database';
import { changeMember, findMemberByLink, findMemberUpload, type MemberRecord } from '../../store/members';
import { findPeople } from '../../store/people';
import { findUploadProgress } from '../../store/upload-progress';

/**
 * What the link of a mail is about. Changes nothing. Refuses with 'membership-ended' if it was answered, withdrawn or
 * is too late, as for a link that never was; the account that accepted is sent on by its answer to `acceptMembership`.
 */
export async function findLinkedMembership({ db, now }: RepositoryContext, link: string): Promise<LinkedMembership> {
  const member = await findMemberByLink(db, hashOf(link));
  if (!member || !isOpen(member, now())) throw new Refusal('membership-ended');
  const { upload, study, file } = await findShared(db, member);
  const inviter = (await findPeople(db, [member.invitedBy])).get(member.invitedBy);
  const { name, email } = personOf(inviter);
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    title: study.title,
    titleLanguage: describedIn(study.metadata),
    translatedTitle: firstValueOf(study.metadata, fieldIds.translatedTitle),
    right: member.right,
    scope: member.study === null ? 'upload' : 'study',
    from: member.chairsReason === null ? name || email : null,
    email: member.email,
    expiresAt: member.expiresAt.toISOString(),
  };
}

async function findShared(db: Queryable, member: MemberRecord) {
  const number = await findMemberUpload(db, member);
  const progress = number === null ? null : await findUploadProgress(db, number);
  if (!progress) throw new Refusal('membership-ended');
  return progress;
}

/**
 * Declines by the link, once and without a login. The owner is told, and the member of the chair who made the offer.
 * Refuses with 'membership-ended'.
 */
export async function declineMembership(repository: RepositoryContext, link: string): Promise<void> {
  const { db, jobs, now } = repository;
  await db.transaction(async (tx) => {
    const { member, family } = await lockLinked(tx, link);
    if (!isOpen(member, now())) throw new Refusal('membership-ended');
    await changeMember(tx, member.id, { endedAt: now() });
    await tellDeclined(tx, repository, { member, family });
  });
  jobs.nudge();
}

async function tellDeclined(tx: Transaction, repository: RepositoryContext, { member, family }: Linked): Promise<void> {
  const { own } = family;
  const people = await findPeople(tx, [own.upload.owner, member.invitedBy]);
  const owner = people.get(own.upload.owner);
  const chair = member.chairsReason === null ? undefined : people.get(member.invitedBy);
  const person = member.email;
  const kind = member.right === 'own' ? 'ownershipDeclined' : 'coAuthorDeclined';
  await enqueueMails(tx, repository, own, [
    { kind, people: owner ? [owner] : [], person },
    { kind: 'chairsOfferDeclined', people: chair && chair !== owner ? [chair] : [], person },
  ]);
}

/**
 * Accepts an invitation or an offer with the actor's account, whatever its e-mail address; an offer of the chair only
 * with the account to which it was made. The same account may accept again, and nothing changes. Refuses with
 * 'membership-ended', 'already-yours', 'reviewing-it' for whoever holds or is asked to take a panel of what is shared,
 * and 'other-account'.
 */
export async function acceptMembership(
  actor: Actor,
  repository: RepositoryContext,
  link: string,
): Promise<AcceptedMembership> {
  const { db, jobs } = repository;
  const accepted = await db.transaction(async (tx) => {
    const { member, family } = await lockLinked(tx, link);
    const { number, kind, owner } = family.own.upload;
    const answer = { id: formatUploadId(number, kind), right: member.right };
    const isRepeated = member.acceptedAt !== null && member.person === actor.subject;
    if (isRepeated && (member.endedAt === null || owner === actor.subject)) return answer;
    if (!isOpen(member, repository.now())) throw new Refusal('membership-ended');
    if (owner === actor.subject) throw new Refusal('already-yours');
    await refuseReviewer(tx, actor, member, family);
    if (member.right === 'own') await takeOver(tx, repository, actor, { member, family });
    else await join(tx, repository, actor, { member, family });
    return answer;
  });
  jobs.nudge();
  return accepted;
}

interface Linked {
  member: MemberRecord;
  family: LockedFamily;
}

/** The row of a link, and what it is about, locked. Of two who answer at once the second one sees the first answer. */
async function lockLinked(tx: Transaction, link: string): Promise<Linked> {
  const found = await findMemberByLink(tx, hashOf(link));
  const number = found && (await findMemberUpload(tx, found));
  const family = number ? await lockFamily(tx, number) : null;
  const member = await findMemberByLink(tx, hashOf(link));
  if (!member || !family) throw new Refusal('membership-ended');
  return { member, family };
}

/** Whoever reviews what is shared would read the votes of the other side. Who was asked can decline first. */
async function refuseReviewer(
  tx: Transaction,
  actor: Actor,
  member: MemberRecord,
  family: LockedFamily,
): Promise<void> {
  const shared = member.right === 'own' ? family.uploads : sharedBy(member, family);
  const open = shared.filter(({ upload }) => upload.decidedAt === null).map(({ upload }) => upload.number);
  const seats = await listSeats(tx, open);
  if (seats.some(({ expert }) => expert === actor.subject)) throw new Refusal('reviewing-it');
}

async function join(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  { member, family }: Linked,
): Promise<void> {
  await changeMember(tx, member.id, { person: actor.subject, acceptedAt: repository.now() });
  const content = { person: actor.name || actor.email };
  for (const shared of sharedBy(member, family)) {
    await keepInHistory(tx, repository, shared, { act: 'co-author-joined', actor, content });
  }
  const owner = await findOwner(tx, family.own);
  const person = `${actor.name} (${actor.email})`;
  await enqueueMails(tx, repository, family.own, [{ kind: 'coAuthorJoined', people: owner, person }]);
}

async function takeOver(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  { member, family }: Linked,
): Promise<void> {
  const isByChair = member.chairsReason !== null;
  if (isByChair && !isSameEmail(member.email, actor.email)) throw new Refusal('other-account');
  await handOn(tx, repository, actor, { member, family, isByChair });
}
