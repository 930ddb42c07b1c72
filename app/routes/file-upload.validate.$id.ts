import type { ActionFunctionArgs } from '@remix-run/node';

import { fieldIds } from '@domain/metadata/field-ids';

import { requireUser } from '~/auth/guards';
import { entryValue } from '~/forms/form-entries';
import { readEntries } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import { faultsOf, validateTitle } from '~/repository-client/metadata';
import { attempt, sentenceOf } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

/** Checks a title while it is being written (spec section 5): answers what is wrong with it, or null. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  const id = uploadIdOf(params);
  const title = entryValue(await readEntries(request), 'title');
  const metadata = [{ id: fieldIds.title, name: '', values: [title] }];
  const refusal = await attempt(() => validateTitle(context, { id: [id], metadata }));
  if (!refusal) return Response.json({ message: null });
  const code = faultsOf(refusal.problem)[0]?.code;
  const message = code
    ? translate(context.language)(`metadata-faults:${code}`)
    : sentenceOf(refusal, context);
  return Response.json({ message });
}
