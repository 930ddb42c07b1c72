import { redirect } from '@remix-run/node';

import type { TableShape, UploadState } from '@domain/api/uploads';
import { columnLetters } from '@domain/column-letters';
import { splitMissingCodes } from '@domain/metadata/storage-forms';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import { storeChanges } from '~/drafts/store-draft.server';
import { readComments } from '~/forms/comment-form';
import type { FormEntries } from '~/forms/form-entries';
import {
  columnsId,
  mappingOf,
  missingCodesId,
  readChoices,
  readMissingCodes,
  sameMissingCodes,
  targetFieldId,
  withSavedCodes,
} from '~/forms/mapping-form';
import { listNames } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listTargets, overrideProblems, saveMapping, sharedTargetsOf } from '~/repository-client/mapping';
import { declareMissingCodes } from '~/repository-client/metadata';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { readUploadState } from '~/repository-client/uploads';
import { storedMissingCodes } from '~/screens/mapping.server';
import { type FormReply, redisplayForm, showRefusal } from '~/screens/posted-form.server';

/** Tables named in a message, which must stay short. */
const tablesNamed = 12;

/** A posted mapping form with its upload and table. */
export interface PostedMapping {
  upload: UploadState;
  table: TableShape & { columnNames: string[] };
  form: DraftableForm;
  entries: FormEntries;
}

/** What the API calls the table. */
export function addressOf({ upload, table }: PostedMapping) {
  return { kind: upload.kind, id: upload.id, table: table.name };
}

/** Stores the draft of the form if something was typed, and redirects to `page`. */
export async function turnMappingPage(
  context: LoadContext,
  { form, entries }: Pick<PostedMapping, 'form' | 'entries'>,
  page: string,
): Promise<Response | FormReply> {
  const conflict = await storeChanges(context, form, entries);
  return conflict ? showRefusal(context, conflict, entries) : redirect(page, 303);
}

/**
 * Saves in the order of the spec (section 4): the comments that were posted along, then the missing-value codes, which
 * the check of the mapping needs, then the mapping, also of the tables `sameFor`. Stops at the first failure. If the
 * table does not exist any more, the check is shown.
 */
export async function saveMappingForm(
  context: LoadContext,
  posted: PostedMapping,
  sameFor: readonly string[] = [],
): Promise<Response | FormReply> {
  const { upload, table, form, entries } = posted;
  const { id, kind } = upload;
  const mapping = mappingOf(readChoices(entries, table.columnNames));
  const comments = [...readComments(entries)].map(([problem, comment]) => ({ id: problem, comment }));
  let detached = 0;
  const refusal = await trySave(context, form, entries, async () => {
    if (comments.length > 0) await overrideProblems(context, id, table.name, comments);
    await saveMissingCodes(context, id, entries);
    for (const name of [table.name, ...sameFor]) {
      // Only the mapping of the table that the form shows has been seen.
      const tag = name === table.name ? readFormSnapshot(entries).savedTag : '';
      detached += await saveMapping(context, { kind, id, table: name }, mapping, tag);
    }
  });
  if (refusal?.status === 404) return redirect(paths.uploadCheck(id), 303);
  if (refusal instanceof CodesChanged) return showChangedCodes(context, refusal, entries);
  if (refusal?.code === 'shared-target') return showShared(context, posted, refusal);
  if (refusal) return showRefusal(context, refusal, entries);
  const t = translate(context.language);
  const note = detached > 0 ? t('mapping:detachedComments', { count: detached }) : '';
  if (mapping.length === 0) {
    context.flash.set({ kind: 'note', key: 'mapping:savedEmpty', values: { note } });
    return redirect(form.page, 303);
  }
  const { page, table: next } = await nextPage(context, id, table.name);
  const tables = listNames([table.name, ...sameFor], tablesNamed, (count) => t('mapping:andMore', { count }));
  const key = next === null ? 'mapping:saved' : 'mapping:savedNext';
  context.flash.set({ kind: 'success', key, values: { table: tables, next: next ?? '', note } });
  return redirect(page, 303);
}

/** The missing-value codes were changed in this form and elsewhere, such as in the metadata. */
class CodesChanged extends RepositoryError {
  constructor(readonly stored: string) {
    super(409, 'update-conflict', '', {});
    this.name = 'CodesChanged';
  }
}

/** Saves the missing-value codes if they were changed in this form. Throws CodesChanged. */
async function saveMissingCodes(context: LoadContext, id: string, entries: FormEntries): Promise<void> {
  const codes = readMissingCodes(entries);
  if (!codes) return;
  const stored = await storedMissingCodes(context, id);
  const { typed, saved } = codes;
  if (sameMissingCodes(typed, stored) || (saved !== null && sameMissingCodes(typed, saved))) return;
  if (saved !== null && !sameMissingCodes(saved, stored)) throw new CodesChanged(stored);
  await declareMissingCodes(context, id, splitMissingCodes(typed));
}

/** The form again. It has seen the stored codes now, so that the next save replaces them. */
function showChangedCodes(context: LoadContext, { stored, status }: CodesChanged, entries: FormEntries): FormReply {
  const key = stored === '' ? 'mapping:missingCodesRemoved' : 'mapping:missingCodesChanged';
  const message = translate(context.language)(key, { codes: stored });
  return redisplayForm(withSavedCodes(entries, stored), status, [{ message, fieldId: missingCodesId }]);
}

/** The form again, with a message at every column that shares its target with another one. */
async function showShared(
  context: LoadContext,
  { upload, table, entries }: PostedMapping,
  { status, problem }: RepositoryError,
): Promise<FormReply> {
  const t = translate(context.language);
  const targets = await orFailurePage(listTargets(context, upload.kind));
  const nameOf = (column: string) =>
    t('mapping:columnNamed', { letters: lettersOf(table.columnNames, column), name: column });
  const errors = sharedTargetsOf(problem).flatMap(({ key, columns }) =>
    columns.map((column) => ({
      message: t('mapping:sharedTarget', {
        column: nameOf(column),
        others: columns
          .filter((other) => other !== column)
          .map(nameOf)
          .join(', '),
        target: targets.find((target) => target.key === key)?.value ?? key,
      }),
      fieldId: targetFieldId(lettersOf(table.columnNames, column)),
    })),
  );
  return redisplayForm(entries, status, errors);
}

function lettersOf(columnNames: readonly string[], column: string): string {
  return columnLetters(columnNames.indexOf(column));
}

/**
 * Page of the next table that needs a mapping, or of the check if none does. `done` is the table whose problems the
 * check shows then.
 */
export async function nextPage(
  context: LoadContext,
  id: string,
  done?: string,
): Promise<{ page: string; table: string | null }> {
  const { tables } = await orFailurePage(readUploadState(context, id));
  const next = tables.find(({ mapped, leftOut }) => !mapped && leftOut === null)?.name ?? null;
  if (next === null) return { page: paths.uploadCheck(id, done), table: null };
  return { page: `${paths.uploadData(id, next)}#${columnsId}`, table: next };
}
