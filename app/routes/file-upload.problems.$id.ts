import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { passProblems } from '~/screens/pass-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** The problems of an upload's table, or of all, as csv or xlsx, for its owner. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return passProblems(request, context, () => findOwnUpload(context, params));
}
