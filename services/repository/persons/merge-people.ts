import { isDeepStrictEqual } from 'node:util';

import type { MergeConflict, MergedPeople } from '@domain/merged-people';

import { standingOf } from '../context/access';
import { openHistory, deletePersonRow, lockPerson, replacePerson } from '../store/forget-person';
import { RetryTransaction, type Transaction } from '../store/database';
import { lockStudies, lockUploads } from '../store/locks';
import {
  addressInvitations,
  deleteDuplicates,
  deleteTokensOf,
  endRepeatedMemberships,
  giveJobs,
  knowAs,
  listConcerned,
  listReviewed,
  type MergedPair,
  mergeTemplates,
  reviewsOwn,
  reviewsTwice,
} from '../store/merge-people';
import { addPeople, findPeople } from '../store/people';
import { listUploadProgress } from '../store/upload-progress';

/**
 * Locks the uploads that the first of two people owns, shares or reviews, and then both people, so that neither votes or
 * is invited to anything until the transaction ends.
 */
export async function lockForMerge(tx: Transaction, people: MergedPeople): Promise<void> {
  const { from, into } = pairOf(people);
  const concerned = await listConcerned(tx, from);
  await lockUploads(
    tx,
    concerned.map(({ number }) => number),
  );
  await lockStudies(tx, [...new Set(concerned.map(({ study }) => study))]);
  for (const subject of [from, into].sort()) await lockPerson(tx, subject);
  // What was stored before this transaction had its locks.
  if (!isDeepStrictEqual(await listConcerned(tx, from), concerned)) throw new RetryTransaction();
}

/** Why two people cannot become one; null if they can. */
export async function findMergeConflict(tx: Transaction, people: MergedPeople): Promise<MergeConflict | null> {
  const pair = pairOf(people);
  if (await reviewsTwice(tx, pair)) return 'merge-both-reviewed';
  const isOwn =
    (await reviewsOwn(tx, pair)) ||
    (await reviewsNaming(tx, people.from, people.into)) ||
    (await reviewsNaming(tx, people.into, people.from));
  return isOwn ? 'merge-reviewed-own' : null;
}

type Account = MergedPeople['from'];

/** Whether an expert holds or held a panel of an upload whose metadata names, or named, somebody. */
async function reviewsNaming(tx: Transaction, expert: Account, { id, name, email }: Account): Promise<boolean> {
  const reviewed = await listUploadProgress(tx, await listReviewed(tx, expert.id));
  const person = (await findPeople(tx, [id])).get(id);
  const known = {
    subject: id,
    name,
    email,
    orcid: person?.orcid ?? '',
    knownAs: [...(person?.knownAs ?? []), person?.name ?? ''],
  };
  return reviewed.some((submission) => standingOf(known, submission) === 'named');
}

/**
 * Makes one of two locked people the other in every table. What each of them has once, as an expert's profile, stays that
 * of `into`; access tokens of `from` end. Nothing published changes, because it names the authors as they were entered.
 */
export async function mergePeople(tx: Transaction, now: Date, people: MergedPeople): Promise<void> {
  const pair = pairOf(people);
  const { from, into } = people;
  const person = await lockPerson(tx, pair.from);
  await addPeople(tx, [{ ...into, subject: into.id }], now);
  if (person) await giveRows(tx, pair);
  // Somebody who has never called has only their name and address here, and invitations.
  const never = { name: from.name, email: from.email, orcid: '', knownAs: [], language: null };
  await knowAs(tx, pair.into, person ?? never);
  await addressInvitations(tx, { former: from.email, email: into.email });
  await endRepeatedMemberships(tx, { person: pair.into, email: into.email, now });
}

/** Gives everything that refers to one of two locked people to the other, whose row is there. */
async function giveRows(tx: Transaction, pair: MergedPair): Promise<void> {
  await openHistory(tx);
  await deleteTokensOf(tx, pair.from);
  await mergeTemplates(tx, pair);
  await deleteDuplicates(tx, pair);
  await replacePerson(tx, { subject: pair.from, former: pair.into });
  await giveJobs(tx, pair);
  await deletePersonRow(tx, pair.from);
}

const pairOf = ({ from, into }: MergedPeople): MergedPair => ({ from: from.id, into: into.id });
