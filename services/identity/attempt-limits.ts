import { createHmac } from 'node:crypto';

import type { IdentityServices } from './http/exchange';
import { emailKey, type AccountRow } from './store/accounts';
import { countAttempt, removeAttempts, type AttemptLimit, type AttemptVerdict } from './store/attempts';

type Limit = Omit<AttemptLimit, 'key'>;

const quarterHour = 15 * 60;
const hour = 60 * 60;
const day = 24 * hour;

/** Design section 3, 'Sign-in failures': at most 10 attempts per account and address in 15 minutes. */
const oneAtAnAccount: Limit = { max: 10, windowSeconds: quarterHour };
/**
 * NIST SP 800-63B, section 'Rate Limiting (Throttling)': at most 100 failed attempts on a single account.
 * Renewed every day: a lock without end would let anybody shut out whose e-mail they know.
 */
const allAtAnAccount: Limit = { max: 100, windowSeconds: day };
/** Ten accounts' worth: slips of a whole class behind one address, but no long list of accounts. */
const oneAtManyAccounts: Limit = { max: 100, windowSeconds: quarterHour };
/**
 * Ten addresses' worth, or 2.2 in a second: far above what people mistype, and what hashing leaves of a small
 * machine. Known browsers are not counted here, and the mailed link makes one known.
 */
const allAccounts: Limit = { max: 1000, windowSeconds: quarterHour };
/** Enough for a whole class behind one address; not enough to fill the database or mail strangers at will. */
const registrations: Limit = { max: 100, windowSeconds: hour };
/** From everywhere: ten such classes at once, and no more than 24,000 rows a day. */
const allRegistrations: Limit = { max: 1000, windowSeconds: hour };
const forgottenPasswords: Limit = { max: 100, windowSeconds: hour };
/** Answers that an e-mail has an account: nobody needs many, and a list of addresses takes for ever. */
const takenEmails: Limit = { max: 20, windowSeconds: hour };

/** Longest window of a limit: older attempts are removed. */
export const longestWindowSeconds = day;

type LimitServices = Pick<IdentityServices, 'db' | 'limitKey' | 'now'>;

/** A password tried for an e-mail. */
export interface PasswordTry {
  email: string;
  /** The account with this e-mail, if there is one. Answers do not depend on it. */
  account: AccountRow | null;
  address: string;
  /** The browser's id when this account has signed in at it before (known-browser.ts). */
  knownBrowser: string | null;
}

/**
 * Counts the try of a password, or refuses it. A browser that the account knows has a limit of its own, so
 * that nobody elsewhere can use it up (OWASP, 'Slow Down Online Guessing Attacks with Device Cookies').
 * A new password begins new counts: the account's part of the keys contains its hash.
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
 * The password was right: earlier slips there are forgotten, and this try counts nowhere. What others tried
 * at the account, or from the address at other accounts, goes on counting.
 */
export async function forgetSlips(
  services: LimitServices,
  attempt: PasswordTry,
  verdict: AttemptVerdict & { allowed: true },
): Promise<void> {
  await removeAttempts(services.db, { keys: [nearestKey(services, attempt)], ids: [...verdict.counted.values()] });
}

/** Registering answers whether an e-mail is taken: counted by address, twice where it is. */
export function admitRegistration(services: LimitServices, address: string): Promise<AttemptVerdict> {
  return count(services, [
    { key: keyOf(services, 'registration', address), ...registrations },
    { key: keyOf(services, 'taken', address), ...takenEmails },
    { key: keyOf(services, 'all registrations'), ...allRegistrations },
  ]);
}

/** A changed e-mail answers the same question. */
export function admitNewEmail(services: LimitServices, address: string): Promise<AttemptVerdict> {
  return count(services, [{ key: keyOf(services, 'taken', address), ...takenEmails }]);
}

/** The e-mail was free: nothing was learnt of anybody's account. */
export async function forgetNewEmail(
  services: LimitServices,
  address: string,
  verdict: AttemptVerdict & { allowed: true },
): Promise<void> {
  const id = verdict.counted.get(keyOf(services, 'taken', address));
  await removeAttempts(services.db, { ids: id === undefined ? [] : [id] });
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
  return [emailKey(email), account?.passwordHash ?? ''];
}

/** Nobody can read an e-mail or an address out of a key without the server's secret. */
function keyOf({ limitKey }: LimitServices, ...parts: string[]): string {
  return createHmac('sha256', limitKey).update(JSON.stringify(parts)).digest('base64url');
}
