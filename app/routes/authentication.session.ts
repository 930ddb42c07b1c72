import type { LoaderFunctionArgs } from '@remix-run/node';

import { answerSession } from '~/screens/session-end.server';

/** Returns to script how long the session of its page lasts. Asking does not extend it (`request-context.ts`). */
export function loader({ request, context }: LoaderFunctionArgs) {
  const account = new URL(request.url).searchParams.get('account');
  return Response.json(answerSession(context, account), { headers: { 'Cache-Control': 'no-store' } });
}

/** 'Stay logged in'. The POST itself extends the session. */
export const action = loader;
