import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { proxyProblems } from '~/screens/proxy-file.server';
import { findSubmission } from '~/screens/upload.server';

/** The problems of a submission's table, or of all, as csv or xlsx, for the experts who review it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return proxyProblems(request, context, () => findSubmission(context, params));
}
