import type { LoaderFunctionArgs } from '@remix-run/node';

import { requireUser } from '~/auth/guards';
import { downloadAccountData } from '~/repository-client/account-data';
import { proxyFile } from '~/screens/proxy-file.server';

/** Streams everything that is kept about the user. */
export function loader({ request, context }: LoaderFunctionArgs) {
  requireUser(request, context);
  const method = request.method === 'HEAD' ? 'HEAD' : 'GET';
  return proxyFile(request, context, () => downloadAccountData(context, { method, signal: request.signal }));
}
