import type { ErrorCode } from '@domain/error-codes';

import type { FormEntries } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';

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
