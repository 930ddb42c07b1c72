import { Refusal } from '@domain/error-codes';
import { isSameEmail, maxMembers, type MemberRight, type NewMember, type UploadMembers } from '@domain/life/co-authors';

import { findAllowedUpload } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { keepInHistory } from '../../editorial/board-state';
import { enqueueMails } from '../../mail/enqueue-mails';
import { isOpen, sendInvitation } from '../../members/invite';
import { findAgain, lockAllowedFamily, type LockedFamily, requireMember, sharedBy } from '../../members/lock-shared';
import { personOf, viewMembers } from '../../members/view-members';
import type { Transaction } from '../../store/database';
import { changeMember, changeMemberWithCopies, listMemberRecords, type MemberRecord } from '../../store/members';
import { findPeople } from '../../store/people';

/** Who shares an upload. Refuses with 'not-found'. */
export async function listMembers(actor: Actor, { db, now }: RepositoryContext, id: string): Promise<UploadMembers> {
  return viewMembers(actor, db, await findAllowedUpload('listMembers', actor, db, id), now());
}

/**
 * Invites somebody to be a co-author, by the owner. They get a mail with a link. An invitation that was not answered in
 * time is replaced. Refuses with 'not-found', 'right-missing', 'invites-self', 'already-member', 'too-many-members' and
 * 'too-many-invitations'.
 */
export async function inviteMember(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  { email, right, scope }: NewMember,
): Promise<UploadMembers> {
  const { db, jobs, now } = repository;
  const view = await db.transaction(async (tx) => {
    const { own, uploads } = await lockAllowedFamily('inviteMember', actor, tx, id);
    const inStudy = uploads.filter(({ study }) => study.id === own.study.id).map(({ upload }) => upload);
    await makeRoom(tx, own.upload.number, await listMemberRecords(tx, inStudy), { email, at: now() });
    const { number, study } = own.upload;
    const place = scope === 'study' ? { study, upload: null } : { study: null, upload: number };
    await sendInvitation(tx, repository, actor, own, { email, right, place, chairsReason: null });
    return viewMembers(actor, tx, await findAgain(tx, own), now());
  });
  jobs.nudge();
  return view;
}

/** Ends invitations to this address that are too late. Refuses if it has been invited already, or too many have. */
async function makeRoom(
  tx: Transaction,
  upload: number,
  records: readonly MemberRecord[],
  { email, at }: { email: string; at: Date },
): Promise<void> {
  const current = records.filter(
    (record) => record.right !== 'own' && record.endedAt === null && (record.acceptedAt !== null || isOpen(record, at)),
  );
  const addresses = await findAddresses(tx, current);
  const here = current.filter((record) => record.upload === null || record.upload === upload);
  const isKnown = here.some((record) =>
    [record.email, addresses.get(record.person ?? '') ?? ''].some((known) => isSameEmail(known, email)),
  );
  if (isKnown) throw new Refusal('already-member');
  if (current.length >= maxMembers) throw new Refusal('too-many-members', { max: maxMembers });
  const late = records.filter(
    (record) => record.endedAt === null && record.acceptedAt === null && !isOpen(record, at) && record.right !== 'own',
  );
  for (const record of late) if (isSameEmail(record.email, email)) await changeMember(tx, record.id, { endedAt: at });
}

async function findAddresses(tx: Transaction, records: readonly MemberRecord[]): Promise<Map<string, string>> {
  const people = await findPeople(
    tx,
    records.flatMap(({ person }) => person ?? []),
  );
  return new Map([...people].map(([subject, person]) => [subject, personOf(person).email]));
}

/** Where a family can be shared. */
const placesOf = ({ uploads }: LockedFamily) => ({
  numbers: uploads.map(({ upload }) => upload.number),
  studies: uploads.map(({ study }) => study.id),
});

/**
 * Changes what a co-author may do, or would after accepting, by the owner. Refuses with 'not-found' and 'right-missing'.
 */
export async function changeMemberRight(
  actor: Actor,
  { db, now }: RepositoryContext,
  id: string,
  { member, right }: { member: number; right: MemberRight },
): Promise<UploadMembers> {
  return db.transaction(async (tx) => {
    const family = await lockAllowedFamily('changeMemberRight', actor, tx, id);
    const record = await requireMember(tx, family.own, member);
    await changeMemberWithCopies(tx, record, placesOf(family), { right });
    return viewMembers(actor, tx, await findAgain(tx, family.own), now());
  });
}

/**
 * Ends a membership with its copies, or an invitation: the owner any, a co-author their own. Refuses with 'not-found', and 'right-missing'
 * for a co-author who wants to end that of somebody else.
 */
export async function endMember(
  actor: Actor,
  repository: RepositoryContext,
  id: string,
  member: number,
): Promise<void> {
  const { db, jobs } = repository;
  await db.transaction(async (tx) => {
    const family = await lockAllowedFamily('endMember', actor, tx, id);
    const record = await requireMember(tx, family.own, member);
    const isOwner = family.own.upload.owner === actor.subject;
    if (!isOwner && record.person !== actor.subject) throw new Refusal('right-missing');
    await end(tx, repository, actor, family, record);
  });
  jobs.nudge();
}

async function end(
  tx: Transaction,
  repository: RepositoryContext,
  actor: Actor,
  family: LockedFamily,
  record: MemberRecord,
): Promise<void> {
  const ended = await changeMemberWithCopies(tx, record, placesOf(family), { endedAt: repository.now() });
  if (record.person === null) return;
  const { owner } = family.own.upload;
  const people = await findPeople(tx, [record.person, owner]);
  const { name, email } = personOf(people.get(record.person));
  const content = { person: name || email };
  for (const shared of new Set(ended.flatMap((row) => sharedBy(row, family)))) {
    await keepInHistory(tx, repository, shared, { act: 'co-author-ended', actor, content });
  }
  // Whoever did it knows it.
  const isLeft = actor.subject === record.person;
  const told = people.get(isLeft ? owner : record.person);
  const person = isLeft ? name || email : actor.name || actor.email;
  const kind = isLeft ? 'coAuthorLeft' : 'coAuthorEnded';
  await enqueueMails(tx, repository, family.own, [{ kind, people: told ? [told] : [], person }]);
}
