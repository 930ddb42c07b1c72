/** Longest text that the log takes out of a message. */
const maxCharacters = 200;

/** Marks behind which messages of libraries quote what they were given. */
const quoting = /["`“”„‘’‚«»<>{}[\]():=\n]|(?<!\w)'|\bfrom\b/u;
/** A word, or a number that tells nobody apart: a status, a count. */
const plain = /^(?:[a-z][a-z'-]{0,23}|\d{1,3})[.,;]?$/i;
/** Codes of systems such as ECONNREFUSED. */
const code = /^[A-Z][A-Z_]{2,39}[.,;]?$/;

/**
 * What of a message that others worded can hold no data: its words up to the first quotation mark, bracket
 * or colon. Addresses, paths, long numbers and whatever else is no word become '…'.
 */
export function plainWords(message: string): string {
  const text = message.slice(0, 2000);
  const [start = ''] = text.split(quoting, 1);
  const words = start
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => (plain.test(word) || code.test(word) ? word : '…'));
  if (start.length < text.length && words.at(-1) !== '…') words.push('…');
  return words.join(' ').slice(0, maxCharacters);
}

/** Addresses of mail, and of servers with a password in them, that got into a text of ours. */
export function withoutAddresses(text: string): string {
  return text.replace(/\S+@\S+/g, '…');
}
