import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { loginFailed } from '~/auth/login-failed';

/** On to the identity provider's registration, which comes back to sign-in. */
export async function loader({ context }: LoaderFunctionArgs) {
  return redirect(await context.signIn.accountPage('register').catch((error: unknown) => loginFailed(error)));
}
