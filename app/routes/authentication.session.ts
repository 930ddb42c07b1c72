import type { LoaderFunctionArgs } from '@remix-run/node';

import { answerSession } from '~/drafts/session-end.server';

/** Tells script how long the session of its page lasts. To ask is no use of it (`web-handler.ts`). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const account = new URL(request.url).searchParams.get('account');
  return Response.json(answerSession(context, account), { headers: { 'Cache-Control': 'no-store' } });
}

/** 'Stay logged in': that it was sent is what makes the session last longer. */
export const action = loader;
