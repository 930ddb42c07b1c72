import { randomInt } from 'node:crypto';

import { hash, verify } from '@node-rs/argon2';

export const minPasswordCharacters = 10;
export const maxPasswordCharacters = 200;

/**
 * Argon2id (the package's default algorithm) with 19 MiB, two passes and one lane, the first choice of the
 * OWASP Password Storage Cheat Sheet, section 'Argon2id'.
 */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Letters and digits that are hard to confuse when read from paper. */
const readableCharacters = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedCharacters = 16;

/** Passwords that look the same are the same, whatever keyboard they were typed on (NIST SP 800-63B, 3.1.1.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** Counts characters as people do, not UTF-16 units. */
export function passwordLength(password: string): number {
  return [...normalized(password)].length;
}

export async function hashPassword(password: string): Promise<string> {
  return hash(normalized(password), cost);
}

/** Hash of an unknown password. Checking against it takes as long as checking a real account. */
let decoy: Promise<string> | undefined;

/** Whether the password matches the hash of an account. Takes the same time if there is no hash, or '' for no password. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (passwordLength(password) > maxPasswordCharacters) return false;
  decoy ??= hashPassword(generatePassword());
  const matches = await verify(passwordHash || (await decoy), normalized(password));
  return matches && Boolean(passwordHash);
}

export function generatePassword(): string {
  return Array.from(
    { length: generatedCharacters },
    () => readableCharacters[randomInt(readableCharacters.length)],
  ).join('');
}
