import type { ChangeRequestView, UploadReview } from '@domain/api/reviews';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { answersInWords } from '~/forms/board-words';
import { type Entries, entryValues, type FormEntries } from '~/forms/form-entries';
import { answerField, answersIn } from '~/forms/answer-fields';
import { newsField, newsIn } from '~/forms/submit-fields';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readReview } from '~/repository-client/submission';
import { uploadExists } from './upload.server';

/** Fields whose content a draft has. */
const draftedFields: readonly string[] = [answerField, newsField, 'also'];

/** The form that answers a request for changes; `round` counts the requests of the upload from 1. */
export function answersForm(context: LoadContext, id: string, round: number): DraftableForm {
  return {
    kind: 'answers',
    object: `${id}/${round}`,
    page: paths.uploadSubmit(id),
    exists: () => uploadExists(context, id),
    draftOf: async (entries) => entries.filter(([name]) => draftedFields.includes(name)),
    saved: async () => ({ entries: answerEntries((await readReview(context, id)).changes[round - 1]), tag: '' }),
    meaningOf: async (entries) => meaningOfAnswers(entries),
    inWords: (entries) => answersInWords(translate(context.language), entries),
  };
}

/** Number of the request that waits for answers; null if there is none. */
export function openRound({ status, changes }: Pick<UploadReview, 'status' | 'changes'>): number | null {
  if (status !== 'ChangesRequested') return null;
  const index = changes.findLastIndex(({ closedAt }) => closedAt === null);
  return index < 0 ? null : index + 1;
}

/** The saved answers as the form shows them. */
export function answerEntries(request: ChangeRequestView | undefined): FormEntries {
  return (request?.answers ?? []).map((answer) => [answerField, answer]);
}

/** The content of the answers, the ticks and what is new in a version, whatever the spaces around them. */
export function meaningOfAnswers(entries: Entries): string {
  const answers = answersIn(entries).map((answer) => answer.trim());
  return JSON.stringify([answers, entryValues(entries, 'also').sort(), newsIn(entries).trim()]);
}
