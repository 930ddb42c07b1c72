import { redirect } from '@remix-run/node';

import type { UploadState } from '@domain/api/uploads';

import type { FormEntries } from '~/auth/draft-store';
import { applyTemplate, choicesOf, mappingOf, readChoices } from '~/components/mapping-grid/mapping-form';
import { putTemplate } from '~/components/templates/put-template';
import { readComments } from '~/components/problem-list/comment-form';
import { entryValue } from '~/forms/form-entries';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import {
  listMappingTemplates,
  overrideProblems,
  readMapping,
  saveMapping,
  saveMappingTemplates,
} from '~/repository-client/mapping';
import { readUploadState } from '~/repository-client/uploads';
import {
  askTemplateName,
  attempt,
  showRefusal,
  trySave,
  withoutIntent,
  type FormAgain,
  type KeptForm,
} from './posted-form.server';
import { withQuery } from './upload.server';

/** A posted mapping form with what it is about. */
export interface PostedMapping {
  upload: UploadState;
  table: { name: string; columnNames: string[] };
  kept: KeptForm;
  entries: FormEntries;
}

/**
 * Saves in the order of the spec (section 4): first the comments that were posted along, and no further
 * when that fails; then the mapping. A mapping that is no longer there to be saved leads to the check.
 */
export async function saveMappingForm(
  context: LoadContext,
  posted: PostedMapping,
): Promise<Response | FormAgain> {
  const { upload, table, kept, entries } = posted;
  const { id, kind } = upload;
  const mapping = mappingOf(readChoices(entries, table.columnNames));
  const comments = [...readComments(entries)].map(([problem, comment]) => ({ id: problem, comment }));
  const refusal = await trySave(context, kept, entries, async () => {
    if (comments.length > 0) await overrideProblems(context, id, table.name, comments);
    await saveMapping(context, { kind, id, table: table.name }, mapping);
  });
  if (refusal?.status === 404) return redirect(paths.uploadCheck(id), 303);
  if (refusal) return showRefusal(context, refusal, entries);
  if (mapping.length === 0) {
    context.flash.set({ kind: 'note', key: 'mapping:savedEmpty' });
    return redirect(kept.page, 303);
  }
  return redirect(await nextPage(context, id, table.name), 303);
}

/** The next table without mapping, or the check once every table has one. */
async function nextPage(context: LoadContext, id: string, table: string): Promise<string> {
  const { tables } = await orFailurePage(readUploadState(context, id));
  const next = tables.find(({ mapped }) => !mapped)?.name;
  if (next === undefined) {
    context.flash.set({ kind: 'success', key: 'mapping:saved', values: { table } });
    return withQuery(paths.uploadCheck(id), { table });
  }
  context.flash.set({ kind: 'success', key: 'mapping:savedNext', values: { table, next } });
  return withQuery(paths.uploadData(id), { table: next });
}

/** Keeps the choices as a draft, unless they are what is saved, and shows another page of the form. */
export async function turnMappingPage(
  context: LoadContext,
  posted: PostedMapping,
  page: string,
): Promise<Response> {
  const { upload, table, kept, entries } = posted;
  const address = { kind: upload.kind, id: upload.id, table: table.name };
  const stored = choicesOf(await orFailurePage(readMapping(context, address)));
  const typed = readChoices(entries, table.columnNames);
  const same =
    typed.size === stored.size && [...typed].every(([source, value]) => stored.get(source) === value);
  if (same) await context.drafts.remove(kept.form, kept.object);
  else await context.drafts.save(kept.form, kept.object, withoutIntent(entries));
  return redirect(page, 303);
}

/** Fills the form from a template; the result is a draft until it is saved. */
export async function applyMappingTemplate(
  context: LoadContext,
  { table, kept, entries }: PostedMapping,
): Promise<Response> {
  const name = entryValue(entries, 'template');
  const template = (await orFailurePage(listMappingTemplates(context))).find((one) => one.name === name);
  const typed = readChoices(entries, table.columnNames);
  const { choices, filled } = applyTemplate(typed, template?.entries ?? [], table.columnNames);
  await context.drafts.save(
    kept.form,
    kept.object,
    [...choices].flatMap(([source, value]): FormEntries => [
      ['source', source],
      ['target', value],
    ]),
  );
  context.flash.set(
    template
      ? { kind: 'note', key: 'mapping:templateApplied', values: { name, count: filled } }
      : {
          kind: 'note',
          key: name ? 'uploads:templates.notFound' : 'uploads:templates.unchosen',
          values: { name },
        },
  );
  return redirect(kept.page, 303);
}

/** Saves the choices as a template of the user; without any choice the template is deleted. */
export async function saveMappingTemplate(
  context: LoadContext,
  posted: PostedMapping,
): Promise<Response | FormAgain> {
  const { table, kept, entries } = posted;
  const name = entryValue(entries, 'templateName').trim();
  const template = { name, entries: mappingOf(readChoices(entries, table.columnNames)) };
  if (name === '') return askTemplateName(context, entries);
  const refusal = await attempt(async () =>
    saveMappingTemplates(context, putTemplate(await listMappingTemplates(context), template)),
  );
  if (refusal) return showRefusal(context, refusal, entries);
  const key = template.entries.length > 0 ? 'uploads:templates.saved' : 'uploads:templates.deleted';
  context.flash.set({ kind: 'success', key, values: { name } });
  return turnMappingPage(context, posted, kept.page);
}
