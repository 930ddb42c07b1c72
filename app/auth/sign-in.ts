import { type AppLoadContext, redirect } from '@remix-run/node';

import { isOutage } from '@domain/outage';

/** The sign-in client as the authentication routes use it. */
export interface SignIn {
  /** Starts sign-in: the redirect to the provider. `returnUrl` is checked already. Throws SignInFailure. */
  start(request: Request, returnUrl: string): Promise<Response>;
  /** Completes sign-in and redirects to the return address. Throws SignInFailure. */
  complete(request: Request): Promise<Response>;
  /** Ends the session here and redirects to the provider's sign-out. */
  end(request: Request): Promise<Response>;
  /** Ends the sessions a back-channel logout token names; null when the token does not hold, or was used before. */
  endByToken(logoutToken: string): Promise<number | null>;
  /** Address of the provider's register or profile page, with the way back. */
  accountPage(page: 'register' | 'profile'): Promise<string>;
  /** Settings for `_configuration/{client}`; null for an unknown client. */
  configuration(client: string): { authority: string; client_id: string; scope: string } | null;
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

/** Told by name: the build holds the class twice, for the server that throws and for the routes that answer. */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === 'SignInFailure';
}

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
