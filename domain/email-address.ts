/** Longest address that mail servers accept (RFC 5321, 4.5.3.1.3, without the angle brackets). */
export const maxEmailCharacters = 254;

/** Part of an address, without spaces, control characters and characters with a meaning in mail headers. */
const part = String.raw`[^\s\p{Cc}@<>()[\],;:"\\.]+`;
const dotted = String.raw`${part}(?:\.${part})`;

/**
 * The form of an e-mail address, not whether it exists: a name, an @ and a domain with a dot, in any script. Accounts
 * and invitations accept the same.
 */
export const emailPattern = new RegExp(`^${dotted}*@${dotted}+$`, 'u');
