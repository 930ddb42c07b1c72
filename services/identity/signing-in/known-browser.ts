import { randomBytes } from 'node:crypto';

import { isSignatureOf, signatureOf } from '@domain/secrets';

import type { HttpContext, IdentityServices } from '../http/exchange';
import { type AccountRow, findAccountById } from '../store/accounts';
import type { Factor } from '../store/generation';
import { findSecondFactors } from '../store/second-factors';

const cookieName = 'known-browser';
/** Number of accounts that one browser is known for at a time. Enough for a family, and it keeps the cookie short. */
const maxAccounts = 4;
const validDays = 180;
const dayMs = 24 * 60 * 60 * 1000;
const markPattern = /^([\w-]{16}):(\d{1,6}):((?:[\w-]{6})?):([\w-]{43})$/;

/** What the cookie says about a browser and an account. */
interface Mark {
  id: string;
  /** Day of the sign-in. */
  day: number;
  /** Second factors of the account then, if one of them was shown; otherwise ''. */
  factors: string;
}

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
  return (account && findMark(services, context, account)?.id) ?? null;
}

/**
 * The same for codes: null unless the browser has shown a second factor, and the account has the same ones still.
 * Otherwise whoever knew the password before there was a second factor would have attempts of their own in each browser.
 */
export async function provenBrowserOf(
  services: MarkServices,
  context: HttpContext,
  account: AccountRow,
): Promise<string | null> {
  const mark = findMark(services, context, account);
  return mark && mark.factors === (await factorsOf(services, account)) ? mark.id : null;
}

/**
 * Makes the browser known for an account, newest first; for codes as well if it has shown a second factor. The cookie
 * does not reveal which accounts these are.
 */
export async function rememberBrowser(
  services: MarkServices,
  context: HttpContext,
  { id: accountId, generation }: Pick<AccountRow, 'id' | 'generation'>,
  factor: Factor | null,
): Promise<void> {
  const account = await findAccountById(services.db, accountId);
  // The password may have been changed since it was checked.
  if (account?.generation !== generation) return;
  const others = marksOf(context).filter((text) => !readMark(services, account, text));
  const id = knownBrowserOf(services, context, account) ?? randomBytes(12).toString('base64url');
  const day = Math.floor(services.now().getTime() / dayMs);
  const factors = factor ? await factorsOf(services, account) : '';
  const own = [id, day, factors, signatureOf(signedText(account, { id, day, factors }), services.limitKey)].join(':');
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

function findMark(services: MarkServices, context: HttpContext, account: AccountRow): Mark | undefined {
  return marksOf(context).flatMap((text) => readMark(services, account, text) ?? [])[0];
}

/** Null if it is not one of this account, or too old. */
function readMark(services: MarkServices, account: AccountRow, text: string): Mark | null {
  const [, id = '', day = '', factors = '', signature = ''] = markPattern.exec(text) ?? [];
  const mark = { id, day: Number(day), factors };
  if ((mark.day + validDays) * dayMs < services.now().getTime()) return null;
  return isSignatureOf(signature, signedText(account, mark), [services.limitKey]) ? mark : null;
}

function signedText(account: AccountRow, { id, day, factors }: Mark): string {
  return JSON.stringify(['known browser', account.id, account.passwordHash, id, day, factors]);
}

/** Changes with the second factors of the account. Short, because the mark is signed. */
async function factorsOf({ db, limitKey }: MarkServices, { id }: AccountRow): Promise<string> {
  const { appSince, passkeys } = await findSecondFactors(db, id);
  const present = ['second factors', id, appSince, ...passkeys.map((passkey) => passkey.id)];
  return signatureOf(JSON.stringify(present), limitKey).slice(0, 6);
}
