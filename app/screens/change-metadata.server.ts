import { changeForm, type FormVerb } from '~/components/metadata-form/change-form';
import { showMetadata, type MetadataAgain, type PostedMetadata } from './posted-metadata.server';

/** 'Add', 'Remove', 'Undo' and 'Confirm': the form changes, nothing is checked or saved. */
export function changeMetadata(
  { fields, entries }: PostedMetadata,
  verb: FormVerb,
  argument: string,
): MetadataAgain {
  const changed = changeForm(fields, entries, verb, argument);
  return showMetadata(changed.entries, { focus: changed.focus });
}
