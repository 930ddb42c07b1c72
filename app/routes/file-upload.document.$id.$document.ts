import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { proxyDocument } from '~/screens/proxy-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** Streams a README or codebook file to its contributor. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyDocument(request, context, params.document ?? '', () => findOwnUpload(context, params));
}
