import { redirect } from '@remix-run/node';

import { entriesOf, readForm } from '~/components/metadata-form/form-state';
import { dropEmptyValues, metadataOf } from '~/components/metadata-form/stored-metadata';
import type { LoadContext } from '~/load-context';
import { faultsOf, saveMetadata } from '~/repository-client/metadata';
import { sentenceOf, trySave } from './posted-form.server';
import { showMetadata, type MetadataAgain, type PostedMetadata } from './posted-metadata.server';

/** Saves the metadata; faults come back at their fields, with everything as it was typed. */
export async function saveMetadataForm(
  context: LoadContext,
  { id, fields, kept, entries }: PostedMetadata,
): Promise<Response | MetadataAgain> {
  const state = dropEmptyValues(fields, readForm(fields, entries));
  const metadata = metadataOf(fields, state);
  const refusal = await trySave(context, kept, entries, () => saveMetadata(context, { id: [id], metadata }));
  if (refusal) {
    const faults = faultsOf(refusal.problem);
    const message = sentenceOf(refusal, context);
    return showMetadata(entriesOf(state), {
      status: refusal.status,
      ...(faults.length > 0 ? { faults } : { errors: [{ message, fieldId: null }] }),
    });
  }
  context.flash.set({ kind: 'success', key: 'metadata:saved' });
  return redirect(kept.page, 303);
}
