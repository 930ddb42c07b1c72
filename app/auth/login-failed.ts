import { redirect, type AppLoadContext } from '@remix-run/node';

import { isOutage } from '@domain/outage';

import { isSignInFailure, type SignInFailureCode } from './sign-in';

/** Codes for which the login-failed page has a message of its own. */
export const failureCodes: readonly SignInFailureCode[] = ['settings', 'callback', 'return-url', 'window-closed'];

export function isFailureCode(value: unknown): value is SignInFailureCode {
  return failureCodes.some((code) => code === value);
}

/** Redirects to the page that shows why sign-in failed. */
export function loginFailed(code: SignInFailureCode): Response {
  return redirect(`/authentication/login-failed?message=${code}`);
}

/**
 * Response to an error during sign-in. If the provider is away or not configured correctly, the error is logged for the
 * operator. Other errors are thrown again.
 */
export function answerSignInFailure({ reportError }: Pick<AppLoadContext, 'reportError'>, error: unknown): Response {
  if (!isSignInFailure(error)) throw error;
  if (error.code === 'settings' || isOutage(error)) reportError(error);
  return loginFailed(error.code);
}
