import type { BoardExpert } from '@domain/board/experts';

import { findAllowedUpload, requireReviewer } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { isChair } from '../../context/policy';
import { readBoardState } from '../../editorial/board-state';
import { readCloseness, readExpertFacts } from '../../editorial/expert-facts';
import { listParties } from '../../editorial/list-asker';

/**
 * The members of the board, by name; with the id of a submission, how they are related to it and what they have in
 * common with its authors. Load, absence and what they have in common are told to the chair and to themselves. With an
 * id, refuses with 'not-found', 'vote-own-upload' and 'vote-named'.
 */
export async function listBoardExperts(
  actor: Actor,
  repository: RepositoryContext,
  id: string | undefined,
): Promise<BoardExpert[]> {
  const { db } = repository;
  const state = id === undefined ? null : await readBoardState(db, await findReviewed(actor, repository, id));
  // The load of others would tell the chair who reviews a submission to which they are a party.
  const parties = isChair(actor) ? await listParties(actor, db, { isOpen: false }) : [];
  const facts = await readExpertFacts(db, repository, state, parties);
  const closeness = state ? await readCloseness(db, state, facts) : null;
  return facts
    .map(({ person, profile, load, isAway, fits, relation }): BoardExpert => {
      const isTold = isChair(actor) || person.subject === actor.subject;
      return {
        email: person.email,
        name: person.name,
        isChair: isChair(person),
        institution: profile.institution,
        topics: profile.topics,
        load: isTold ? load : null,
        away: isTold ? { isAway, until: isAway ? profile.awayUntil : null } : null,
        fits,
        relation: state ? relation : null,
        closeness: isTold ? (closeness?.get(person.subject) ?? null) : null,
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.email.localeCompare(b.email));
}

async function findReviewed(actor: Actor, { db }: RepositoryContext, id: string) {
  const submission = await findAllowedUpload('listBoardExperts', actor, db, id);
  requireReviewer(actor, submission);
  return submission;
}
