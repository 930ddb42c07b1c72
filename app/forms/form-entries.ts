/** Names and values of a form in their order, as it was posted or drafted. */
export type Entries = readonly (readonly [name: string, value: string])[];

/** Names and values in their order, as a form posts them. */
export type FormEntries = [name: string, value: string][];

/** First value of a name; '' when the form did not send it. */
export function entryValue(entries: Entries, name: string): string {
  return entries.find(([entry]) => entry === name)?.[1] ?? '';
}

/** All values of a name, in their order. */
export function entryValues(entries: Entries, name: string): string[] {
  return entries.filter(([entry]) => entry === name).map(([, value]) => value);
}

/**
 * What a submit button asked for: `<button name="intent" value="page:2">` is verb 'page' with argument
 * '2'. Verb '' = the form was sent by Enter, without a button.
 */
export function readIntent(entries: Entries): { verb: string; argument: string } {
  const intent = entryValue(entries, 'intent');
  const colon = intent.indexOf(':');
  return colon < 0
    ? { verb: intent, argument: '' }
    : { verb: intent.slice(0, colon), argument: intent.slice(colon + 1) };
}

/** What stands in the controls for templates, but was not sent by their buttons. */
export interface TypedTemplate {
  chosen: string;
  name: string;
}

export function typedTemplate(entries: Entries): TypedTemplate {
  return { chosen: entryValue(entries, 'template'), name: entryValue(entries, 'templateName') };
}
