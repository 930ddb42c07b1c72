import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import { judgeOrigin } from '@domain/same-origin';

import { formTokenField } from '../pages/form';
import type { HttpContext, IdentityServices } from './exchange';

const cookieName = '_form';
const cookiePattern = /^[\w-]{20,64}$/;

/**
 * The token of this browser's forms, for browsers behind proxies that strip `Origin` and
 * `Sec-Fetch-Site`: signed, and bound to a random cookie that another site can neither read nor set.
 */
export function formTokenFor(services: IdentityServices, context: HttpContext): string {
  let value = cookieOf(context);
  if (value === null) {
    value = randomBytes(18).toString('base64url');
    context.cookies.set(cookieName, value, {
      path: services.mountPath,
      httpOnly: true,
      sameSite: 'lax',
      signed: false,
    });
  }
  return sign(value, services.formTokenKeys[0]!);
}

/** Whether a posted form came from one of our own pages. */
export function isOwnForm(services: IdentityServices, context: HttpContext, form: URLSearchParams): boolean {
  const verdict = originVerdict(services, context);
  if (verdict !== 'unknown') return verdict === 'same';
  const value = cookieOf(context);
  const given = Buffer.from(form.get(formTokenField) ?? '');
  const isSignedBy = (key: Buffer) => {
    const expected = Buffer.from(value === null ? '' : sign(value, key));
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return value !== null && services.formTokenKeys.some(isSignedBy);
}

export function originVerdict(services: IdentityServices, context: HttpContext) {
  return judgeOrigin(
    { origin: context.req.headers.origin ?? null, secFetchSite: context.get('sec-fetch-site') || null },
    services.ownOrigin,
  );
}

function cookieOf(context: HttpContext): string | null {
  const value = context.cookies.get(cookieName, { signed: false });
  return value !== undefined && cookiePattern.test(value) ? value : null;
}

function sign(value: string, key: Buffer): string {
  return createHmac('sha256', key).update(value).digest('base64url');
}
