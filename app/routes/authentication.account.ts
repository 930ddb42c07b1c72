import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { answerSignInFailure } from '~/auth/sign-in';

/** Redirects to the identity provider's account page, or to its registration, which returns to sign-in. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = new URL(request.url).pathname.endsWith('/register') ? 'register' : 'profile';
  return context.signIn.accountPage(page).then(redirect, (error: unknown) => answerSignInFailure(context, error));
}
