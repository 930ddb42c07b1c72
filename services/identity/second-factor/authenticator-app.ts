import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

import { type Keys, seal, unseal } from '@domain/secrets';

/** Authenticator apps know these values of RFC 6238 only, or ignore others. The window is the step before and after. */
const rules = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
const windowSteps = 1;
/** Length of the secret that RFC 4226, section 4 (R6), recommends. */
const secretBytes = 20;
/** Light edge around a QR code in modules (ISO/IEC 18004, 'quiet zone'). */
const edgeModules = 4;

/** Whose secret it is, and how an app names it. */
interface SecretNames {
  accountId: string;
  site: string;
  email: string;
}

/** What an app needs to know: the secret for typing, in groups of four, and an address that contains everything. */
export interface AppSecret {
  sealed: string;
  groups: string;
  /** `otpauth:` address of the Key Uri Format, which QR codes contain. */
  address: string;
  /** QR code of the address as SVG. */
  picture: string;
}

/** Makes a new secret for an account. */
export function makeAppSecret(keys: Keys, names: SecretNames): AppSecret {
  const secret = new Secret({ size: secretBytes });
  return describe(seal(secret.base32, keys, labelOf(names.accountId)), secret, names);
}

/** Opens a sealed secret to show it. Null if it is not one of this account, or its SESSION_SECRET is lost. */
export function openAppSecret(keys: Keys, { sealed, ...names }: SecretNames & { sealed: string }): AppSecret | null {
  const secret = openSecret(keys, names.accountId, sealed);
  return secret && describe(sealed, secret, names);
}

function describe(sealed: string, secret: Secret, { site, email }: SecretNames): AppSecret {
  const address = new TOTP({ ...rules, secret, issuer: site, label: email }).toString();
  const groups = secret.base32.replace(/.{4}(?=.)/g, '$& ');
  return { sealed, groups, address, picture: renderSVG(address, { border: edgeModules }) };
}

/** Time step of the code that a sealed secret gives now, a step earlier or a step later; null for other codes. */
export function stepOfCode(
  keys: Keys,
  { accountId, sealed, code, now }: { accountId: string; sealed: string; code: string; now: Date },
): number | null {
  const token = digitsOf(code);
  if (token === null) return null;
  const timestamp = now.getTime();
  const secret = openSecret(keys, accountId, sealed);
  if (!secret) return null;
  const totp = new TOTP({ ...rules, secret });
  const delta = totp.validate({ token, timestamp, window: windowSteps });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** The digits of a code as it was typed, with spaces or in full width; null if it is not a code of an app. */
export function digitsOf(code: string): string | null {
  const digits = code.normalize('NFKC').replace(/\s/g, '');
  return /^\d{6}$/.test(digits) ? digits : null;
}

function openSecret(keys: Keys, accountId: string, sealed: string): Secret | null {
  const opened = unseal(sealed, keys, labelOf(accountId));
  return opened && Secret.fromBase32(opened.toString());
}

function labelOf(accountId: string): string {
  return `authenticator app of ${accountId}`;
}
