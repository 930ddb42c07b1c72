import { groupBy } from '@domain/group-by';
import { Refusal } from '@domain/error-codes';
import { withChanges } from '@domain/life/corrections';
import type { FieldChange } from '@domain/metadata/compare';

import { requireReviewer, standingOf } from '../context/access';
import type { Actor, RepositoryContext } from '../context/context';
import { listExperts } from '../context/list-experts';
import { isChair } from '../context/policy';
import { topFieldOf } from '../metadata/schema';
import type { Queryable } from '../store/database';
import { type CorrectionProposal, listProposals, listReviewers } from '../store/metadata-corrections';
import type { Person } from '../store/people';
import { listStudySiblings, type Study } from '../store/studies';
import { listUploadProgress, type UploadProgress } from '../store/upload-progress';
import { partMembers } from './lock-study';

/** A correction of a study, or none, for those who are to consent to it. */
interface Judged {
  study: Study;
  accepted: readonly UploadProgress[];
  /** Uploads of the study under review, whose metadata changes with it. */
  reviewed: readonly UploadProgress[];
  /** What is proposed: whoever it would name is a party, too. */
  changes: readonly FieldChange[];
}

/** The study as it is, and as it would be, each with every upload whose metadata changes. */
function statesOf({
  study,
  accepted,
  reviewed,
  changes,
}: Judged): Pick<UploadProgress, 'upload' | 'study' | 'members'>[] {
  const proposed = { ...study, metadata: withChanges(study.metadata, changes, topFieldOf) };
  return [...accepted, ...reviewed].flatMap(({ upload, members }) => [
    { upload, members, study },
    { upload, members, study: proposed },
  ]);
}

/**
 * Refuses unless the actor may consent: an expert who holds a panel of an accepted data set of the study, or a member of
 * the chair, and neither its contributor nor named in it, now or afterwards. Refuses with 'vote-own-upload',
 * 'vote-member', 'vote-named' and 'not-reviewed'.
 */
export async function requireJudge(actor: Actor, db: Queryable, judged: Judged): Promise<void> {
  for (const state of statesOf(judged)) requireReviewer(actor, state);
  if (isChair(actor)) return;
  const reviewers = await listReviewers(db, numbersOf(judged));
  if (!reviewers.some(({ subject }) => subject === actor.subject)) throw new Refusal('not-reviewed');
}

/** Whether `requireJudge` lets the actor consent. */
export async function mayJudge(actor: Actor, db: Queryable, judged: Judged): Promise<boolean> {
  try {
    await requireJudge(actor, db, judged);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Corrections that wait for the actor's consent, in the order in which they were proposed, each with the accepted upload
 * of which it is shown.
 */
export async function listJudged(
  actor: Actor,
  db: Queryable,
): Promise<{ proposal: CorrectionProposal; about: UploadProgress }[]> {
  const proposals = await listProposals(db, isChair(actor) ? null : actor.subject);
  if (proposals.length === 0) return [];
  const siblings = await listStudySiblings(
    db,
    proposals.map(({ upload }) => upload),
  );
  const members = groupBy(await listUploadProgress(db, siblings), ({ study }) => study.id);
  return proposals.flatMap((proposal) => {
    const { accepted, reviewed } = partMembers(members.get(proposal.study) ?? []);
    const about = accepted.find(({ upload }) => upload.number === proposal.upload) ?? accepted[0];
    if (!about) return [];
    const states = statesOf({ study: about.study, accepted, reviewed, changes: proposal.changes });
    return states.every((state) => standingOf(actor, state) === 'board') ? [{ proposal, about }] : [];
  });
}

/** Everybody who may consent and has an e-mail address. */
export async function listJudges(
  db: Queryable,
  repository: Pick<RepositoryContext, 'roleHolders' | 'now'>,
  judged: Judged,
): Promise<Person[]> {
  const reviewers = new Set((await listReviewers(db, numbersOf(judged))).map(({ subject }) => subject));
  const experts = await listExperts(db, repository);
  return experts.filter(
    (one) =>
      (isChair(one) || reviewers.has(one.subject)) &&
      statesOf(judged).every((state) => standingOf(one, state) === 'board'),
  );
}

function numbersOf({ accepted }: Pick<Judged, 'accepted'>): number[] {
  return accepted.map(({ upload }) => upload.number);
}
