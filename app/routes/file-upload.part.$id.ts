import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';

import { askAgain } from '~/auth/guards';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import { discardPart } from '~/repository-client/parts';
import { relayPart, relayState } from '~/screens/relay-part.server';

/** How far an upload is that can go on: HEAD in the words of tus, GET as JSON. */
export function loader({ request, context, params: { id = '' } }: LoaderFunctionArgs) {
  return request.method === 'HEAD' ? relayPart(request, context, id, 'HEAD') : relayState(context, id);
}

/** More of it (PATCH) and its end (DELETE) by script; its end by a form without script (POST). */
export async function action({ request, context, params: { id = '' } }: ActionFunctionArgs) {
  if (request.method === 'PATCH' || request.method === 'DELETE') {
    return relayPart(request, context, id, request.method);
  }
  if (!context.user) throw askAgain(context, paths.uploads());
  await orFailurePage(discardPart(context, id));
  context.flash.set({ kind: 'success', key: 'uploads:unfinished.deleted' });
  return redirect(paths.uploads(), 303);
}
