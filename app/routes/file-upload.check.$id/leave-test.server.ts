import { redirect } from '@remix-run/node';

import { parseUploadId } from '@domain/upload-id';
import { storeDraft } from '~/drafts/store-draft.server';
import { isRowNumber } from '~/forms/data-rows-form';
import { readIntent } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { changeTableData } from '~/repository-client/mapping';
import { attempt } from '~/repository-client/transport';
import { type CommentsReply, type PostedComments, refuseComments, showRefusedComments } from './save-comments.server';

/** Leaves all rows with the test of a row out, which the pressed button names. Changed comments are kept as a draft. */
export async function leaveTest(context: LoadContext, posted: PostedComments): Promise<Response | CommentsReply> {
  const { id, form, entries, query } = posted;
  const row = readIntent(entries).argument;
  if (!isRowNumber(row)) return refuseComments(context, entries);
  const conflict = await storeDraft(context, form, entries);
  if (conflict) return showRefusedComments(context, conflict, entries);
  const kind = parseUploadId(id)?.kind ?? 'raw';
  const change = { sameTestAs: Number(row) };
  const address = { kind, id, table: query.table ?? '' };
  const refusal = await attempt(() => changeTableData(context, address, change));
  if (refusal) return showRefusedComments(context, refusal, entries);
  context.flash.set({ kind: 'success', key: 'check:testLeft' });
  return redirect(form.page, 303);
}
