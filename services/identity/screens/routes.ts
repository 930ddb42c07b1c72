import { sendResetLink, showForgottenPassword } from './forgotten-password';
import { setNewPassword, showNewPassword } from './new-password';
import { saveProfile, showProfile } from './profile';
import { register, showRegister } from './register';
import type { ScreenRoute } from './screen';
import { showSignIn, signIn } from './sign-in';

/** Addresses below the mount path as patterns, for the log: our pages, then oidc-provider's. */
export const identityPatterns = [
  ...['', '/interaction/:uid'].flatMap((base) => [`${base}/register`, `${base}/forgotten-password`]),
  ...['/interaction/:uid', '/sign-in', '/new-password', '/profile'],
  ...['/auth', '/auth/:uid', '/token', '/token/revocation', '/jwks', '/.well-known/openid-configuration'],
  ...['/session/end', '/session/end/confirm', '/session/end/success'],
];

/** The provider's own pages, below its mount path. Those of a sign-in request carry its uid. */
export const screenRoutes: ScreenRoute[] = [
  { path: /^\/interaction\/([\w-]+)$/, get: showSignIn, post: signIn },
  { path: /^\/sign-in$/, get: showSignIn, post: signIn },
  { path: /^(?:\/interaction\/([\w-]+))?\/register$/, get: showRegister, post: register },
  { path: /^(?:\/interaction\/([\w-]+))?\/forgotten-password$/, get: showForgottenPassword, post: sendResetLink },
  { path: /^\/new-password$/, get: showNewPassword, post: setNewPassword },
  { path: /^\/profile$/, get: showProfile, post: saveProfile },
];
