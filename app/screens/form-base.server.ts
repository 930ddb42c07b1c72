import { createHash } from 'node:crypto';

import type { BaseParts, FormParts } from '~/forms/join-parts';

/** Length of a digest: 36 bits, of which a thousand differ by all odds but one in 100,000. */
const digestCharacters = 6;

/**
 * What the parts of a form say, as a text that travels with it: 12 characters for each part that is there.
 * '' for a form without any.
 */
export function packBase(parts: FormParts): string {
  return [...parts].map(([key, { meaning }]) => digest(key) + digest(meaning)).join('');
}

/** Reads what `packBase` wrote; anything else says nothing of any part. */
export function readBase(packed: string): BaseParts {
  const said = new Map<string, string>();
  for (let at = 0; at < packed.length; at += 2 * digestCharacters) {
    const middle = at + digestCharacters;
    said.set(packed.slice(at, middle), packed.slice(middle, middle + digestCharacters));
  }
  return { said: (key, meaning) => said.get(digest(key)) === (meaning === undefined ? undefined : digest(meaning)) };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, digestCharacters);
}
