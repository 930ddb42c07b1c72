import { changeForm, type FormVerb } from '~/components/metadata-form/change-form';
import { storeDraft } from '~/drafts/store-draft.server';
import type { LoadContext } from '~/load-context';
import { showMetadata, type MetadataFormReply, type PostedMetadata } from './posted-metadata.server';

/**
 * 'Add', 'Remove', 'Undo' and 'Confirm': the form changes, nothing is checked or saved. It is kept as a draft,
 * so that nothing that was sent gets lost; that another window was first is told when it is saved.
 */
export async function changeMetadata(
  context: LoadContext,
  { fields, kept, entries }: PostedMetadata,
  verb: FormVerb,
  argument: string,
): Promise<MetadataFormReply> {
  const changed = changeForm(fields, entries, verb, argument);
  await storeDraft(context, kept, changed.entries);
  return showMetadata(changed.entries, { focus: changed.focus });
}
