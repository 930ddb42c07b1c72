import { data, redirect } from '@remix-run/node';

import type { Problem } from '@domain/api/mapping';

import type { FormEntries } from '~/auth/draft-store';
import {
  changedComments,
  commentFaults,
  commentName,
  readComments,
  uncommented,
  withTyped,
} from '~/components/problem-list/comment-form';
import { problemCell } from '~/components/problem-list/problem-cell';
import { commentFieldId } from '~/components/problem-list/problem-table';
import { entryValue } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { orFailurePage } from '~/repository-client/failure-page';
import { listProblems, overrideProblems } from '~/repository-client/mapping';
import { sentenceOf, trySave, withoutIntent, type KeptForm } from './posted-form.server';

/** A posted comments form with what it is about. */
export interface PostedComments {
  id: string;
  table: string;
  kept: KeptForm;
  entries: FormEntries;
}

interface CommentError {
  /** Null for an error of the whole form. */
  problem: string | null;
  fieldId: string | null;
  message: string;
}

/** The comments form once more, as typed: with errors, or with the question about uncommented problems. */
export function showComments(
  entries: FormEntries,
  status: number,
  more: { errors?: CommentError[]; asks?: boolean },
) {
  const errors: CommentError[] = more.errors ?? [];
  const asks = more.asks ?? false;
  return data({ hasErrors: errors.length > 0, errors, asks, entries: withoutIntent(entries) }, { status });
}
export type CommentsAgain = ReturnType<typeof showComments>;

/**
 * Saves the comments that differ from the stored ones. Comments of a wrong length are refused with 400;
 * uncommented problems ask back with 422 unless the question was answered with OK (spec section 5).
 */
export async function saveComments(
  context: LoadContext,
  posted: PostedComments,
): Promise<Response | CommentsAgain> {
  const { id, table, kept, entries } = posted;
  const stored = await orFailurePage(listProblems(context, id, table));
  const typed = readComments(entries);
  const problems = withTyped(stored, typed);
  const errors = lengthErrors(context, problems);
  if (errors.length > 0) return showComments(entries, 400, { errors });
  const open = uncommented(problems).length;
  if (open > 0 && entryValue(entries, 'confirmed') !== 'yes')
    return showComments(entries, 422, { asks: true });
  const changed = changedComments(stored, typed);
  const refusal = await trySave(context, kept, entries, () => overrideProblems(context, id, table, changed));
  if (refusal) {
    const error = { problem: null, fieldId: null, message: sentenceOf(refusal, context) };
    return showComments(entries, refusal.status, { errors: [error] });
  }
  context.flash.set(
    open > 0
      ? { kind: 'success', key: 'check:savedOpen', values: { count: open } }
      : { kind: 'success', key: 'check:saved' },
  );
  return redirect(kept.page, 303);
}

function lengthErrors(context: LoadContext, problems: Problem[]): CommentError[] {
  const t = translate(context.language);
  return commentFaults(problems).map(({ problem, code, parameters }) => ({
    problem: problem.id,
    fieldId: commentFieldId(problems.indexOf(problem)),
    message: t(`errors:${code}`, {
      ...parameters,
      cell: problemCell(problem, (key, values) => t(`check:${key}`, values)),
    }),
  }));
}

/** Keeps the comments as a draft, unless they are what is saved, and shows another page of problems. */
export async function turnProblemPage(
  context: LoadContext,
  posted: PostedComments,
  page: string,
): Promise<Response> {
  const { id, table, kept, entries } = posted;
  const changed = changedComments(
    await orFailurePage(listProblems(context, id, table)),
    readComments(entries),
  );
  const draft = changed.map(({ id: problem, comment }): FormEntries[number] => [
    commentName(problem),
    comment,
  ]);
  if (draft.length === 0) await context.drafts.remove(kept.form, kept.object);
  else await context.drafts.save(kept.form, kept.object, draft);
  return redirect(page, 303);
}
