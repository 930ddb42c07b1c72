import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { passOriginal } from '~/screens/pass-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** The file of an upload as it arrived, for its owner: passed on as it comes. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return passOriginal(request, context, () => findOwnUpload(context, params));
}
