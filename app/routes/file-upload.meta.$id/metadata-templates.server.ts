import { redirect } from '@remix-run/node';

import { templateEntries } from '@domain/metadata/entries';
import { storeDraft } from '~/drafts/store-draft.server';
import { entriesOf, parseMetadataForm, parseValueName } from '~/forms/metadata/form-state';
import { applyMetadataTemplate, metadataOf } from '~/forms/metadata/stored-metadata';
import type { LoadContext } from '~/load-context';
import { listMetadataTemplates, putMetadataTemplate } from '~/repository-client/metadata';
import { attempt, orFailurePage } from '~/repository-client/transport';

import {
  type MetadataFormReply,
  type PostedMetadata,
  showMetadata,
  showRefusedMetadata,
} from '~/screens/metadata-form.server';
import { readChosenTemplate, readTemplateName } from '~/screens/posted-form.server';

/** Fills the form from a template. The result is a draft until it is saved. */
export async function applyTemplateToMetadata(
  context: LoadContext,
  { fields, form, entries }: PostedMetadata,
): Promise<Response | MetadataFormReply> {
  const name = await readChosenTemplate(entries);
  const template = (await orFailurePage(listMetadataTemplates(context))).find((one) => one.name === name);
  const filled = applyMetadataTemplate(fields, parseMetadataForm(fields, entries), template?.entries ?? []);
  const rest = entries.filter(([entry]) => entry !== 'template' && parseValueName(entry) === null);
  const conflict = await storeDraft(context, form, [...rest, ...entriesOf(filled)]);
  if (conflict) return showRefusedMetadata(context, conflict, entries);
  const key = template ? 'applied' : name === '' ? 'unchosen' : 'notFound';
  context.flash.set({ kind: 'note', key: `uploads:templates.${key}`, values: { name } });
  return redirect(form.page, 303);
}

/** Saves the form as a template of the user, without the title. An empty form deletes the template. */
export async function saveMetadataTemplate(
  context: LoadContext,
  { fields, form, entries }: PostedMetadata,
): Promise<Response | MetadataFormReply> {
  const { name, errors } = await readTemplateName(context, entries);
  if (errors.length > 0) return showMetadata(entries, { status: 400, errors });
  const metadata = metadataOf(fields, parseMetadataForm(fields, entries));
  const template = { name, entries: templateEntries(metadata) };
  const refusal = await attempt(() => putMetadataTemplate(context, template));
  if (refusal) return showRefusedMetadata(context, refusal, entries);
  const content = entries.filter(([entry]) => entry !== 'templateName');
  const conflict = await storeDraft(context, form, content);
  if (conflict) return showRefusedMetadata(context, conflict, content);
  const key = template.entries.length > 0 ? 'saved' : 'deleted';
  context.flash.set({ kind: 'success', key: `uploads:templates.${key}`, values: { name } });
  return redirect(form.page, 303);
}
