import { randomInt } from 'node:crypto';

import { hashOf } from '@domain/secrets';

/** Number of codes in a set. Own estimate: enough for years, and they fit on a card. */
export const recoveryCodeCount = 10;
/** Crockford's Base32: no letters that look like digits. 16 characters have 80 bits, too many to try them on a copy of the hashes. */
const characters = '0123456789abcdefghjkmnpqrstvwxyz';
const characterCount = 16;

/** A new set of codes, in groups of four characters. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const code = Array.from({ length: characterCount }, () => characters[randomInt(characters.length)]).join('');
    return code.replace(/.{4}(?=.)/g, '$&-');
  });
}

/** What is stored of a code of an account. The same for every way of typing it. */
export function recoveryCodeHash(accountId: string, code: string): string {
  const plain = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\da-z]/g, '');
  const told = plain.replaceAll('o', '0').replace(/[il]/g, '1');
  return hashOf(JSON.stringify(['recovery code', accountId, told]));
}
