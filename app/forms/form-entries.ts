/** Names and values of a posted or drafted form, in order. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** As `Entries`, but can be changed. */
export type FormEntries = [name: string, value: string][];

/** First value of a name; '' if the form did not send it. */
export function entryValue(entries: Entries, name: string): string {
  return entries.find(([entry]) => entry === name)?.[1] ?? '';
}

/** All values of a name, in order. */
export function entryValues(entries: Entries, name: string): string[] {
  return entries.filter(([entry]) => entry === name).map(([, value]) => value);
}

/** Browsers turn every line break of a posted value into CR LF, while cells of a file may contain any kind. */
export function asPosted(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}

/**
 * Action of the pressed submit button: `<button name="intent" value="page:2">` is verb 'page' with argument '2'. The
 * verb is '' if the form was sent with Enter.
 */
export function readIntent(entries: Entries): { verb: string; argument: string } {
  const intent = entryValue(entries, 'intent');
  const colon = intent.indexOf(':');
  return colon < 0
    ? { verb: intent, argument: '' }
    : { verb: intent.slice(0, colon), argument: intent.slice(colon + 1) };
}

/** Values of the template controls of a form that was sent with another button. */
export interface TypedTemplate {
  chosen: string;
  name: string;
}

export function typedTemplate(entries: Entries): TypedTemplate {
  return { chosen: entryValue(entries, 'template'), name: entryValue(entries, 'templateName') };
}
