import type { ActionFunctionArgs } from '@remix-run/node';

import { proxyResumableStart } from '~/screens/relay-part.server';

/** Begins an upload by script that can go on after a lost connection (tus). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return proxyResumableStart(request, context, params.kind);
}
