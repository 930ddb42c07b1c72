import { z } from 'zod';

import { visibleText } from './text';

/** Longest address that mail servers accept (RFC 5321, 4.5.3.1.3, without the angle brackets). */
const maxEmailCharacters = 254;

/** Part of an address, without spaces, control characters and characters with a meaning in mail headers. */
const part = String.raw`[^\s\p{Cc}@<>()[\],;:"\\.]+`;
const dotted = String.raw`${part}(?:\.${part})`;

const pattern = new RegExp(`^${dotted}*@${dotted}+$`, 'u');

/**
 * Reads an e-mail address: a name, an @ and a domain with a dot, in any script. Whether it exists is not checked. Accounts
 * and invitations accept the same. `problems` are the messages of issues.
 */
export function emailSchema(problems: { missing?: string; invalid?: string } = {}) {
  return (
    z
      .string()
      // Copied addresses may contain invisible characters, which no mailbox has.
      .overwrite((email) => visibleText(email).trim())
      .min(1, problems.missing)
      .max(maxEmailCharacters, problems.invalid)
      .regex(pattern, problems.invalid)
  );
}
