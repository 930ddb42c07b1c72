import type { Screen } from '../http/exchange';
import { showFailedLogin } from './failed-login';
import { linkAccount, showLinkAccount } from './link-account';
import { createAccount, showLinkMailed, showNewAccount } from './new-account';
import { continueLogin, receiveLogin } from './receive-login';
import { startLogin } from './start-login';
import { showWaysToLogIn, startLink, unlinkProvider } from './ways-to-log-in';

/** Pages for outside providers, below the provider's mount path. The group in a pattern is the sign-in request's uid. */
export const outsideRoutes: { path: RegExp; get: Screen; post: Screen }[] = [
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/start\/[a-z0-9-]+$/, get: startLogin, post: startLogin },
  { path: /^\/outside\/callback\/[a-z0-9-]+$/, get: receiveLogin, post: receiveLogin },
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/continue$/, get: continueLogin, post: continueLogin },
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/new-account$/, get: showNewAccount, post: createAccount },
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/new-account\/sent$/, get: showLinkMailed, post: showLinkMailed },
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/link$/, get: showLinkAccount, post: linkAccount },
  { path: /^(?:\/interaction\/([\w-]+))?\/outside\/failed$/, get: showFailedLogin, post: showFailedLogin },
  { path: /^\/ways-to-log-in$/, get: showWaysToLogIn, post: unlinkProvider },
  { path: /^\/ways-to-log-in\/link\/[a-z0-9-]+$/, get: startLink, post: startLink },
];

/** The same addresses for the log. */
export const outsidePatterns = [
  ...['', '/interaction/:uid'].flatMap((base) =>
    ['start/:provider', 'continue', 'new-account', 'new-account/sent', 'link', 'failed'].map(
      (page) => `${base}/outside/${page}`,
    ),
  ),
  ...['/outside/callback/:provider', '/ways-to-log-in', '/ways-to-log-in/link/:provider'],
];
