import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { passOriginal } from '~/screens/pass-file.server';
import { findSubmission } from '~/screens/upload.server';

/** The file of a submission as it arrived, for the experts who review it: passed on as it comes. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return passOriginal(request, context, () => findSubmission(context, params));
}
