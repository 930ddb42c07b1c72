import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { answerSignInFailure } from '~/auth/login-failed';

/** Redirects to the identity provider's registration, which returns to sign-in. */
export async function loader({ context }: LoaderFunctionArgs) {
  const address = context.signIn.accountPage('register');
  return address.then(redirect, (error: unknown) => answerSignInFailure(context, error));
}
