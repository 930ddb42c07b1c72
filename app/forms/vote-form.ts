import type { PanelView } from '@domain/api/editorial';
import { criteria, type Criterion } from '@domain/board/criteria';

import { type Entries, entryValue, type FormEntries } from './form-entries';

/** An expert's entries in a panel; '' = nothing was entered. */
export interface TypedVote {
  email: string;
  /** The expert declares that they have no conflict of interest. */
  isImpartial: boolean;
  /** 'yes', 'no', 'unclear' or ''. */
  criteria: Record<Criterion, string>;
  /** '1', '2' or ''. */
  rating: string;
  note: string;
  /** Points that the contributor is asked to change. */
  points: string;
}

/** Possible answers to a criterion. */
export const criterionAnswers = ['yes', 'no', 'unclear'] as const;

/** Name of a criterion's field. */
export const criterionField = (name: Criterion) => `criteria.${name}`;

/** A panel as its form shows it; without a vote, with the e-mail address of the expert who sees it. */
export function typedOfPanel(panel: PanelView | undefined, expert: string): TypedVote {
  return {
    email: panel?.email ?? expert,
    isImpartial: panel?.isImpartial === true,
    criteria: answersBy((name) => panel?.criteria[name] ?? ''),
    rating: String(panel?.rating ?? ''),
    note: panel?.note ?? '',
    points: '',
  };
}

/** The vote in a posted or drafted form. */
export function typedVote(entries: Entries): TypedVote {
  const read = (name: string) => entryValue(entries, name);
  return {
    email: read('email'),
    isImpartial: read('isImpartial') !== '',
    criteria: answersBy((name) => read(criterionField(name))),
    rating: read('rating'),
    note: read('note'),
    points: read('points'),
  };
}

function answersBy(answerTo: (name: Criterion) => string): TypedVote['criteria'] {
  return Object.fromEntries(criteria.map((name) => [name, answerTo(name)])) as TypedVote['criteria'];
}

/** Entries of a form with this vote. */
export function entriesOfVote(vote: TypedVote): FormEntries {
  return [
    ['email', vote.email],
    ['isImpartial', vote.isImpartial ? 'on' : ''],
    ...criteria.map((name): [string, string] => [criterionField(name), vote.criteria[name]]),
    ['rating', vote.rating],
    ['note', vote.note],
    ['points', vote.points],
  ];
}

/** The content of a vote, whatever its line breaks. */
export function meaningOfVote(vote: Entries): string {
  return JSON.stringify(typedVote(vote)).replaceAll('\\r\\n', '\\n');
}

/** Whether something was entered that a reader would miss: more than an address and the declaration. */
export function hasOpinion({ criteria: answers, rating, note, points }: TypedVote): boolean {
  return [...Object.values(answers), rating, note, points].some((text) => text.trim() !== '');
}

/**
 * What was entered in a vote form, as pairs of words, for copying. `t` translates keys of the namespaces `editorial`
 * and `board`.
 */
export function voteInWords(t: (key: string) => string, entries: Entries): FormEntries {
  const vote = typedVote(entries);
  const word = (key: string, isGiven: boolean) => (isGiven ? t(key) : '');
  const rating = vote.rating === '1' ? 'accept' : 'reject';
  return [
    [t('board:declaration.term'), word('board:declaration.none', vote.isImpartial)],
    ...criteria.map((name): [string, string] => {
      const answer = criterionAnswers.find((known) => known === vote.criteria[name]);
      return [t(`board:criteria.${name}`), word(`board:criteria.${answer}`, answer !== undefined)];
    }),
    [t('editorial:vote.rating'), word(`editorial:vote.${rating}`, ['1', '2'].includes(vote.rating))],
    [t('editorial:vote.note'), vote.note],
    [t('board:changes.typed'), vote.points],
  ];
}
