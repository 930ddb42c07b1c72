import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { loginFailed } from '~/auth/login-failed';

/** Completes sign-in and goes on to the page it was started from. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!new URL(request.url).searchParams.has('state')) return redirect(loginFailed('callback'));
  return context.signIn.complete(request).catch((error: unknown) => redirect(loginFailed(error)));
}
