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

/**
 * Returns the form in which e-mail addresses are compared. Upper and lower case and invisible characters do not count.
 * A part after a plus sign does, because accounts may differ only in it.
 */
export function comparedEmail(email: string): string {
  return visibleText(email.normalize('NFKC')).trim().toLowerCase();
}
