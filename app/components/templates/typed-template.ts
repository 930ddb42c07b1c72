import { entryValue, type Entries } from '~/forms/form-entries';

/** Content of the template controls, if it was not sent with their buttons. */
export interface TypedTemplate {
  chosen: string;
  name: string;
}

export function typedTemplate(entries: Entries): TypedTemplate {
  return { chosen: entryValue(entries, 'template'), name: entryValue(entries, 'templateName') };
}
