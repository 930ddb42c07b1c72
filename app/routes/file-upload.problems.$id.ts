import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { proxyProblems } from '~/screens/proxy-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** The problems of one table, or of all tables of an upload, as csv or xlsx, for the owner. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyProblems(request, context, () => findOwnUpload(context, params));
}
