import { signatureOf } from '@domain/secrets';
import { comparedEmail } from '@domain/text';

import { verifyPassword } from '../accounts/passwords';
import type { HttpContext, IdentityServices } from '../http/exchange';
import type { AccountRow } from '../store/accounts';
import { countAttempt, removeAttempts, type AttemptLimit, type AttemptVerdict } from '../store/attempts';
import { knownBrowserOf, provenBrowserOf } from './known-browser';

type Limit = Omit<AttemptLimit, 'key'>;

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** At most 10 attempts per account and address in 15 minutes (design section 3, 'Sign-in failures'). */
const oneAtAnAccount: Limit = { max: 10, windowSeconds: quarterHour };
/**
 * NIST SP 800-63B, section 'Rate Limiting (Throttling)': at most 100 failed attempts on a single account. The count
 * starts again every day, because otherwise anyone who knows an e-mail address could lock its owner out permanently.
 */
const allAtAnAccount: Limit = { max: 100, windowSeconds: day };
/** Ten times the limit of one account. Allows typing errors of a whole class behind one address, but not long lists. */
const oneAtManyAccounts: Limit = { max: 100, windowSeconds: quarterHour };
/**
 * Ten times the limit of one address, about one per second. That is far more than people mistype and leaves a small
 * machine time for other work than hashing. Known browsers are not counted here, and a mailed link makes one known.
 */
const allAccounts: Limit = { max: 1000, windowSeconds: quarterHour };
/** Enough for a whole class behind one address, but not enough to fill the database or to send mass mail. */
const registrations: Limit = { max: 100, windowSeconds: hour };
/** From all addresses: ten such classes at once, and at most 24,000 rows a day. */
const allRegistrations: Limit = { max: 1000, windowSeconds: hour };
/** Enough for some classes behind one address. Each start stores up to `maxStartBytes` for a day. */
const signInStarts: Limit = { max: 1000, windowSeconds: quarterHour };
const forgottenPasswords: Limit = { max: 100, windowSeconds: hour };

/** Longest window of a limit. Older attempts are removed. */
export const longestWindowSeconds = day;

type LimitServices = Pick<IdentityServices, 'db' | 'limitKey' | 'now'>;

/** A password tried for an e-mail address. */
export interface PasswordTry {
  email: string;
  /** The account with this e-mail address, if there is one. The response does not depend on it. */
  account: AccountRow | null;
  address: string;
  /** Id of the browser if the account has signed in with it before (known-browser.ts). */
  knownBrowser: string | null;
}

export interface Outcome {
  isRight: boolean;
  /** Set if the password or code was not checked because there were too many attempts. */
  retryAfterSeconds?: number;
}

/** Tries a password within the attempt limits. Takes the same steps and time if there is no account. */
export async function tryPassword(
  services: IdentityServices,
  context: HttpContext,
  { email, account, password }: { email: string; account: AccountRow | null; password: string },
): Promise<Outcome> {
  const address = services.addressOf(context);
  const attempt = { email, account, address, knownBrowser: knownBrowserOf(services, context, account) };
  const verdict = await admitPassword(services, attempt);
  if (!verdict.allowed) return { isRight: false, retryAfterSeconds: verdict.retryAfterSeconds };
  const isRight = await verifyPassword(account?.passwordHash, password);
  // Earlier failures there are forgotten, and this attempt is not counted. Attempts of others on the account, or from
  // the address on other accounts, still count.
  if (isRight) {
    const keys = [nearestKey(services, attempt)];
    await removeAttempts(services.db, { keys, ids: [...verdict.counted.values()] });
  }
  return { isRight };
}

/**
 * Counts an attempt or refuses it. A browser that the account knows has a limit of its own, so that attempts from
 * elsewhere cannot use it up (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies'). A new password starts
 * new counts, because its hash is part of the account's keys.
 */
export function admitPassword(services: LimitServices, attempt: PasswordTry): Promise<AttemptVerdict> {
  const nearest = nearestKey(services, attempt);
  if (attempt.knownBrowser !== null)
    return count(services, [
      { key: nearest, ...oneAtAnAccount },
      { key: nearest, ...allAtAnAccount },
    ]);
  return count(services, [
    { key: nearest, ...oneAtAnAccount },
    { key: keyOf(services, 'address', attempt.address), ...oneAtManyAccounts },
    { key: keyOf(services, 'account', ...accountPart(attempt)), ...allAtAnAccount },
    { key: keyOf(services, 'all accounts'), ...allAccounts },
  ]);
}

/**
 * Tries a code of a second factor within the same limits as passwords, counted on their own: somebody who knows the
 * password has as many attempts as somebody who does not. Browsers that have logged in with one of the second factors
 * have a limit of their own, all together. `check` uses the code up if it is right.
 */
export async function tryCode(
  services: IdentityServices,
  context: HttpContext,
  account: AccountRow,
  check: () => Promise<boolean>,
): Promise<Outcome> {
  const address = services.addressOf(context);
  const browser = await provenBrowserOf(services, context, account);
  // Without the password hash, so that new passwords do not give new attempts.
  const [nearest, all] =
    browser === null
      ? [keyOf(services, 'code at address', account.id, address), keyOf(services, 'code', account.id)]
      : [
          keyOf(services, 'code in known browser', account.id, browser),
          keyOf(services, 'code in known browsers', account.id),
        ];
  const elsewhere = { key: keyOf(services, 'address', address), ...oneAtManyAccounts };
  const verdict = await count(services, [
    { key: nearest, ...oneAtAnAccount },
    { key: all, ...allAtAnAccount },
    ...(browser === null ? [elsewhere] : []),
  ]);
  if (!verdict.allowed) return { isRight: false, retryAfterSeconds: verdict.retryAfterSeconds };
  const isRight = await check();
  if (isRight) await removeAttempts(services.db, { keys: [nearest], ids: [...verdict.counted.values()] });
  return { isRight };
}

/** For registrations and new addresses of accounts, because both send a mail to an address that somebody has typed. */
export function admitNewAddress(services: LimitServices, address: string): Promise<AttemptVerdict> {
  return count(services, [
    { key: keyOf(services, 'registration', address), ...registrations },
    { key: keyOf(services, 'all registrations'), ...allRegistrations },
  ]);
}

/** For started sign-ins, which anybody can cause and which are stored. */
export function admitSignInStart(services: LimitServices, address: string): Promise<AttemptVerdict> {
  return count(services, [{ key: keyOf(services, 'sign-in start', address), ...signInStarts }]);
}

/** Whether this is the first answer of an outside provider to a started login. `state` is valid for less than a day. */
export async function isFirstAnswer(services: LimitServices, state: string): Promise<boolean> {
  const limit = { key: keyOf(services, 'outside answer', state), max: 1, windowSeconds: day };
  return (await count(services, [limit])).allowed;
}

export function admitForgottenPassword(services: LimitServices, address: string): Promise<AttemptVerdict> {
  return count(services, [{ key: keyOf(services, 'forgotten', address), ...forgottenPasswords }]);
}

function count({ db, now }: LimitServices, limits: AttemptLimit[]): Promise<AttemptVerdict> {
  return countAttempt(db, limits, now());
}

function nearestKey(services: LimitServices, attempt: PasswordTry): string {
  return attempt.knownBrowser === null
    ? keyOf(services, 'account and address', ...accountPart(attempt), attempt.address)
    : keyOf(services, 'known browser', ...accountPart(attempt), attempt.knownBrowser);
}

function accountPart({ email, account }: PasswordTry): string[] {
  return [comparedEmail(email), account?.passwordHash ?? ''];
}

/** Hashed with a secret, so that a copy of the database does not reveal e-mail and network addresses. */
function keyOf({ limitKey }: LimitServices, ...parts: string[]): string {
  return signatureOf(JSON.stringify(parts), limitKey);
}
