import { isMotorTest } from '@domain/motor-tests';

import { answersIn } from './answer-fields';
import { type Entries, entryValue, entryValues, type FormEntries } from './form-entries';

/** Translates keys of every namespace, with values. */
type Translate = (key: string, values?: Record<string, unknown>) => string;

/*
 * What was entered in the forms of a review, as pairs of words, for copying. Entries that were not filled in are ''; the
 * page leaves them out.
 */

const acts = ['accept', 'decline', 'handOver', 'takeOver', 'invite', 'decide', 'reopen'] as const;
const readers = ['expert', 'contributor', 'chair'] as const;
const rhythms = ['each', 'daily'] as const;

/** The known value that was chosen; undefined if there is none. */
function chosen<Value extends string>(entries: Entries, name: string, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === entryValue(entries, name));
}

/** A form of the screen of the panels. */
export function panelInWords(t: Translate, entries: Entries): FormEntries {
  const act = chosen(entries, 'act', acts);
  const rating = chosen(entries, 'rating', ['1', '2']);
  const ratingWords = rating === '1' ? t('editorial:vote.accept') : t('editorial:vote.reject');
  const number = entryValue(entries, 'panel');
  return [
    [t('board-history:columns.act'), act === undefined ? '' : t(`panels:acts.${act}.heading`, { number })],
    [t('panels:invite.label'), entryValue(entries, 'email')],
    [t('panels:decide.rating'), rating === undefined ? '' : ratingWords],
    [t('panels:reason.label'), entryValue(entries, 'reason')],
  ];
}

/** A note of a member of the board. */
export function noteInWords(t: Translate, entries: Entries): FormEntries {
  const reader = chosen(entries, 'readers', readers);
  return [
    [t('board-notes:readers.label'), reader === undefined ? '' : t(`board-notes:readers.${reader}`)],
    [t('board-notes:note.label'), entryValue(entries, 'text')],
  ];
}

/** A note of the contributor. */
export function ownNoteInWords(t: Translate, entries: Entries): FormEntries {
  return [[t('review:conversation.note'), entryValue(entries, 'text')]];
}

/** The letter about a decision. */
export function letterInWords(t: Translate, entries: Entries): FormEntries {
  return [[t('decision-letter:letter'), entryValue(entries, 'text')]];
}

/** The profile of a member of the board. */
export function profileInWords(t: Translate, entries: Entries): FormEntries {
  const tests = entryValues(entries, 'tests').filter(isMotorTest);
  const mails = chosen(entries, 'mails', rhythms);
  return [
    [t('board-profile:institution.label'), entryValue(entries, 'institution')],
    [t('board-profile:tests.legend'), tests.map((test) => t(`tests:${test}.long`)).join('\n')],
    [t('board-profile:words.label'), entryValue(entries, 'words')],
    [t('board-profile:away.from'), entryValue(entries, 'awayFrom')],
    [t('board-profile:away.until'), entryValue(entries, 'awayUntil')],
    [t('board-profile:mails.legend'), mails === undefined ? '' : t(`board-profile:mails.${mails}`)],
  ];
}

/** Answers to requested changes, and other uploads that are to be submitted with them. */
export function answersInWords(t: Translate, entries: Entries): FormEntries {
  return [
    ...answersIn(entries).map((answer, index): [string, string] => [
      t('review:changes.answer', { number: index + 1 }),
      answer,
    ]),
    [t('submit:also.legend'), entryValues(entries, 'also').join(', ')],
  ];
}
