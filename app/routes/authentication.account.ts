import type { LoaderFunctionArgs } from '@remix-run/node';

import { safeReturnUrl } from '@domain/same-origin';
import { answerSignInFailure } from '~/auth/sign-in';
import { paths } from '~/paths';

/**
 * Redirects to the page of the account, or to registration, which returns to sign-in and from there to `returnUrl` on
 * this site.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const asked = safeReturnUrl(searchParams.get('returnUrl') ?? paths.home(), context.origin) ?? paths.home();
  const { signIn } = context;
  const answer = pathname.endsWith('/register') ? signIn.register(request, asked) : signIn.profile(paths.home());
  return answer.catch((error: unknown) => answerSignInFailure(context, error));
}
