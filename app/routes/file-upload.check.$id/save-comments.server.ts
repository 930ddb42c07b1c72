import { data, redirect } from '@remix-run/node';

import { ChangedProblemsSchema } from '@domain/api/problems';
import { commentFieldId, goneCommentsId } from '~/components/problem-list/problem-ids';
import { type DraftableForm, withoutIntent } from '~/drafts/draftable-form.server';
import { readFormSnapshot, type ShownConflict, withSnapshot } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import { storeDraft } from '~/drafts/store-draft.server';
import { commentErrors, commentName, type CommentTarget, cellsName, type TypedComments } from '~/forms/comment-form';
import { entryValue, type FormEntries, readIntent } from '~/forms/form-entries';
import { type ProblemListQuery, readListQuery } from '~/forms/problem-query';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { saveProblemComments } from '~/repository-client/problems';
import type { RepositoryError } from '~/repository-client/transport';

import { checkOfWindow, commentsForm, readPostedComments, tagOfCheck } from '~/screens/check.server';
import { badRequestError, conflictOf, errorOf, messageOf } from '~/screens/posted-form.server';

/** A posted comments form with the query of its list. */
export interface PostedComments {
  id: string;
  query: ProblemListQuery;
  form: DraftableForm;
  entries: FormEntries;
}

interface CommentError {
  /** Null for an error of the whole form. */
  problem: string | null;
  fieldId: string | null;
  message: string;
}

/** The comments form again as typed, with errors or with the question about uncommented problems. */
export function showComments(
  entries: FormEntries,
  status: number,
  more: { errors?: CommentError[]; asks?: boolean; conflict?: ShownConflict | null; gone?: FormEntries },
) {
  const errors: CommentError[] = more.errors ?? [];
  const gone: FormEntries = more.gone ?? [];
  const { asks = false, conflict = null } = more;
  const hasErrors = errors.length > 0;
  return data({ hasErrors, errors, asks, conflict, gone, entries: withoutIntent(entries) }, { status });
}
export type CommentsReply = ReturnType<typeof showComments>;

/** The form again as typed, because it was sent with a button that it does not have. */
export function refuseComments(context: LoadContext, entries: FormEntries): CommentsReply {
  return showComments(entries, 400, { errors: [{ problem: null, ...badRequestError(context) }] });
}

/** The form again as typed, because a request was refused. */
export function showRefusedComments(
  context: LoadContext,
  refusal: RepositoryError,
  entries: FormEntries,
): CommentsReply {
  const error = { problem: null, ...errorOf(refusal, context) };
  return showComments(entries, refusal.status, { errors: [error], conflict: conflictOf(refusal) });
}

/**
 * Saves the comments that were changed. Comments with a wrong length are refused (400). If problems are left without a
 * comment, the user is asked (422) and may confirm (spec section 5).
 */
export async function saveComments(context: LoadContext, posted: PostedComments): Promise<Response | CommentsReply> {
  const { id, query, form, entries } = posted;
  const { targets, typed, changed } = await readPostedComments(context, posted);
  const errors = lengthErrors(context, targets, typed);
  if (errors.length > 0) return showComments(entries, 400, { errors });
  const confirmed = entryValue(entries, 'confirmed') === 'yes';
  let open = 0;
  const refusal = await trySave(context, form, entries, async () => {
    const saved = { comments: changed, confirmed, check: checkOfWindow(entries) };
    ({ open } = await saveProblemComments(context, id, query.table ?? '', saved));
  });
  if (refusal?.code === 'problems-changed') return showChangedProblems(context, posted, refusal);
  if (refusal?.code === 'uncommented-problems') return showComments(entries, 422, { asks: true });
  if (refusal) return showRefusedComments(context, refusal, entries);
  context.flash.set(
    open > 0
      ? { kind: 'success', key: 'check:savedOpen', values: { count: open } }
      : { kind: 'success', key: 'check:saved' },
  );
  return redirect(form.page, 303);
}

/**
 * The form again, for the problems of a newer check. Comments on problems that it no longer has are shown as text and
 * kept as a version.
 */
async function showChangedProblems(
  context: LoadContext,
  { form, entries }: PostedComments,
  refusal: RepositoryError,
): Promise<CommentsReply> {
  const { check, gone } = ChangedProblemsSchema.parse(refusal.problem);
  const names = new Set(gone.map(commentName));
  const lost = entries.filter(([name]) => names.has(name));
  if (lost.length > 0) await context.drafts.keep(form.kind, form.object, lost);
  const others = entries.filter(([name]) => !names.has(name));
  const rest = withSnapshot(others, { ...readFormSnapshot(entries), savedTag: tagOfCheck(check) });
  await storeDraft(context, form, rest);
  const error = {
    problem: null,
    message: messageOf(refusal, context),
    fieldId: lost.length > 0 ? goneCommentsId : null,
  };
  return showComments(rest, refusal.status, { errors: [error], gone: lost });
}

function lengthErrors(context: LoadContext, targets: CommentTarget[], typed: TypedComments): CommentError[] {
  const t = translate(context.language);
  return commentErrors(targets, typed).map(({ target, code, parameters }) => ({
    problem: target.id,
    fieldId: commentFieldId(target.id),
    message: t(`errors:${code}`, {
      ...parameters,
      cell: cellsName(target, (key, values) => t(`check:${key}`, values)),
    }),
  }));
}

/** Shows other problems. Changed comments are stored as a draft. */
export async function turnProblems(context: LoadContext, posted: PostedComments): Promise<Response | CommentsReply> {
  const { id, form, entries, query } = posted;
  const conflict = await storeDraft(context, form, entries);
  if (conflict) return showRefusedComments(context, conflict, entries);
  return redirect(commentsForm(context, id, nextQuery(query, entries)).page, 303);
}

/** Query of the page that a button of the form leads to. */
function nextQuery(query: ProblemListQuery, entries: FormEntries): ProblemListQuery {
  const { verb, argument } = readIntent(entries);
  const posted = readListQuery(new URLSearchParams({ ...Object.fromEntries(entries), offset: argument }));
  if (verb === 'height') return query;
  if (verb === 'offset') return { ...query, offset: posted.offset };
  if (verb === 'group') return { ...query, group: argument || null, offset: 0 };
  const { column, severity } = verb === 'filter' ? posted : { column: null, severity: null };
  return { ...query, column, severity, offset: 0 };
}
