import { entryValue, type Entries } from '~/forms/form-entries';

/** What stands in the controls for templates, but was not sent by their buttons. */
export interface TypedTemplate {
  chosen: string;
  name: string;
}

export function typedTemplate(entries: Entries): TypedTemplate {
  return { chosen: entryValue(entries, 'template'), name: entryValue(entries, 'templateName') };
}
