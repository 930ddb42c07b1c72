import { randomBytes } from 'node:crypto';

import { judgeOrigin } from '@domain/same-origin';
import { isSignatureOf, signatureOf } from '@domain/secrets';

import { formTokenField } from '../pages/form-page';
import type { HttpContext, IdentityServices } from './exchange';

const cookieName = '_form';
const cookiePattern = /^[\w-]{20,64}$/;

/**
 * Token for the forms of this browser. It is needed if a proxy strips `Origin` and `Sec-Fetch-Site`. It is signed and
 * bound to a random cookie that other sites can neither read nor set.
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
  return signatureOf(value, services.formTokenKeys[0]);
}

/** Whether a posted form came from one of the provider's pages. */
export function isOwnForm(services: IdentityServices, context: HttpContext, form: URLSearchParams): boolean {
  const verdict = originVerdict(services, context);
  if (verdict !== 'unknown') return verdict === 'same';
  const value = cookieOf(context);
  return value !== null && isSignatureOf(form.get(formTokenField) ?? '', value, services.formTokenKeys);
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

/** Far more than any form of the provider needs. */
const maxFormBytes = 16 * 1024;

/** A request body that cannot be read as a form. `status` is that of the response. */
export class FormRefused extends Error {
  readonly status: 400 | 413;

  constructor(status: 400 | 413) {
    super(status === 413 ? 'form too large' : 'not a form');
    this.name = 'FormRefused';
    this.status = status;
  }
}

/** Reads a posted form. Throws FormRefused for other content types (400) and for large bodies (413). */
export async function readForm(context: HttpContext): Promise<URLSearchParams> {
  if (!context.is('application/x-www-form-urlencoded')) throw new FormRefused(400);
  if ((context.request.length ?? 0) > maxFormBytes) refuseLarge(context);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of context.req.iterator({ destroyOnReturn: false })) {
    bytes += (chunk as Buffer).length;
    if (bytes > maxFormBytes) refuseLarge(context);
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function refuseLarge(context: HttpContext): never {
  // The rest of the body is not read, so the connection cannot be reused.
  context.set('Connection', 'close');
  throw new FormRefused(413);
}
