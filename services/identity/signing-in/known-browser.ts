import { randomBytes } from 'node:crypto';

import { isSignatureOf, signatureOf } from '@domain/secrets';

import type { HttpContext, IdentityServices } from '../http/exchange';
import { type AccountRow, findAccountById } from '../store/accounts';

const cookieName = 'known-browser';
/** Number of accounts that one browser is known for at a time. Enough for a family, and it keeps the cookie short. */
const maxAccounts = 4;
const validDays = 180;
const dayMs = 24 * 60 * 60 * 1000;
const markPattern = /^([\w-]{16}):(\d{1,6}):([\w-]{43})$/;

type MarkServices = Pick<IdentityServices, 'db' | 'limitKey' | 'mountPath' | 'now'>;

/**
 * Returns the id of this browser if the account has signed in with it during the last half year and its password is
 * still the same, otherwise null. The id differs from account to account.
 */
export function knownBrowserOf(
  services: MarkServices,
  context: HttpContext,
  account: AccountRow | null,
): string | null {
  const mark = account && marksOf(context).find((each) => isMarkOf(services, account, each));
  return mark ? (mark.split(':')[0] ?? null) : null;
}

/** Makes the browser known for an account, newest first. The cookie does not reveal which accounts these are. */
export async function rememberBrowser(
  services: MarkServices,
  context: HttpContext,
  { id: accountId, generation }: Pick<AccountRow, 'id' | 'generation'>,
): Promise<void> {
  const account = await findAccountById(services.db, accountId);
  // The password may have been changed since it was checked.
  if (account?.generation !== generation) return;
  const others = marksOf(context).filter((mark) => !isMarkOf(services, account, mark));
  const id = knownBrowserOf(services, context, account) ?? randomBytes(12).toString('base64url');
  const today = Math.floor(services.now().getTime() / dayMs);
  const own = `${id}:${today}:${signatureOf(signedText(account, id, today), services.limitKey)}`;
  context.cookies.set(cookieName, [own, ...others].slice(0, maxAccounts).join('.'), {
    path: services.mountPath,
    httpOnly: true,
    sameSite: 'lax',
    signed: false,
    overwrite: true,
    maxAge: validDays * dayMs,
  });
}

function marksOf(context: HttpContext): string[] {
  const value = context.cookies.get(cookieName, { signed: false }) ?? '';
  return value.split('.', maxAccounts).filter((mark) => markPattern.test(mark));
}

function isMarkOf(services: MarkServices, account: AccountRow, mark: string): boolean {
  const [, id = '', day = '', signature = ''] = markPattern.exec(mark) ?? [];
  if ((Number(day) + validDays) * dayMs < services.now().getTime()) return false;
  return isSignatureOf(signature, signedText(account, id, Number(day)), [services.limitKey]);
}

function signedText(account: AccountRow, id: string, day: number): string {
  return JSON.stringify(['known browser', account.id, account.passwordHash, id, day]);
}
