import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { proxyOriginal } from '~/screens/proxy-file.server';
import { findOwnUpload } from '~/screens/upload.server';

/** Streams the original file of an upload to its owner. */
export function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return proxyOriginal(request, context, () => findOwnUpload(context, params));
}
