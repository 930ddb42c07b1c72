import { redirect } from '@remix-run/node';

import { readFormSnapshot } from '~/drafts/form-snapshot';
import { showUnsaved, trySave } from '~/drafts/post-draft.server';
import { readTidyForm } from '~/forms/metadata/change-form';
import { entriesOf, parseValueName } from '~/forms/metadata/form-state';
import { metadataOf } from '~/forms/metadata/stored-metadata';
import { studyOf } from '~/forms/metadata/study-fields';
import type { LoadContext } from '~/load-context';
import { saveMetadata } from '~/repository-client/metadata';
import { type MetadataFormReply, type PostedMetadata, showRefusedMetadata } from '~/screens/metadata-form.server';

/** Saves the metadata. Errors are shown at their fields, with everything as typed. */
export async function saveMetadataForm(
  context: LoadContext,
  { id, fields, form, entries }: PostedMetadata,
): Promise<Response | MetadataFormReply> {
  const state = readTidyForm(fields, entries);
  const study = { ...studyOf(id, entries), metadata: metadataOf(fields, state) };
  const { savedTag } = readFormSnapshot(entries);
  const refusal = await trySave(context, form, entries, () => saveMetadata(context, study, savedTag));
  if (refusal?.status === 404) throw await showUnsaved(form, entries, 404);
  if (refusal) {
    const rest = entries.filter(([name]) => parseValueName(name) === null);
    return showRefusedMetadata(context, refusal, [...rest, ...entriesOf(state)]);
  }
  context.flash.set({ kind: 'success', key: 'metadata:saved' });
  return redirect(form.page, 303);
}
