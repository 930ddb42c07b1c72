import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { loginFailed } from '~/auth/login-failed';

/** On to the identity provider's account page. */
export async function loader({ context }: LoaderFunctionArgs) {
  return redirect(await context.signIn.accountPage('profile').catch((error: unknown) => loginFailed(error)));
}
