import { clearAttempts, countAttempt, type AttemptLimit, type AttemptVerdict } from './store/attempts';
import { emailKey } from './store/accounts';
import type { Database } from './store/database';

/** Design section 3, 'Sign-in failures': at most 10 sign-in attempts per account and address in 15 minutes. */
const signInLimit: AttemptLimit = { max: 10, windowSeconds: 15 * 60 };
/** Enough for a whole class behind one address; not enough to fill the database or mail strangers at will. */
const registrationLimit: AttemptLimit = { max: 100, windowSeconds: 60 * 60 };
/** Longest window of a limit: older attempts are removed. */
export const longestWindowSeconds = 60 * 60;

/** Asks whether somebody at `address` may try a password of the account once more. */
export function admitSignIn(
  db: Database,
  email: string,
  address: string,
  now: Date,
): Promise<AttemptVerdict> {
  return countAttempt(db, signInKey(email, address), signInLimit, now);
}

/** The right password was given: earlier slips are forgotten. */
export function forgetSlips(db: Database, email: string, address: string): Promise<void> {
  return clearAttempts(db, signInKey(email, address));
}

export function admitRegistration(db: Database, address: string, now: Date): Promise<AttemptVerdict> {
  return countAttempt(db, `register ${address}`, registrationLimit, now);
}

function signInKey(email: string, address: string): string {
  return `sign-in ${address} ${emailKey(email)}`;
}
