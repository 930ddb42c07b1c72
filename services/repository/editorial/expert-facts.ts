import { commonInstitution, hasAuthor, marksOfPerson, marksOfStudy } from '@domain/board/closeness';
import type { Closeness, ExpertRelation } from '@domain/board/experts';
import { emptyProfile, type ExpertProfile, ExpertProfileSchema, isAway } from '@domain/board/profiles';
import { localDay } from '@domain/local-time';
import { valuesOf } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { foldText } from '@domain/search/fold';

import { standingOf } from '../context/access';
import type { RepositoryContext } from '../context/context';
import { countSeats, listDataSetsOfAuthors, listFormerExperts, listProfiles, listTargetKeys } from '../store/board';
import type { Queryable } from '../store/database';
import type { Person } from '../store/people';
import type { BoardState } from './board-state';
import { listExperts } from '../context/list-experts';

/** Time whose panels count as load. Own estimate: long enough to even out, short enough for somebody who was away. */
const loadMs = 90 * 24 * 60 * 60 * 1000;

/** Fields of the metadata in which the words of a profile are found. */
const fieldsOfMethods = [
  fieldIds.keyword,
  fieldIds.studyDesign,
  fieldIds.setting,
  fieldIds.targetGroup,
  fieldIds.testBattery,
];

/** What speaks for and against inviting an expert. */
export interface ExpertFacts {
  person: Person;
  profile: ExpertProfile;
  /** Panels of the last 90 days. */
  load: number;
  isAway: boolean;
  /** Topics of the expert that the submission is about. */
  fits: string[];
  relation: ExpertRelation;
}

/**
 * All members of the board with what decides who is invited; without a submission they all are 'free' and fit none. The
 * load leaves out the submissions in `without`, whose reviewers the reader must not learn.
 */
export async function readExpertFacts(
  db: Queryable,
  repository: Pick<RepositoryContext, 'now' | 'settings' | 'roleHolders'>,
  state: BoardState | null,
  without: readonly number[] = [],
): Promise<ExpertFacts[]> {
  const { now, settings } = repository;
  const experts = await listExperts(db, repository);
  const profiles = await listProfiles(db);
  const counts = await countSeats(db, loadSince(repository), without);
  const former = state ? await listFormerExperts(db, state.submission.upload.number) : [];
  const topics = state ? await topicsOf(db, state) : new Set<string>();
  const today = localDay(now(), settings.timeZone);
  return experts.map((person) => {
    const profile = profileOf(profiles.get(person.subject));
    return {
      person,
      profile,
      load: counts.get(person.subject) ?? 0,
      isAway: isAway(profile, today),
      fits: profile.topics.filter((topic) => topics.has(topicKey(topic))),
      relation: state ? relationOf(person, state, former) : ('free' as const),
    };
  });
}

/** A stored profile, or that of somebody who has said nothing. */
export function profileOf(stored: ExpertProfile | undefined): ExpertProfile {
  return ExpertProfileSchema.parse(stored ?? emptyProfile);
}

function relationOf(person: Person, { submission, seats }: BoardState, former: readonly string[]): ExpertRelation {
  if (standingOf(person, submission) !== 'board') return 'party';
  if (seats.some(({ expert }) => expert === person.subject)) return 'holder';
  return former.includes(person.subject) ? 'left' : 'free';
}

/** Since when panels count as load. */
function loadSince({ now }: Pick<RepositoryContext, 'now'>): Date {
  return new Date(now().getTime() - loadMs);
}

/** Motor tests and methods of a submission. */
async function topicsOf(db: Queryable, { submission }: BoardState): Promise<Set<string>> {
  const keys = await listTargetKeys(
    db,
    submission.dataTables.map(({ id }) => id),
  );
  const words = fieldsOfMethods.flatMap((field) => valuesOf(submission.study.metadata, field));
  return new Set([...keys, ...words].map(topicKey));
}

/** A topic in the form in which topics are compared. Results of a test, such as 'handgrip.left', count as the test. */
function topicKey(topic: string): string {
  return foldText(topic.replace(/^([a-z0-9]+)\.[a-z0-9]+$/, '$1'));
}

/** What each expert has in common with the authors of a submission, by subject; nobody with themselves. */
export async function readCloseness(
  db: Queryable,
  { submission }: Pick<BoardState, 'submission'>,
  facts: readonly ExpertFacts[],
): Promise<Map<string, Closeness>> {
  const { upload, study } = submission;
  const contributor = (await listProfiles(db)).get(upload.owner);
  const institutions = [...valuesOf(study.metadata, fieldIds.affiliation), contributor?.institution ?? ''];
  const by = { upload: upload.number, owner: upload.owner, ...marksOfStudy(study.metadata) };
  const theirs = await listDataSetsOfAuthors(db, by);
  return new Map(
    facts.map(({ person, profile }) => {
      const marks = marksOfPerson(person);
      const both = theirs.filter(({ owner, metadata }) => owner === person.subject || hasAuthor(metadata, marks));
      const dataSets = both.map(({ nr, title }) => ({ nr, title: title ?? '' }));
      return [person.subject, { institution: commonInstitution(profile.institution, institutions), dataSets }];
    }),
  );
}
