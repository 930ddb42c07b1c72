import type { CorrectionState } from '@domain/api/metadata-corrections';
import type { UploadState } from '@domain/api/uploads';
import { includesRight } from '@domain/life/co-authors';
import { fixedFields } from '@domain/life/corrections';
import type { FormField } from '@domain/metadata/directives';
import { type DraftableForm, openForm } from '~/drafts/draftable-form.server';
import { type Entries, entryValue, type FormEntries } from '~/forms/form-entries';
import { correctionNote } from '~/forms/metadata/correction-fields';
import { entriesOf } from '~/forms/metadata/form-state';
import { formOf } from '~/forms/metadata/stored-metadata';
import { maxMetadataFields } from '~/forms/read-form.server';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { readMetadataFields } from '~/repository-client/metadata';
import { readCorrection } from '~/repository-client/metadata-corrections';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';

import { baseOf, differingFields } from './correction-base.server';
import { meaningOfMetadata } from './metadata.server';
import { metadataInWords } from './metadata-words.server';
import { messageOf } from './posted-form.server';
import { uploadExists } from './upload.server';

/** The form that corrects the metadata of an accepted data set. */
export function correctionForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'correction',
    exists: () => uploadExists(context, id),
    object: id,
    page: paths.correctMetadata(id),
    maxFields: maxMetadataFields,
    saved: async () => {
      const [fields, { correction, tag }] = await orFailurePage(
        Promise.all([correctableFields(context), readCorrection(context, id)]),
      );
      return { entries: savedEntries(fields, correction), tag };
    },
    meaningOf: async (entries) => meaningOf(await correctableFields(context), entries),
    inWords: (entries) => metadataInWords(context, entries),
    differing: async (entries, other) => {
      const [fields, { correction }] = await Promise.all([correctableFields(context), readCorrection(context, id)]);
      return differingFields({ fields, entries, saved: correction.metadata }, other);
    },
  };
}

/** The fields of the form in the language of the page. */
export async function correctableFields(context: LoadContext): Promise<FormField[]> {
  return (await readMetadataFields(context)).filter(({ id }) => !fixedFields.includes(id));
}

function savedEntries(fields: readonly FormField[], { metadata }: CorrectionState): FormEntries {
  return entriesOf(formOf(fields, metadata));
}

/** The note as it is stored. */
export function noteOf(entries: Entries): string {
  return entryValue(entries, correctionNote).replaceAll('\r\n', '\n').trim();
}

function meaningOf(fields: readonly FormField[], entries: FormEntries): string {
  return JSON.stringify([meaningOfMetadata(fields, entries), noteOf(entries)]);
}

/**
 * Data of the screen on which metadata is corrected. If it cannot be corrected, or not by this co-author, only why, and
 * the draft for copying. Throws the failure page for uploads of other people.
 */
export async function loadCorrection(context: LoadContext, { id, right }: Pick<UploadState, 'id' | 'right'>) {
  const fields = await orFailurePage(correctableFields(context));
  // Proposals and refusals may concern any field.
  const allFields = await orFailurePage(readMetadataFields(context));
  const form = correctionForm(context, id);
  const refused = async (refusal: string) => {
    const { entries } = await openForm(context, form);
    return { fields, allFields, refusal, draftEntries: entries, form: null };
  };
  if (!includesRight(right, 'submit')) return refused(translate(context.language)('errors:right-missing'));
  try {
    const { correction, tag } = await readCorrection(context, id);
    const { entries, versions } = await openForm(context, form, {
      savedTag: tag,
      meaningOf: (draft) => meaningOf(fields, draft ?? savedEntries(fields, correction)),
    });
    return {
      fields,
      allFields,
      refusal: null,
      draftEntries: entries,
      form: { correction, versions, base: baseOf(fields, correction.metadata) },
    };
  } catch (error) {
    if (!(error instanceof RepositoryError) || ![409, 410].includes(error.status))
      return orFailurePage(Promise.reject(error));
    return refused(messageOf(error, context));
  }
}
