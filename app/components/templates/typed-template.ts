import { entryValue, type Entries } from '~/forms/form-entries';

/** What stands in the controls for templates, but was not sent by their buttons. */
export interface TypedTemplate {
  chosen: string;
  name: string;
}

/** Whether the controls for templates hold anything. */
export function isTemplateTyped(entries: Entries): boolean {
  const { chosen, name } = typedTemplate(entries);
  return chosen !== '' || name !== '';
}

export function typedTemplate(entries: Entries): TypedTemplate {
  return { chosen: entryValue(entries, 'template'), name: entryValue(entries, 'templateName') };
}
