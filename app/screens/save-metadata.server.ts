import { redirect } from '@remix-run/node';

import { entriesOf, parsePlace } from '~/components/metadata-form/form-state';
import { readTidyForm } from '~/components/metadata-form/removed-value';
import { metadataOf } from '~/components/metadata-form/stored-metadata';
import { studyOf } from '~/components/metadata-form/study-fields';
import { readFormSnapshot } from '~/drafts/form-snapshot';
import { trySave } from '~/drafts/post-draft.server';
import type { LoadContext } from '~/load-context';
import { saveMetadata } from '~/repository-client/metadata';
import { showRefusedMetadata, type MetadataFormReply, type PostedMetadata } from './posted-metadata.server';

/** Saves the metadata; faults come back at their fields, with everything as it was typed. */
export async function saveMetadataForm(
  context: LoadContext,
  { id, fields, kept, entries }: PostedMetadata,
): Promise<Response | MetadataFormReply> {
  const state = readTidyForm(fields, entries);
  const study = { ...studyOf(id, entries), metadata: metadataOf(fields, state) };
  const { savedTag } = readFormSnapshot(entries);
  const refusal = await trySave(context, kept, entries, () => saveMetadata(context, study, savedTag));
  if (refusal) {
    const rest = entries.filter(([name]) => parsePlace(name) === null);
    return showRefusedMetadata(context, refusal, [...rest, ...entriesOf(state)]);
  }
  context.flash.set({ kind: 'success', key: 'metadata:saved' });
  return redirect(kept.page, 303);
}
