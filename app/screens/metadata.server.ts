import { data, redirect } from '@remix-run/node';

import type { MetadataFault } from '@domain/api/metadata';
import type { UploadState } from '@domain/api/uploads';
import { readSchema, type FormField } from '@domain/metadata/directives';
import { templateEntries } from '@domain/metadata/entries';
import { confirmedValue } from '@domain/metadata/storage-forms';
import { canStart } from '@domain/workflow-steps';

import type { FormEntries } from '~/auth/draft-store';
import {
  addValue,
  entriesOf,
  parsePlace,
  placeName,
  readForm,
  removeValue,
  setValue,
  valuesAt,
  type FormState,
} from '~/components/metadata-form/form-state';
import {
  applyMetadataTemplate,
  dropEmptyValues,
  metadataOf,
} from '~/components/metadata-form/stored-metadata';
import { putTemplate } from '~/components/templates/put-template';
import type { FormError } from '~/forms/error-summary';
import { entryValue } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import {
  faultsOf,
  listMetadataTemplates,
  readMetadata,
  readMetadataSchema,
  saveMetadata,
  saveMetadataTemplates,
} from '~/repository-client/metadata';
import { attempt, findDraft, sentenceOf, trySave, withoutIntent, type KeptForm } from './posted-form.server';
import { isEditable } from './upload.server';

export function metadataForm(id: string): KeptForm {
  return { form: 'metadata', object: id, page: paths.uploadMeta(id) };
}

/** What the metadata screen shows: the state of the file alone while metadata cannot be entered yet. */
export async function loadMetadata(
  context: LoadContext,
  upload: UploadState,
  mode: 'contributor' | 'expert',
) {
  const readOnly = mode === 'expert' || !isEditable(upload);
  if (!readOnly && !canStart('metadata', upload.flags)) return { upload, form: null };
  const [schema, study, templates, draft] = await orFailurePage(
    Promise.all([
      readMetadataSchema(context),
      readMetadata(context, upload.id),
      readOnly ? [] : listMetadataTemplates(context),
      readOnly ? null : findDraft(context, metadataForm(upload.id)),
    ]),
  );
  return {
    upload,
    form: {
      readOnly,
      fields: readSchema(schema),
      metadata: study.metadata,
      templates: templates.map(({ name }) => name),
      draft: draft?.shown ?? null,
      draftEntries: draft?.entries ?? null,
    },
  };
}

export type MetadataData = NonNullable<Awaited<ReturnType<typeof loadMetadata>>['form']>;

/** The form once more, as typed or with a value more or less. */
export function showMetadata(
  entries: FormEntries,
  more: { status?: number; errors?: FormError[]; faults?: MetadataFault[]; focus?: string | null },
) {
  const errors: FormError[] = more.errors ?? [];
  const faults: MetadataFault[] | null = more.faults ?? null;
  const hasErrors = errors.length > 0 || faults !== null;
  const answer = { hasErrors, errors, faults, entries: withoutIntent(entries), focus: more.focus ?? null };
  return data(answer, { status: more.status ?? 200 });
}
export type MetadataAgain = ReturnType<typeof showMetadata>;

/** A posted metadata form with what it is about. */
export interface PostedMetadata {
  id: string;
  fields: FormField[];
  kept: KeptForm;
  entries: FormEntries;
}

/** 'Add', 'Remove' and 'Confirm': the form changes, nothing is checked or saved. */
export function changeMetadata(
  { fields, entries }: PostedMetadata,
  verb: 'add' | 'remove' | 'confirm',
  argument: string,
): MetadataAgain {
  const state = readForm(fields, entries);
  const { changed, focus } = change(state, fields, verb, argument);
  const rest = entries.filter(([name]) => parsePlace(name) === null);
  return showMetadata([...rest, ...entriesOf(changed)], { focus });
}

function change(
  state: FormState,
  fields: FormField[],
  verb: 'add' | 'remove' | 'confirm',
  argument: string,
): { changed: FormState; focus: string | null } {
  if (verb === 'add') {
    const [field, parent] = argument.split('-').map(Number);
    const list = { field: field ?? 0, parent: parent ?? null };
    const changed = addValue(state, fields, list);
    return { changed, focus: placeName({ ...list, index: valuesAt(changed, fields, list).length - 1 }) };
  }
  const place = parsePlace(argument);
  if (!place) return { changed: state, focus: null };
  if (verb === 'confirm') {
    return { changed: setValue(state, fields, place, confirmedValue), focus: placeName(place) };
  }
  const changed = removeValue(state, fields, place);
  const last = valuesAt(changed, fields, place).length - 1;
  return { changed, focus: placeName({ ...place, index: Math.min(place.index, last) }) };
}

/** Saves the metadata; faults come back at their fields, with everything as it was typed. */
export async function saveMetadataForm(
  context: LoadContext,
  { id, fields, kept, entries }: PostedMetadata,
): Promise<Response | MetadataAgain> {
  const state = dropEmptyValues(fields, readForm(fields, entries));
  const metadata = metadataOf(fields, state);
  const refusal = await trySave(context, kept, entries, () => saveMetadata(context, { id: [id], metadata }));
  if (refusal) {
    const faults = faultsOf(refusal.problem);
    const message = sentenceOf(refusal, context);
    return showMetadata(entriesOf(state), {
      status: refusal.status,
      ...(faults.length > 0 ? { faults } : { errors: [{ message, fieldId: null }] }),
    });
  }
  context.flash.set({ kind: 'success', key: 'metadata:saved' });
  return redirect(kept.page, 303);
}

/** Fills the form from a template; the result is a draft until it is saved. */
export async function applyTemplateToMetadata(
  context: LoadContext,
  { fields, kept, entries }: PostedMetadata,
): Promise<Response> {
  const name = entryValue(entries, 'template');
  const template = (await orFailurePage(listMetadataTemplates(context))).find((one) => one.name === name);
  const filled = applyMetadataTemplate(fields, readForm(fields, entries), template?.entries ?? []);
  await context.drafts.save(kept.form, kept.object, entriesOf(filled));
  const key = template ? 'applied' : name === '' ? 'unchosen' : 'notFound';
  context.flash.set({ kind: 'note', key: `uploads:templates.${key}`, values: { name } });
  return redirect(kept.page, 303);
}

/** Saves the form as a template of the user, without its title; an empty form deletes the template. */
export async function saveMetadataTemplate(
  context: LoadContext,
  { fields, kept, entries }: PostedMetadata,
): Promise<Response | MetadataAgain> {
  const name = entryValue(entries, 'templateName').trim();
  if (name === '') {
    const message = translate(context.language)('errors:template-name-missing');
    return showMetadata(entries, { status: 400, errors: [{ message, fieldId: 'template-name' }] });
  }
  const metadata = metadataOf(fields, dropEmptyValues(fields, readForm(fields, entries)));
  const template = { name, entries: templateEntries(metadata) };
  const refusal = await attempt(async () =>
    saveMetadataTemplates(context, putTemplate(await listMetadataTemplates(context), template)),
  );
  if (refusal) {
    const message = sentenceOf(refusal, context);
    return showMetadata(entries, { status: refusal.status, errors: [{ message, fieldId: null }] });
  }
  await context.drafts.save(kept.form, kept.object, withoutIntent(entries));
  const key = template.entries.length > 0 ? 'saved' : 'deleted';
  context.flash.set({ kind: 'success', key: `uploads:templates.${key}`, values: { name } });
  return redirect(kept.page, 303);
}
