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
  /** Address of the provider's register or profile page, which leads back here. */
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

/**
 * Checks the name, because the build contains the class twice: for the server that throws and for the routes that
 * catch.
 */
export function isSignInFailure(error: unknown): error is SignInFailure {
  return error instanceof Error && error.name === 'SignInFailure';
}
