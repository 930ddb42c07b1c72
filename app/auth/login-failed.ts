import { SignInFailure, type SignInFailureCode } from './sign-in';

/** Codes whose sentences the login-failed page shows; anything else there shows the general one. */
export const failureCodes: readonly SignInFailureCode[] = [
  'settings',
  'callback',
  'return-url',
  'window-closed',
];

export function isFailureCode(value: unknown): value is SignInFailureCode {
  return failureCodes.some((code) => code === value);
}

/** Address of the login-failed page for a code, or for what was thrown while signing in. */
export function loginFailed(cause: SignInFailureCode | unknown): string {
  const code = cause instanceof SignInFailure ? cause.code : isFailureCode(cause) ? cause : 'callback';
  return `/authentication/login-failed?message=${code}`;
}
