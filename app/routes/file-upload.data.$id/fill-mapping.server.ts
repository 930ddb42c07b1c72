import { formatTargetValue } from '@domain/api/mapping';
import {
  type AppliedTemplate,
  applySuggestions,
  applyTemplate,
  firstSuggestions,
  mappingOf,
  readChoices,
  readSuggested,
  replaceBySuggestions,
  withChoices,
} from '~/forms/mapping-form';
import { listNames } from '~/i18n/formats';
import { translate } from '~/i18n/instances.server';
import type { FlashMessage, LoadContext } from '~/load-context';
import { listMappingTemplates, listTargets, putMappingTemplate, suggestTargets } from '~/repository-client/mapping';
import { attempt, orFailurePage } from '~/repository-client/transport';

import {
  type FormReply,
  readChosenTemplate,
  readTemplateName,
  redisplayForm,
  showRefusal,
} from '~/screens/posted-form.server';
import { addressOf, type PostedMapping, turnMappingPage } from './save-mapping.server';

/** Largest number of names in a message, and their largest length. */
const namesListed = 5;
const nameCharacters = 40;

/** Fills the form from a template and shows what matched. The result is a draft until it is saved. */
export async function applyMappingTemplate(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { upload, table, form } = posted;
  const name = await readChosenTemplate(posted.entries);
  const entries = posted.entries.filter(([entry]) => entry !== 'template');
  const [templates, targets] = await orFailurePage(
    Promise.all([listMappingTemplates(context), listTargets(context, upload.kind)]),
  );
  const template = templates.find((one) => one.name === name);
  if (!template) {
    const key = name ? 'uploads:templates.notFound' : 'uploads:templates.unchosen';
    context.flash.set({ kind: 'note', key, values: { name } });
    return turnMappingPage(context, { ...posted, entries }, form.page);
  }
  const typed = readChoices(entries, table.columnNames);
  const values = new Set(targets.map(formatTargetValue));
  const before = readSuggested(entries, table.columnNames);
  const applied = applyTemplate(typed, template.entries, table.columnNames, values, before);
  const suggested = new Set([...before].filter((source) => !applied.filled.includes(source)));
  context.flash.set({
    kind: 'note',
    key: 'mapping:templateApplied',
    values: { name, count: applied.filled.length, details: detailsOf(context, applied) },
  });
  const filled = withChoices(entries, applied.choices, suggested);
  return turnMappingPage(context, { ...posted, entries: filled }, posted.form.page);
}

/** Messages about the columns that a template did not fill. */
function detailsOf({ language }: LoadContext, { absent, unknown, open }: AppliedTemplate): string {
  const t = translate(language);
  const listed = (names: string[]) =>
    listNames(names.map(clipped), namesListed, (count) => t('mapping:andMore', { count }));
  return [['templateAbsent', absent] as const, ['templateUnknown', unknown] as const, ['templateOpen', open] as const]
    .filter(([, names]) => names.length > 0)
    .map(([key, names]) => t(`mapping:${key}`, { names: listed(names) }))
    .join(' ');
}

function clipped(name: string): string {
  return name.length > nameCharacters ? `${name.slice(0, nameCharacters)}…` : name;
}

/** Saves the choices as a template of the user. Without any choice the template is deleted. */
export async function saveMappingTemplate(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { table, form, entries } = posted;
  const { name, errors } = await readTemplateName(context, entries);
  if (errors.length > 0) return redisplayForm(entries, 400, errors);
  const template = { name, entries: mappingOf(readChoices(entries, table.columnNames)) };
  let isKnown = false;
  const refusal = await attempt(async () => {
    isKnown = await putMappingTemplate(context, template);
  });
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ ...outcomeOf(template.entries.length > 0, isKnown), values: { name } });
  const others = entries.filter(([entry]) => entry !== 'templateName');
  return turnMappingPage(context, { ...posted, entries: others }, form.page);
}

function outcomeOf(hasContent: boolean, wasKnown: boolean): Pick<FlashMessage, 'kind' | 'key'> {
  if (hasContent) return { kind: 'success', key: 'uploads:templates.saved' };
  if (wasKnown) return { kind: 'success', key: 'uploads:templates.deleted' };
  return { kind: 'note', key: 'uploads:templates.notFound' };
}

/** Fills the columns without a target with suggestions. The result is a draft until it is saved. */
export async function suggestMapping(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { table, form, entries } = posted;
  const suggestions = firstSuggestions(await orFailurePage(suggestTargets(context, addressOf(posted))));
  const typed = readChoices(entries, table.columnNames);
  const { choices, filled, open } = applySuggestions(typed, suggestions, table.columnNames);
  const suggested = new Set([...readSuggested(entries, table.columnNames), ...filled]);
  const key = filled.size > 0 ? 'mapping:suggested' : 'mapping:suggestedNone';
  context.flash.set({ kind: 'note', key, values: { count: filled.size, total: open } });
  return turnMappingPage(context, { ...posted, entries: withChoices(entries, choices, suggested) }, form.page);
}

/** Gives all columns the targets of the test battery that the table looks like. A draft until it is saved. */
export async function applyBattery(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { table, form, entries } = posted;
  const suggestions = await orFailurePage(suggestTargets(context, addressOf(posted)));
  if (!suggestions.battery) {
    context.flash.set({ kind: 'note', key: 'mapping:batteryGone' });
    return turnMappingPage(context, posted, form.page);
  }
  const typed = readChoices(entries, table.columnNames);
  const { choices, filled } = replaceBySuggestions(typed, firstSuggestions(suggestions));
  const values = { name: suggestions.battery.name, count: filled.size };
  context.flash.set({ kind: 'note', key: 'mapping:batteryUsed', values });
  return turnMappingPage(context, { ...posted, entries: withChoices(entries, choices, filled) }, form.page);
}

/** Takes the targets of all columns back. A draft until it is saved, so that no suggestions come in their place. */
export async function clearMapping(context: LoadContext, posted: PostedMapping): Promise<Response | FormReply> {
  const { form, entries } = posted;
  context.flash.set({ kind: 'note', key: 'mapping:cleared' });
  return turnMappingPage(context, { ...posted, entries: withChoices(entries, new Map(), new Set()) }, form.page);
}
