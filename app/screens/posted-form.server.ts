import { data } from '@remix-run/node';

import type { ShownConflict } from '~/drafts/form-snapshot';
import { FormConflict } from '~/drafts/store-draft.server';
import type { FormError } from '~/forms/error-summary';
import type { FormEntries } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import type { RepositoryError } from '~/repository-client/transport';

/** The form once more with its errors, as it was typed. */
export function redisplayForm(
  entries: FormEntries,
  status: number,
  errors: FormError[],
  conflict: ShownConflict | null = null,
) {
  return data({ hasErrors: true, errors, entries, conflict }, { status });
}
export type FormReply = ReturnType<typeof redisplayForm>;

/** The form once more, with the sentence of a refusal. */
export function showRefusal(context: LoadContext, refusal: RepositoryError, entries: FormEntries): FormReply {
  return redisplayForm(entries, refusal.status, [errorOf(refusal, context)], conflictOf(refusal));
}

/** The conflict that a form shows with its question; null for any other refusal. */
export function conflictOf(refusal: RepositoryError): ShownConflict | null {
  return refusal instanceof FormConflict ? refusal.shown : null;
}

/** A refusal as an error of the whole form, which leads to the choice between versions if there is one. */
export function errorOf(refusal: RepositoryError, context: LoadContext): FormError {
  return { message: messageOf(refusal, context), fieldId: conflictOf(refusal) && 'other-version' };
}

/** The form once more, because a template needs a name. */
export function askTemplateName(context: LoadContext, entries: FormEntries): FormReply {
  const message = translate(context.language)('errors:template-name-missing');
  return redisplayForm(entries, 400, [{ message, fieldId: 'template-name' }]);
}

/** The sentence of a refusal; the one for silence if the repository gave none. */
export function messageOf(error: RepositoryError, context: LoadContext): string {
  return error.userMessage || translate(context.language)('errors:unavailable');
}
