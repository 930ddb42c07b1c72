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

/** Signs that show nothing: of format, such as soft hyphens and spaces of no width, and others fonts leave out. */
const invisibleSigns = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text as it is seen: without invisible signs. */
export function visibleText(text: string): string {
  return text.replace(invisibleSigns, '');
}

/** Whether there is anything to see in a text besides spaces and control characters. */
export function isVisible(text: string): boolean {
  return /[^\s\p{Cc}]/u.test(visibleText(text));
}
