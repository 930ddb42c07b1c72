import type { ActionFunctionArgs } from '@remix-run/node';

import { relayBeginning } from '~/screens/relay-part.server';

/** Begins an upload by script that can go on after a lost connection (tus). */
export function action({ request, context, params }: ActionFunctionArgs) {
  return relayBeginning(request, context, params.kind);
}
