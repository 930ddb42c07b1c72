import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { proxyOriginal } from '~/screens/proxy-file.server';
import { findSubmission } from '~/screens/upload.server';

/** The original file of a submission, streamed to the experts who review it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return proxyOriginal(request, context, () => findSubmission(context, params));
}
