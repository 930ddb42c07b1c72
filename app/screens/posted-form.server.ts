import type { SubmissionResult } from '@conform-to/react';
import { data, redirect } from '@remix-run/node';
import { z } from 'zod';

import type { ErrorCode } from '@domain/error-codes';
import { maxTemplateNameCharacters } from '@domain/limits';
import { shortNameSchema } from '@domain/short-name';
import { redirectToLoginAndConfirm } from '~/auth/guards';
import type { ShownConflict } from '~/drafts/form-snapshot';
import { FormConflict } from '~/drafts/store-draft.server';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import { readEntries, readForm, readValidForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { attempt, type RepositoryError } from '~/repository-client/transport';

/** The form again as typed, with its errors. */
export function redisplayForm(
  entries: FormEntries,
  status: number,
  errors: FormError[],
  conflict: ShownConflict | null = null,
) {
  return data({ hasErrors: true, errors, entries, conflict }, { status });
}
export type FormReply = ReturnType<typeof redisplayForm>;

/** The form again as typed, with the message of a refusal. */
export function showRefusal(context: LoadContext, refusal: RepositoryError, entries: FormEntries): FormReply {
  return redisplayForm(entries, refusal.status, [errorOf(refusal, context)], conflictOf(refusal));
}

/** The form again as typed, because it was sent with a button that it does not have, or with only a part of its fields. */
export function refuseForm(context: LoadContext, entries: FormEntries): FormReply {
  return redisplayForm(entries, 400, [badRequestError(context)]);
}

/** Error of a form whose request makes no sense. */
export function badRequestError({ language }: LoadContext): FormError {
  return { message: translate(language)('errors:bad-request'), fieldId: null };
}

/** The conflict that a form shows with its question; null for any other refusal. */
export function conflictOf(refusal: RepositoryError): ShownConflict | null {
  return refusal instanceof FormConflict ? refusal.shown : null;
}

/** A refusal as an error of the whole form, which leads to the choice between versions if there is one. */
export function errorOf(refusal: RepositoryError, context: LoadContext): FormError {
  return { message: messageOf(refusal, context), fieldId: conflictOf(refusal) && 'other-version' };
}

/**
 * Errors of the reply to a form that was read by a schema, whose messages are keys of the locales. `fieldId` returns the id of the
 * control of a field, `values` are those of the messages.
 */
export function fieldErrors(
  context: LoadContext,
  { error }: SubmissionResult<string[]>,
  fieldId: (name: string) => string,
  values: Record<string, string | number> = {},
): FormError[] {
  const t = translate(context.language);
  return Object.entries(error ?? {}).flatMap(([name, keys]) =>
    (keys ?? []).map((key) => ({ message: t(key, values), fieldId: fieldId(name) })),
  );
}

const ConfirmationSchema = z.object({});

/** Carries out what a form without fields confirms. Returns the refusal for its page, null if it went well. */
export async function confirm(request: Request, context: LoadContext, order: () => Promise<unknown>) {
  await readForm(request, ConfirmationSchema);
  const refusal = await attempt(order);
  return refusal && data({ hasErrors: true, message: messageOf(refusal, context) }, { status: refusal.status });
}

interface Revocation {
  /** Page of the list. */
  page: string;
  number: number;
  revoke: (number: number) => Promise<unknown>;
  /** Key of the message that is shown afterwards. */
  done: string;
}

/** Revokes what a button of a list names by its number (`RevocableTable`), and shows the list again. */
export async function revokeListed(
  request: Request,
  context: LoadContext,
  { page, number, revoke, done }: Revocation,
): Promise<Response | FormReply> {
  if (!context.user) throw redirectToLoginAndConfirm(context, page);
  if (!Number.isSafeInteger(number) || number < 1) throw new Response(null, { status: 400 });
  const refusal = await confirm(request, context, () => revoke(number));
  if (refusal)
    return redisplayForm([], refusal.init?.status ?? 400, [{ message: refusal.data.message, fieldId: null }]);
  context.flash.set({ kind: 'success', key: done });
  return redirect(page, 303);
}

const nameMissing = 'errors:template-name-missing';
const TemplateNameSchema = z.object({
  templateName: z
    .string(nameMissing)
    .pipe(shortNameSchema(maxTemplateNameCharacters, 'errors:template-name-too-long'))
    .pipe(z.string().min(1, nameMissing)),
});

/** Reads the name under which the content of a form is to be saved as a template; '' with an error if it has none. */
export async function readTemplateName(
  context: LoadContext,
  entries: FormEntries,
): Promise<{ name: string; errors: FormError[] }> {
  const submission = await readForm(entries, TemplateNameSchema);
  if (submission.status === 'success') return { name: submission.value.templateName, errors: [] };
  const max = maxTemplateNameCharacters;
  return { name: '', errors: fieldErrors(context, submission.reply(), () => 'template-name', { max }) };
}

const ChosenTemplateSchema = z.object({ template: z.string().default('') });

/** Reads the name of the template that is to fill a form; '' if none was chosen. */
export async function readChosenTemplate(entries: FormEntries): Promise<string> {
  return (await readValidForm(entries, ChosenTemplateSchema)).template;
}

/** Message of a refusal; a general one if the repository gave none. */
export function messageOf(error: RepositoryError, context: LoadContext): string {
  return error.userMessage || translate(context.language)('errors:unavailable');
}

/**
 * Reads a form that was sent by script. Throws a JSON response with a message if it cannot be read, because there is no
 * page to show it.
 */
export async function readScriptedForm(
  request: Request,
  context: LoadContext,
  mostFields?: number,
): Promise<FormEntries> {
  try {
    return await readEntries(request, mostFields);
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown;
    throw messageResponse(context, thrown.status === 413 ? 'too-large-body' : 'bad-request', thrown.status);
  }
}

/** Refusal for script, with the text as `message`. */
export function messageResponse({ language }: LoadContext, code: ErrorCode, status: number): Response {
  return Response.json({ message: translate(language)(`errors:${code}`) }, { status });
}
