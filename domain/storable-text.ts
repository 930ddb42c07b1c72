/**
 * A text as the database can keep it: without NUL, which it refuses, and with halves of broken
 * characters replaced, which would make its JSON invalid.
 */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Whether the database keeps a text as it is. */
export function isStorable(text: string): boolean {
  return storableText(text) === text;
}
