import { type AppLoadContext, redirect } from '@remix-run/node';

import { isOutage } from '@domain/outage';

/** Sign-in client for the authentication routes. */
export interface SignIn {
  /** Starts sign-in. Returns the redirect to the provider. `returnUrl` has been checked. Throws SignInFailure. */
  start(request: Request, returnUrl: string): Promise<Response>;
  /** Completes sign-in and redirects to the return address. Throws SignInFailure. */
  complete(request: Request): Promise<Response>;
  /** Ends the session here and redirects to the provider's sign-out. */
  end(request: Request): Promise<Response>;
  /**
   * Ends the sessions that a back-channel logout token names. Returns null if the token is not valid or was used
   * before.
   */
  endByToken(logoutToken: string): Promise<number | null>;
  /** Redirects to where somebody registers, which leads back to `returnUrl` signed in. Throws SignInFailure. */
  register(request: Request, returnUrl: string): Promise<Response>;
  /** Redirects to where an account is looked after, which leads back to `returnUrl`. Throws SignInFailure. */
  profile(returnUrl: string): Promise<Response>;
}

/** Why sign-in failed: keys of `locales/<language>/auth.json` under `failures`. */
export type SignInFailureCode = 'settings' | 'callback' | 'return-url' | 'window-closed';

export class SignInFailure extends Error {
  readonly code: SignInFailureCode;

  constructor(code: SignInFailureCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'SignInFailure';
    this.code = code;
  }
}

/**
 * Checks the name, because the build contains the class twice: for the server that throws and for the routes that
 * catch.
 */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === 'SignInFailure';
}

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
