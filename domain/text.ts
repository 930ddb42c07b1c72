/**
 * A text as it is stored: without characters that HTML, XML and JSON-LD do not allow (control characters and
 * noncharacters; NUL cannot be stored at all), and with unpaired surrogates replaced, which would make its JSON invalid.
 * Vertical tabs, form feeds and U+0085 become line breaks, as which word processors write them.
 */
export function storableText(text: string): string {
  return text
    .replace(/[\v\f\u0085]/g, '\n')
    .replace(/[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu, '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Whether the database can store a text unchanged. Names in a contributor's file may contain any other character. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/** Replaces each `{{name}}` in a text with its value; unknown names become ''. */
export function fillText(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}

/**
 * A text as one line, without spaces around it. Control characters become spaces: to some programs, U+0085 and U+001C to
 * U+001E begin a line. Controls of the writing direction are left out, because they would reorder the text around it.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** A text with its lines joined by spaces. Other spaces stay as they are. */
export function joinLines(text: string): string {
  return text.replace(lineBreaks, ' ');
}

/**
 * What begins a line for some program, with the spaces around it: section 5.8 of Unicode, and `str.splitlines` of
 * Python.
 */
const lineBreaks =
  // eslint-disable-next-line no-control-regex -- these are the characters
  /[^\S\n\v\f\r\u2028\u2029]*[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029][\s\u001c-\u001e\u0085]*/g;

/** The value of a JSON text; null if it is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return null;
  }
}

/** Characters that show nothing, such as soft hyphens and zero-width spaces. */
const invisibleSigns = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without invisible characters. */
export function visibleText(text: string): string {
  return text.replace(invisibleSigns, '');
}

/** Whether a text contains anything visible besides spaces and control characters. */
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
