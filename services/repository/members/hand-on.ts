import type { Actor, RepositoryContext } from '../context/context';
import { keepInHistory } from '../editorial/board-state';
import { enqueueMails } from '../mail/enqueue-mails';
import type { Transaction } from '../store/database';
import { addMember, changeMember, changeOwner, listMemberRecords, type MemberRecord } from '../store/members';
import { findPeople, type Person } from '../store/people';
import { revokeAllLinks } from '../store/private-links';
import type { UploadProgress } from '../store/upload-progress';
import { noRemoval, saveWithdrawal } from '../store/withdrawals';
import type { LockedFamily } from './lock-shared';
import { personOf } from './view-members';

/**
 * Gives locked uploads with their studies to the actor, who accepts an offer. The former owner stays a co-author who may
 * read, unless the chair handed it on; they stay a party in any case. What they offered to others and have not been
 * answered ends, and so do private links and a request of theirs to remove the data. Metadata, and with it the DOI, stay as they are.
 */
export async function handOn(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  { member, family, isByChair }: { member: MemberRecord; family: LockedFamily; isByChair: boolean },
): Promise<void> {
  const at = repository.now();
  const { own, uploads, numbers } = family;
  const former = own.upload.owner;
  await changeMember(tx, member.id, { person: actor.subject, acceptedAt: at, endedAt: at });
  const records = await listMemberRecords(
    tx,
    uploads.map(({ upload }) => upload),
  );
  for (const record of records) {
    const isUnanswered = record.acceptedAt === null && record.id !== member.id;
    const isOwnPlace = record.person === actor.subject;
    if (record.endedAt === null && (isUnanswered || isOwnPlace)) await changeMember(tx, record.id, { endedAt: at });
  }
  await revokeAllLinks(tx, numbers, at);
  await changeOwner(tx, numbers, actor.subject);
  const people = await findPeople(tx, [former, actor.subject]);
  const { name, email } = personOf(people.get(former));
  for (const study of new Set(uploads.map((one) => one.study.id))) {
    await addMember(tx, {
      ...{ study, email, person: former, right: 'read', invitedBy: actor.subject },
      ...{ invitedAt: at, expiresAt: at, acceptedAt: at, endedAt: isByChair ? at : null },
    });
  }
  const content = { person: actor.name || actor.email, from: name || email };
  for (const shared of uploads) {
    await endRemoval(tx, repository, shared);
    await keepInHistory(tx, repository, shared, { act: 'handed-on', actor, content });
  }
  await tellBoth(tx, repository, own, { former: people.get(former), owner: people.get(actor.subject) });
}

/** Otherwise the new owner could confirm what the former one asked, and the chair would have no part in the removal. */
async function endRemoval(tx: Transaction, repository: RepositoryContext, shared: UploadProgress): Promise<void> {
  if (shared.withdrawal?.removalAskedBy !== shared.upload.owner) return;
  await saveWithdrawal(tx, shared.upload.number, noRemoval);
  await keepInHistory(tx, repository, shared, { act: 'took-removal-back', actor: null });
}

async function tellBoth(
  tx: Transaction,
  repository: RepositoryContext,
  own: LockedFamily['own'],
  { former, owner }: Record<'former' | 'owner', Person | undefined>,
): Promise<void> {
  const person = `${owner?.name ?? ''} (${owner?.email ?? ''})`;
  await enqueueMails(tx, repository, own, [
    { kind: 'ownershipHandedOn', people: former ? [former] : [], person },
    { kind: 'ownershipTaken', people: owner ? [owner] : [], person: former?.name || (former?.email ?? '') },
  ]);
}
