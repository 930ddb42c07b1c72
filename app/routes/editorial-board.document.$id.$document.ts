import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireExpert } from '~/auth/guards';
import { proxyDocument } from '~/screens/proxy-file.server';
import { findSubmission } from '~/screens/upload.server';

/** Streams a README or codebook file to the experts who review it. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  return proxyDocument(request, context, params.document ?? '', () => findSubmission(context, params));
}
