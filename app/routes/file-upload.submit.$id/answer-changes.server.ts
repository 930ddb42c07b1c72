import { redirect } from '@remix-run/node';

import { unansweredPoints } from '@domain/board/answers';
import { maxCommentCharacters } from '@domain/limits';
import type { UploadReview } from '@domain/api/reviews';
import { openForm } from '~/drafts/draftable-form.server';
import type { FormVersions } from '~/drafts/form-snapshot';
import { readDraftableForm, saveDraft, trySave } from '~/drafts/post-draft.server';
import { answerFieldId, answersIn } from '~/forms/answer-fields';
import type { FormError } from '~/forms/error-summary';
import { type Entries, entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import { newsField, newsIn, tickedIn } from '~/forms/submit-fields';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { saveAnswers, submitUpload } from '~/repository-client/submission';
import type { RepositoryError } from '~/repository-client/transport';
import { answerEntries, answersForm, meaningOfAnswers, openRound } from '~/screens/answers-form.server';
import { conflictOf, errorOf, messageOf } from '~/screens/posted-form.server';

import { readSubmitForm, showSubmit, submitFieldOf, type SubmitReply } from './submit.server';

/** The form of the open request, or answers that were typed for the last one and came too late. */
export interface LoadedAnswers {
  round: number | null;
  answers: string[];
  also: string[];
  versions: FormVersions | null;
  /** What is new in a version, as typed; null without a draft of it. */
  news: string | null;
  stranded: string[];
}

/** Loads the form that answers the open request for changes, with its draft. */
export async function loadAnswers(context: LoadContext, review: UploadReview): Promise<LoadedAnswers> {
  const { id, changes } = review;
  const none = { round: null, answers: [], also: [], versions: null, news: null, stranded: [] };
  const round = openRound(review);
  if (round !== null) {
    const saved = answerEntries(changes[round - 1]);
    const { entries, versions } = await openForm(context, answersForm(context, id, round), {
      meaningOf: (draft) => meaningOfAnswers(draft ?? saved),
    });
    const shown = entries ?? saved;
    const news = shown.some(([name]) => name === newsField) ? newsIn(shown) : null;
    return { ...none, round, answers: answersIn(shown), also: tickedIn(entryValues(shown, 'also')), versions, news };
  }
  if (changes.length === 0) return none;
  const { draft } = await context.drafts.look('answers', answersForm(context, id, changes.length).object);
  const typed = draft ? answersIn(draft.entries) : [];
  const isKnown = typed.every((answer, index) => answer.trim() === changes.at(-1)?.answers[index]);
  return { ...none, stranded: isKnown ? [] : typed };
}

/** The request that a posted form answers, by its address; null for the form without answers. */
export function roundOf(search: URLSearchParams): number | null {
  const round = search.get('round') ?? '';
  return /^[1-9]\d{0,2}$/.test(round) ? Number(round) : null;
}

/** Stores the answers as a draft, or hands in again. Every refusal shows the form as it was typed. */
export async function answerChanges(
  request: Request,
  context: LoadContext,
  id: string,
  round: number,
): Promise<Response | SubmitReply> {
  const form = answersForm(context, id, round);
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => refuse(context, conflict, entries));
  }
  const answers = answersIn(entries);
  const t = translate(context.language);
  const tooLong = answers.flatMap((answer, index) =>
    answer.trim().length > maxCommentCharacters
      ? [errorAt(index, t('review:changes.tooLong', { number: index + 1, max: maxCommentCharacters }))]
      : [],
  );
  if (tooLong.length > 0) return showAnswers(entries, { status: 400, errors: tooLong });
  const order = await readSubmitForm(entries);
  const refusal = await trySave(context, form, entries, async () => {
    await saveAnswers(context, id, answers);
    await submitUpload(context, id, { ...order, ...newsOf(entries) });
  });
  // The page shows what became of the submission, and answers that were not saved.
  if (refusal && ['upload-submitted', 'no-changes-requested'].includes(refusal.code)) {
    return redirect(paths.uploadSubmit(id), 303);
  }
  if (refusal) return refuse(context, refusal, entries);
  for (const one of [id, ...order.withUploads.map((other) => other.id)]) await context.drafts.closeUpload(one);
  context.flash.set({ kind: 'success', key: 'review:changes.handedIn' });
  return redirect(paths.uploadSubmit(id), 303);
}

/** What is new, if the form asks for it. */
function newsOf(entries: FormEntries): { news?: string } {
  return entries.some(([name]) => name === newsField) ? { news: newsIn(entries) } : {};
}

const errorAt = (index: number, message: string): FormError => ({ message, fieldId: answerFieldId(index + 1) });

/** The form again with the reason of a refusal, at each point that has no answer if that is the reason. */
function refuse(context: LoadContext, refusal: RepositoryError, entries: FormEntries): SubmitReply {
  const t = translate(context.language);
  const missing = refusal.code === 'answers-missing' ? unansweredPoints(answersIn(entries)) : [];
  const own = missing.map((index) => errorAt(index, t('review:changes.missing', { number: index + 1 })));
  const fieldId = submitFieldOf(refusal.code);
  const other = fieldId ? { message: messageOf(refusal, context), fieldId } : errorOf(refusal, context);
  const errors = own.length > 0 ? own : [other];
  return showAnswers(entries, { status: refusal.status, errors, conflict: conflictOf(refusal) });
}

function showAnswers(
  entries: Entries,
  shown: { status: number; errors: FormError[]; conflict?: ReturnType<typeof conflictOf> },
): SubmitReply {
  return showSubmit({ ...shown, also: tickedIn(entryValues(entries, 'also')), entries });
}
