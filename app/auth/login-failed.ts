import { redirect, type AppLoadContext } from '@remix-run/node';

import { isOutage } from '@domain/outage';

import { isSignInFailure, type SignInFailureCode } from './sign-in';

/** Codes whose sentences the login-failed page shows; anything else there shows the general one. */
export const failureCodes: readonly SignInFailureCode[] = ['settings', 'callback', 'return-url', 'window-closed'];

export function isFailureCode(value: unknown): value is SignInFailureCode {
  return failureCodes.some((code) => code === value);
}

/** Leads to the page that says why nobody could sign in. */
export function loginFailed(code: SignInFailureCode): Response {
  return redirect(`/authentication/login-failed?message=${code}`);
}

/**
 * Answers what was thrown while signing in. A provider that is away or set up wrongly is told to the operator,
 * who alone can mend it. What is no failure of the sign-in is thrown on.
 */
export function answerSignInFailure({ reportError }: Pick<AppLoadContext, 'reportError'>, error: unknown): Response {
  if (!isSignInFailure(error)) throw error;
  if (error.code === 'settings' || isOutage(error)) reportError(error);
  return loginFailed(error.code);
}
