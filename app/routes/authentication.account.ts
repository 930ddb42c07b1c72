import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { safeReturnUrl } from '@domain/same-origin';
import { answerSignInFailure } from '~/auth/sign-in';
import { portableReturnUrl } from '~/auth/sign-in-start';
import { paths } from '~/paths';

/**
 * Redirects to the identity provider's account page, or to its registration, which returns to sign-in and from there to
 * `returnUrl` on this site.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { pathname, searchParams } = new URL(request.url);
  const asked = safeReturnUrl(searchParams.get('returnUrl') ?? paths.home(), context.origin) ?? paths.home();
  const [page, back] = pathname.endsWith('/register')
    ? (['register', loginTo(portableReturnUrl(asked))] as const)
    : (['profile', paths.home()] as const);
  return context.signIn.accountPage(page, back).then(redirect, (error: unknown) => answerSignInFailure(context, error));
}

function loginTo(page: string): string {
  return page === paths.home() ? paths.login() : `${paths.login()}?returnUrl=${encodeURIComponent(page)}`;
}
