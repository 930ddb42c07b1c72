import type { ErrorCode } from '@domain/error-codes';

import type { FormEntries } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';

/**
 * Reads a form of at most so many fields that script has sent. Throws what cannot be read as a sentence in
 * JSON: there is no page that would say it.
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

/** Answer to script that refuses something: its sentence as `message`. */
export function messageResponse({ language }: LoadContext, code: ErrorCode, status: number): Response {
  return Response.json({ message: translate(language)(`errors:${code}`) }, { status });
}
