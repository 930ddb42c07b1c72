import type { ActionFunctionArgs } from '@remix-run/node';

import { proxyResumableStart } from '~/screens/proxy-resumable.server';

/** Starts an upload by script that can be resumed after a lost connection (tus). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return proxyResumableStart(request, context, params.kind);
}
