import { redirect } from '@remix-run/node';
import { z } from 'zod';

import { maxRowReasonCharacters } from '@domain/data-rows';
import { isVisible } from '@domain/text';
import { storeChanges } from '~/drafts/store-draft.server';
import { dataRowIds, isRowNumber, lostNamed, testNamed, withoutRows } from '~/forms/data-rows-form';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { changeTableData, readTableData } from '~/repository-client/mapping';
import { readForm } from '~/forms/read-form.server';
import { attempt, RepositoryError } from '~/repository-client/transport';
import {
  fieldErrors,
  type FormReply,
  messageOf,
  redisplayForm,
  refuseForm,
  showRefusal,
} from '~/screens/posted-form.server';
import { addressOf, nextPage, type PostedMapping, turnMappingPage } from './save-mapping.server';

const rowNumber = (missing: string) =>
  z.string(missing).trim().refine(isRowNumber, 'errors:rows-outside').transform(Number);
const LeaveRowsSchema = z.object({
  rowsFrom: rowNumber('mapping:data.fromMissing'),
  rowsTo: rowNumber('errors:rows-outside').optional(),
  rowsReason: z
    .string('errors:row-reason-missing')
    .trim()
    .refine(isVisible, 'errors:row-reason-missing')
    .max(maxRowReasonCharacters, 'errors:row-reason-too-long'),
});
const fieldIds: Record<string, string> = {
  rowsFrom: dataRowIds.from,
  rowsTo: dataRowIds.to,
  rowsReason: dataRowIds.reason,
};
const fieldOfCode: Record<string, string> = {
  'rows-outside': dataRowIds.from,
  'rows-reversed': dataRowIds.from,
  'row-reason-missing': dataRowIds.reason,
  'row-reason-too-long': dataRowIds.reason,
};

/** Leaves the rows named in the form out, with the reason. What else was typed is kept as a draft. */
export async function leaveRows(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { table, entries } = posted;
  const submission = await readForm(entries, LeaveRowsSchema);
  if (submission.status !== 'success') {
    const { firstRow, rowCount } = table;
    const values = { first: firstRow, last: firstRow + rowCount - 1, max: maxRowReasonCharacters };
    return redisplayForm(
      entries,
      400,
      fieldErrors(context, submission.reply(), (name) => fieldIds[name] ?? '', values),
    );
  }
  const { rowsFrom: from, rowsTo: to = from, rowsReason: reason } = submission.value;
  const refusal = await attempt(() => changeTableData(context, addressOf(posted), { from, to, isData: false, reason }));
  if (refusal) return showAtField(context, posted, refusal);
  context.flash.set({ kind: 'success', key: 'mapping:data.left', values: { count: to - from + 1 } });
  return turnMappingPage(context, { ...posted, entries: withoutRows(entries) }, rowsAddress(posted));
}

/** Takes rows, named as '<from>-<to>' by the pressed button, back in. */
export async function takeRows(
  context: LoadContext,
  posted: PostedMapping,
  argument: string,
): Promise<Response | FormReply> {
  const numbers = argument.split('-');
  if (numbers.length !== 2 || !numbers.every(isRowNumber)) return refuseForm(context, posted.entries);
  const [from = 0, to = from] = numbers.map(Number);
  const change = { from, to, isData: true, reason: '' };
  const refusal = await attempt(() => changeTableData(context, addressOf(posted), change));
  if (refusal) return showRefusal(context, refusal, posted.entries);
  context.flash.set({ kind: 'success', key: 'mapping:data.taken', values: { count: to - from + 1 } });
  return turnMappingPage(context, posted, rowsAddress(posted));
}

/** Says that rows of a previous file, named by the pressed button, have been dealt with. */
export async function settleRows(
  context: LoadContext,
  posted: PostedMapping,
  argument: string,
): Promise<Response | FormReply> {
  const { entries } = posted;
  const refusal = await attempt(async () => {
    const { lost } = await readTableData(context, addressOf(posted));
    const settle = lostNamed(lost, argument);
    if (!settle) {
      throw new RepositoryError(409, 'rows-not-listed', translate(context.language)('errors:rows-not-listed'), {});
    }
    await changeTableData(context, addressOf(posted), { settle });
  });
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ kind: 'success', key: 'mapping:data.lost.settled' });
  return turnMappingPage(context, posted, rowsAddress(posted));
}

/** Takes all rows of a test, named by the pressed button, back in. */
export async function takeTest(
  context: LoadContext,
  posted: PostedMapping,
  argument: string,
): Promise<Response | FormReply> {
  let taken = argument;
  const refusal = await attempt(async () => {
    const { tests } = await readTableData(context, addressOf(posted));
    const { spelling, text } = testNamed(tests, argument) ?? { spelling: argument, text: argument };
    taken = text;
    await changeTableData(context, addressOf(posted), { takeTest: spelling });
  });
  if (refusal) return showRefusal(context, refusal, posted.entries);
  context.flash.set({ kind: 'success', key: 'mapping:data.testTaken', values: { test: taken } });
  return turnMappingPage(context, posted, rowsAddress(posted));
}

/**
 * Leaves the table out, and leads to the next one that needs a mapping, if any; or takes it back in. Only saving a
 * mapping leads to the check.
 */
export async function changeTableUse(
  context: LoadContext,
  posted: PostedMapping,
  use: string,
): Promise<Response | FormReply> {
  const { upload, table, form, entries } = posted;
  if (use !== 'data' && use !== 'left-out') return refuseForm(context, entries);
  const refusal = await attempt(() => changeTableData(context, addressOf(posted), { table: use }));
  if (refusal) return showRefusal(context, refusal, entries);
  if (use === 'data') {
    context.flash.set({ kind: 'success', key: 'mapping:data.tableTaken', values: { table: table.name } });
    return turnMappingPage(context, posted, form.page);
  }
  const conflict = await storeChanges(context, form, entries);
  if (conflict) return showRefusal(context, conflict, entries);
  context.flash.set({ kind: 'success', key: 'mapping:data.tableLeft', values: { table: table.name } });
  const next = await nextPage(context, upload.id);
  return redirect(next.table === null ? paths.uploadData(upload.id, table.name) : next.page, 303);
}

function showAtField(context: LoadContext, { entries }: PostedMapping, refusal: RepositoryError): FormReply {
  const fieldId = fieldOfCode[refusal.code];
  if (fieldId === undefined) return showRefusal(context, refusal, entries);
  return redisplayForm(entries, refusal.status, [{ message: messageOf(refusal, context), fieldId }]);
}

/** Leads back to the rows, not to the top of the page. */
function rowsAddress({ form }: PostedMapping): string {
  return form.page.replace(/#.*/, '#rows-left-out');
}
