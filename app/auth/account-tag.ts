import { createHash } from 'node:crypto';

/** 96 bits: no two accounts share a tag. */
const tagCharacters = 16;

/** Tells accounts apart without saying whose they are: it stands in addresses and forms. */
export function accountTag(subject: string): string {
  return createHash('sha256').update(`account ${subject}`).digest('base64url').slice(0, tagCharacters);
}
