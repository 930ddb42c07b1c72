import type { LoaderFunctionArgs } from '@remix-run/node';

import { answerSignInFailure, loginFailed } from '~/auth/sign-in';

/** Completes sign-in and goes on to the page it was started from. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.has('state')) return loginFailed('callback');
  return context.signIn.complete(request).catch((error: unknown) => answerSignInFailure(context, error));
}
