import { data, redirect } from '@remix-run/node';

import { commentErrors, type CommentTarget, type TypedComments } from '~/components/problem-list/comment-form';
import { readListPlace, type ProblemListQuery } from '~/components/problem-list/list-place';
import { commentFieldId, placeName } from '~/components/problem-list/problem-cell';
import { withoutIntent, type DraftableForm } from '~/drafts/draftable-form.server';
import type { ShownConflict } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import { entryValue, readIntent, type FormEntries } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { saveProblemComments } from '~/repository-client/problems';
import type { RepositoryError } from '~/repository-client/transport';
import { commentsForm, readPostedComments } from './check.server';
import { conflictOf, errorOf } from './posted-form.server';

/** A posted comments form with the place in the list it stood at. */
export interface PostedComments {
  id: string;
  position: ProblemListQuery;
  kept: DraftableForm;
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
  more: { errors?: CommentError[]; asks?: boolean; conflict?: ShownConflict | null },
) {
  const errors: CommentError[] = more.errors ?? [];
  const { asks = false, conflict = null } = more;
  const hasErrors = errors.length > 0;
  return data({ hasErrors, errors, asks, conflict, entries: withoutIntent(entries) }, { status });
}
export type CommentsReply = ReturnType<typeof showComments>;

/** The form once more, as typed, because what it was sent for was refused. */
export function showRefusedComments(
  context: LoadContext,
  refusal: RepositoryError,
  entries: FormEntries,
): CommentsReply {
  const error = { problem: null, ...errorOf(refusal, context) };
  return showComments(entries, refusal.status, { errors: [error], conflict: conflictOf(refusal) });
}

/**
 * Saves the comments that differ from the stored ones. Comments of a wrong length are refused with 400;
 * uncommented problems ask back with 422 unless the question was answered with OK (spec section 5).
 */
export async function saveComments(context: LoadContext, posted: PostedComments): Promise<Response | CommentsReply> {
  const { id, position, kept, entries } = posted;
  const { positions, typed, changed } = await readPostedComments(context, posted);
  const errors = lengthErrors(context, positions, typed);
  if (errors.length > 0) return showComments(entries, 400, { errors });
  const confirmed = entryValue(entries, 'confirmed') === 'yes';
  let open = 0;
  const refusal = await trySave(context, kept, entries, async () => {
    const saved = { comments: changed, confirmed };
    ({ open } = await saveProblemComments(context, id, position.table ?? '', saved));
  });
  if (refusal?.code === 'uncommented-problems') return showComments(entries, 422, { asks: true });
  if (refusal) return showRefusedComments(context, refusal, entries);
  context.flash.set(
    open > 0
      ? { kind: 'success', key: 'check:savedOpen', values: { count: open } }
      : { kind: 'success', key: 'check:saved' },
  );
  return redirect(kept.page, 303);
}

function lengthErrors(context: LoadContext, positions: CommentTarget[], typed: TypedComments): CommentError[] {
  const t = translate(context.language);
  return commentErrors(positions, typed).map(({ position, code, parameters }) => ({
    problem: position.id,
    fieldId: commentFieldId(position.id),
    message: t(`errors:${code}`, {
      ...parameters,
      cell: placeName(position, (key, values) => t(`check:${key}`, values)),
    }),
  }));
}

/** Shows other problems; what was typed is kept as a draft, unless it is what is saved. */
export async function turnProblems(context: LoadContext, posted: PostedComments): Promise<Response | CommentsReply> {
  const { id, kept, entries, position } = posted;
  const conflict = await storeDraft(context, kept, entries);
  if (conflict) return showRefusedComments(context, conflict, entries);
  return redirect(commentsForm(context, id, nextPlace(position, entries)).page, 303);
}

/** Where a button of the form leads. */
function nextPlace(position: ProblemListQuery, entries: FormEntries): ProblemListQuery {
  const { verb, argument } = readIntent(entries);
  const posted = readListPlace(new URLSearchParams({ ...Object.fromEntries(entries), offset: argument }));
  if (verb === 'offset') return { ...position, offset: posted.offset };
  if (verb === 'group') return { ...position, group: argument || null, offset: 0 };
  const { column, severity } = verb === 'filter' ? posted : { column: null, severity: null };
  return { ...position, column, severity, offset: 0 };
}
