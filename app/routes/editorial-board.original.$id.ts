import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { passOriginal } from '~/screens/pass-file.server';
import { findSubmission } from '~/screens/upload.server';

/** The original file of a submission, streamed to the experts who review it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return passOriginal(request, context, () => findSubmission(context, params));
}
