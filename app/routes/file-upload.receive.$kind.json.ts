import type { ActionFunctionArgs } from '@remix-run/node';

import { paths } from '~/paths';
import { passOnUpload } from '~/screens/receive-files.server';

/** The same upload for script, which shows progress: answers where to go on, or the reasons of a refusal. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  if (!context.user) return Response.json({ location: null, refusals: [] }, { status: 401 });
  const { status, firstId, refusals } = await passOnUpload(request, context, params.kind);
  const location = firstId === null ? null : paths.uploadData(firstId);
  return Response.json({ location, refusals }, { status });
}
