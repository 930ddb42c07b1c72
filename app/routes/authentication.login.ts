import { redirect, type LoaderFunctionArgs } from '@remix-run/node';

import { safeReturnUrl } from '@domain/same-origin';
import { answerSignInFailure, loginFailed } from '~/auth/sign-in';
import { portableReturnUrl } from '~/auth/sign-in-start';

/**
 * Starts sign-in, which returns to `returnUrl` on this site (spec section 5). Only for documents, so that images and
 * frames of other sites cannot start it.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const destination = request.headers.get('Sec-Fetch-Dest');
  if (destination !== null && destination !== 'document') return new Response(null, { status: 403 });
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get('returnUrl') ?? '/';
  const returnUrl = safeReturnUrl(asked, context.origin);
  if (returnUrl === null) return loginFailed('return-url');
  // With `again` the session is replaced by one that knows of a second factor.
  if (context.user && !searchParams.has('again')) return redirect(returnUrl);
  const portable = portableReturnUrl(returnUrl);
  if (portable !== returnUrl) context.flash.set({ kind: 'note', key: 'auth:returnUrlTooLong' });
  return context.signIn.start(request, portable).catch((error: unknown) => answerSignInFailure(context, error));
}
