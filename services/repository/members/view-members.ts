import type { Member, Offer, UploadMembers } from '@domain/life/co-authors';
import { formatUploadId } from '@domain/upload-id';

import type { Actor } from '../context/context';
import type { Queryable } from '../store/database';
import { listFamily, listMemberRecords, type MemberRecord, rightOf } from '../store/members';
import { findPeople, type Person } from '../store/people';
import { listStudyUploads } from '../store/studies';
import { listUploadProgress, type UploadProgress } from '../store/upload-progress';

/** Name and address of somebody; empty if they are unknown. */
export function personOf(person: Person | undefined): { name: string; email: string } {
  return { name: person?.name ?? '', email: person?.email ?? '' };
}

/** Who shares an upload, as its owner or a co-author sees it. Co-authors do not see open invitations. */
export async function viewMembers(
  actor: Actor,
  db: Queryable,
  progress: UploadProgress,
  now: Date,
): Promise<UploadMembers> {
  const { upload, study, file } = progress;
  const records = (await listMemberRecords(db, [upload])).filter(
    ({ right, endedAt }) => right !== 'own' && endedAt === null,
  );
  const people = await findPeople(db, [upload.owner, ...records.flatMap(({ person }) => person ?? [])]);
  const right = rightOf(actor.subject, { owner: upload.owner, members: progress.members }) ?? 'read';
  const isOwner = right === 'own';
  return {
    id: formatUploadId(upload.number, upload.kind),
    fileName: file.name,
    title: study.title,
    right,
    owner: personOf(people.get(upload.owner)),
    studySize: (await listStudyUploads(db, study.id)).length,
    members: records
      .filter(({ acceptedAt }) => isOwner || acceptedAt !== null)
      .map((record) => viewMember(actor, record, people, now)),
    offer: isOwner ? await findOpenOffer(db, upload.number, now) : null,
  };
}

function viewMember(actor: Actor, record: MemberRecord, people: Map<string, Person>, now: Date): Member {
  const { id, email, person, right, study, invitedAt, acceptedAt, expiresAt } = record;
  const isAccepted = acceptedAt !== null;
  return {
    id,
    email,
    person: person === null ? null : personOf(people.get(person)),
    right: right === 'own' ? 'read' : right,
    scope: study === null ? 'upload' : 'study',
    since: (acceptedAt ?? invitedAt).toISOString(),
    expiresAt: isAccepted ? null : expiresAt.toISOString(),
    isExpired: !isAccepted && expiresAt <= now,
    isSelf: person === actor.subject,
  };
}

/** The offers about an upload, or others that would be handed on with it, that have no answer. */
export async function listOpenOffers(db: Queryable, number: number): Promise<MemberRecord[]> {
  const family = await listUploadProgress(db, await listFamily(db, number));
  const places = family.map(({ upload }) => upload);
  return (await listMemberRecords(db, places)).filter(
    ({ right, acceptedAt, endedAt }) => right === 'own' && acceptedAt === null && endedAt === null,
  );
}

/** The latest offer that has no answer, even if it is too late for one; null if there is none. */
export async function findOpenOffer(db: Queryable, number: number, now: Date): Promise<Offer | null> {
  const offer = (await listOpenOffers(db, number)).at(-1);
  if (!offer) return null;
  return {
    email: offer.email,
    expiresAt: offer.expiresAt.toISOString(),
    isExpired: offer.expiresAt <= now,
    isByChair: offer.chairsReason !== null,
  };
}
