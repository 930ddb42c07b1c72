import type { ExpertProfile } from '@domain/board/profiles';
import { Refusal } from '@domain/error-codes';

import type { Actor, RepositoryContext } from '../../context/context';
import { profileOf } from '../../editorial/expert-facts';
import { findProfile as readProfile, saveProfile as storeProfile } from '../../store/board';

/** What a member of the board has said about themselves. */
export async function findProfile(actor: Actor, { db }: RepositoryContext): Promise<ExpertProfile> {
  return profileOf(await readProfile(db, actor.subject));
}

/** Replaces what a member of the board says about themselves. Refuses with 'absence-reversed'. */
export async function saveProfile(
  actor: Actor,
  repository: RepositoryContext,
  profile: ExpertProfile,
): Promise<ExpertProfile> {
  const { awayFrom, awayUntil } = profile;
  if (awayFrom !== null && awayUntil !== null && awayFrom > awayUntil) throw new Refusal('absence-reversed');
  const topics = [...new Set(profile.topics.filter((topic) => topic !== ''))];
  await storeProfile(repository.db, actor.subject, { ...profile, topics });
  return findProfile(actor, repository);
}
