import type { ActionFunctionArgs } from '@remix-run/node';
import { z } from 'zod';

import { fieldIds } from '@domain/metadata/field-ids';

import { readValidForm } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import { errorsOf, validateTitle } from '~/repository-client/metadata';
import { attempt } from '~/repository-client/transport';
import { messageOf, messageResponse, readScriptedForm } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

const TitleSchema = z.object({ title: z.string().default('') });

/**
 * Checks a title while it is being typed (spec section 5). Returns its error, or null. Only script calls this, so every
 * refusal is a message in JSON, even without a session.
 */
export async function action({ request, context, params }: ActionFunctionArgs) {
  if (!context.user) return messageResponse(context, 'unauthenticated', 401);
  const id = uploadIdOf(params);
  const { title } = await readValidForm(await readScriptedForm(request, context), TitleSchema);
  const metadata = [{ id: fieldIds.title, name: '', values: [title] }];
  const refusal = await attempt(() => validateTitle(context, { id: [id], metadata }));
  if (!refusal) return Response.json({ message: null });
  const code = errorsOf(refusal.problem)[0]?.code;
  const message = code ? translate(context.language)(`metadata-errors:${code}`) : messageOf(refusal, context);
  return Response.json({ message }, { status: refusal.status });
}
