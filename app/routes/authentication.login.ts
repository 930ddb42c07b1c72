import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { safeReturnUrl } from '@domain/return-url';
import { loginFailed } from '~/auth/login-failed';

/** Starts sign-in and comes back to `returnUrl`, which must be of this site (spec section 5). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get('returnUrl') ?? '/';
  const returnUrl = safeReturnUrl(asked, context.origin);
  if (returnUrl === null) return redirect(loginFailed('return-url'));
  if (context.user) return redirect(returnUrl);
  return context.signIn.start(request, returnUrl).catch((error: unknown) => redirect(loginFailed(error)));
}
