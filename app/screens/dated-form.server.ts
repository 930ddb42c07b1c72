import { redirect } from '@remix-run/node';

import type { ErrorCode } from '@domain/error-codes';
import type { EmbargoAct } from '@domain/life/embargo-changes';
import { countCharacters } from '@domain/short-name';

import { type DraftableForm, openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySend } from '~/drafts/post-draft.server';
import { type Entries, entryValue, entryValues, type FormEntries, readIntent } from '~/forms/form-entries';
import type { FormError } from '~/forms/error-summary';
import { typedText } from '~/forms/typed-text';
import { translate } from '~/i18n/instances.server';
import type { FlashMessage, LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readEmbargo } from '~/repository-client/embargo';
import { attempt, type RepositoryError } from '~/repository-client/transport';

import { conflictOf, type FormReply, messageOf, redisplayForm, showRefusal } from './posted-form.server';
import { uploadExists } from './upload.server';

/** Fields of forms that choose a day, and the keys of their labels, for copying. */
type Fields = Readonly<Record<string, string>>;

const embargoFields: Record<EmbargoAct, Fields> = {
  shorten: { until: 'embargo:acts.shorten.until' },
  lengthen: { until: 'embargo:acts.lengthen.until', reason: 'embargo:acts.lengthen.reason' },
};
const tokenFields: Fields = {
  label: 'access-tokens:make.label',
  scopes: 'access-tokens:make.scopes',
  until: 'access-tokens:make.until',
};
const linkFields: Fields = { label: 'private-links:make.label', until: 'private-links:make.until' };

/** The form with which the embargo of a data set is shortened or lengthened. */
export function embargoForm(context: LoadContext, id: string, act: EmbargoAct): DraftableForm {
  return {
    ...datedForm(context, embargoFields[act]),
    kind: 'embargo',
    object: `${id}/${act}`,
    page: act === 'shorten' ? paths.uploadEmbargo(id) : paths.editorialEmbargo(id),
    exists: async () => (await attempt(() => readEmbargo(context, act, id)))?.status !== 404,
  };
}

/** The form with which a private link to an upload is made. */
export function privateLinkForm(context: LoadContext, id: string): DraftableForm {
  return {
    ...datedForm(context, linkFields),
    kind: 'private-link',
    object: id,
    page: paths.privateLinks(id),
    exists: () => uploadExists(context, id),
  };
}

/** The form with which an access token of the user is made. */
export function accessTokenForm(context: LoadContext): DraftableForm {
  return {
    ...datedForm(context, tokenFields),
    kind: 'access-token',
    object: 'new',
    page: paths.accessTokens(),
    exists: () => Promise.resolve(true),
  };
}

function datedForm({ language }: LoadContext, fields: Fields) {
  const t = translate(language);
  return {
    saved: async () => ({ entries: [], tag: '' }),
    meaningOf: async (entries: Entries) => meaningOf(entries),
    inWords: (entries: FormEntries): FormEntries =>
      Object.entries(fields).map(([name, label]) => [t(label), entryValues(entries, name).join(', ')]),
  };
}

/** What was entered, whatever the spaces around it. */
function meaningOf(entries: Entries): string {
  const values = ['until', 'reason', 'label'].map((name) => typedText(entryValue(entries, name)));
  values.push(...entryValues(entries, 'scopes'));
  return values.every((value) => value === '') ? '' : JSON.stringify(values);
}

/** What was typed in such a form, and its versions in other windows. `proposed` is what an untouched form contains. */
export async function openDated(context: LoadContext, form: DraftableForm, proposed: Entries = []) {
  const { entries, versions } = await openForm(context, form, { meaningOf: (draft) => meaningOf(draft ?? proposed) });
  return { typed: entries, versions };
}

/** Fields to whose entries the codes of refusals refer. */
const fieldOf: Partial<Record<ErrorCode, string>> = {
  'embargo-not-shorter': 'until',
  'embargo-not-longer': 'until',
  'embargo-too-long': 'until',
  'private-link-end': 'until',
  'private-link-label-missing': 'label',
  'reason-missing': 'reason',
  'token-end': 'until',
  'token-label-missing': 'label',
  'token-scopes-missing': 'scopes',
};

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

interface SentDated {
  /** Fields of this form to whose entries further codes of refusals refer. */
  fields?: Partial<Record<ErrorCode, string>>;
  /** Most characters of each text. */
  longest: Readonly<Record<string, number>>;
  /** Everything for which the repository would refuse the entries, which tells the first reason only. */
  refusalsOf?: (typed: Typed, entries: Entries) => Promise<ErrorCode[]>;
  /** What is to be confirmed before it is sent; null if nothing is. */
  unconfirmed?: (typed: Typed, entries: Entries) => Promise<FormError | null>;
  /** Returns the message that is shown afterwards. */
  send: (typed: Typed, entries: Entries) => Promise<FlashMessage>;
}

/**
 * Stores the form of a request as a draft, or sends it. Every refusal of the repository shows it as it was typed, with
 * its sentence at the field.
 */
export async function sendDated(
  request: Request,
  context: LoadContext,
  form: DraftableForm,
  { longest, fields, refusalsOf, unconfirmed, send }: SentDated,
): Promise<Response | FormReply> {
  const entries = await readDraftableForm(request, context, form);
  if (readIntent(entries).verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  const typed = typedIn(entries);
  let refusals: ErrorCode[] = [];
  // If the repository cannot be asked, sending the form tells why.
  if (refusalsOf) await attempt(async () => void (refusals = await refusalsOf(typed, entries)));
  const errors = entryErrors(context, typed, { longest, refusals });
  if (errors.length > 0) return redisplayForm(entries, 400, errors);
  const question = await unconfirmed?.(typed, entries);
  if (question) return redisplayForm(entries, 400, [question]);
  let sent: FlashMessage | null = null;
  const refusal = await trySend(context, form, entries, async () => void (sent = await send(typed, entries)));
  if (refusal) return showAtField(context, refusal, entries, { ...fieldOf, ...fields });
  if (sent) context.flash.set(sent);
  return redirect(form.page, 303);
}

interface Typed {
  until: string;
  reason: string;
  label: string;
}

function typedIn(entries: Entries): Typed {
  const value = (name: string) => typedText(entryValue(entries, name));
  return { until: value('until'), reason: value('reason'), label: value('label') };
}

/**
 * Errors of the entries, one for each field: what the repository could only refuse as a whole, which is no day and texts
 * that are too long, and what it would refuse one after the other.
 */
function entryErrors(
  { language }: LoadContext,
  typed: Typed,
  { longest, refusals }: Pick<SentDated, 'longest'> & { refusals: readonly ErrorCode[] },
): FormError[] {
  const t = translate(language);
  const isDay = dayPattern.test(typed.until) && !Number.isNaN(Date.parse(typed.until));
  const tooLong = Object.entries(longest).filter(([name, max]) => lengthIn(typed, name as keyof Typed) > max);
  return [
    ...tooLong.map(([name, max]) => ({ message: t('forms:textTooLong', { max }), fieldId: name })),
    ...refusals.flatMap((code) => {
      const fieldId = fieldOf[code];
      return fieldId === undefined || (fieldId === 'until' && !isDay) ? [] : { message: t(`errors:${code}`), fieldId };
    }),
    ...(isDay ? [] : [{ message: t('forms:dayMissing'), fieldId: 'until' }]),
  ];
}

/** Labels are counted in characters as people do, reasons like all comments. */
function lengthIn(typed: Typed, name: keyof Typed): number {
  return name === 'label' ? countCharacters(typed.label) : typed[name].length;
}

function showAtField(
  context: LoadContext,
  refusal: RepositoryError,
  entries: FormEntries,
  fields: Readonly<Record<string, string>>,
): FormReply {
  const fieldId = fields[refusal.code];
  if (fieldId === undefined || conflictOf(refusal)) return showRefusal(context, refusal, entries);
  return redisplayForm(entries, refusal.status, [{ message: messageOf(refusal, context), fieldId }]);
}
