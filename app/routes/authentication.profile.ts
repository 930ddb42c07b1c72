import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { answerSignInFailure } from '~/auth/login-failed';

/** Redirects to the identity provider's account page. */
export async function loader({ context }: LoaderFunctionArgs) {
  const address = context.signIn.accountPage('profile');
  return address.then(redirect, (error: unknown) => answerSignInFailure(context, error));
}
