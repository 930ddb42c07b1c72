import type { UploadState } from '@domain/api/uploads';
import { readSchema, type FormField } from '@domain/metadata/directives';
import { canStart } from '@domain/workflow-steps';

import { entriesOf, readForm, type FormState } from '~/components/metadata-form/form-state';
import { divideMetadata, fieldOfPart, studyPartKey } from '~/components/metadata-form/metadata-parts';
import { formOf, metadataOf } from '~/components/metadata-form/stored-metadata';
import { isRemovedEntry } from '~/components/metadata-form/removed-value';
import { isOtherStudy } from '~/components/metadata-form/study-fields';
import { isTemplateTyped } from '~/components/templates/typed-template';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import {
  listMetadataTemplates,
  listStudyUploads,
  readMetadata,
  readMetadataSchema,
  readTaggedMetadata,
} from '~/repository-client/metadata';
import { openForm, type FormDivider, type KeptForm, type SavedForm } from './kept-form.server';
import { isEditable } from './upload.server';

/** The metadata form of an upload and the page that shows it. */
export function metadataForm(context: LoadContext, id: string): KeptForm {
  return {
    form: 'metadata',
    object: id,
    page: paths.uploadMeta(id),
    saved: () => orFailurePage(savedMetadata(context, id)),
    divider: async () => metadataDivider(context, readSchema(await readMetadataSchema(context))),
  };
}

function metadataDivider({ language }: LoadContext, fields: FormField[]): FormDivider {
  const t = translate(language);
  return {
    divide: (entries) => divideMetadata(fields, entries),
    isSaved: (key) => fieldOfPart(key) !== null,
    nameOf(key) {
      const label = fields.find(({ id }) => id === fieldOfPart(key))?.label;
      return label ?? t(key === studyPartKey ? 'metadata:alsoFor.legend' : 'uploads:templates.legend');
    },
  };
}

async function savedMetadata(context: LoadContext, id: string): Promise<SavedForm> {
  const [schema, { study, tag }] = await Promise.all([readMetadataSchema(context), readTaggedMetadata(context, id)]);
  const fields = readSchema(schema);
  const saved = formOf(fields, study.metadata);
  const contentOf = (state: FormState) => JSON.stringify(metadataOf(fields, state));
  return {
    tag,
    entries: entriesOf(saved),
    isSame: (entries) =>
      contentOf(readForm(fields, entries)) === contentOf(saved) &&
      !entries.some(([name]) => isRemovedEntry(name)) &&
      !isOtherStudy(entries) &&
      !isTemplateTyped(entries),
  };
}

/** Metadata to read: what has been typed and not saved is none of the reader's. */
export async function readSavedMetadata(context: LoadContext, id: string) {
  const [schema, { metadata }] = await orFailurePage(
    Promise.all([readMetadataSchema(context), readMetadata(context, id)]),
  );
  return { fields: readSchema(schema), metadata };
}

/**
 * What the metadata screen shows: the state of the file alone while metadata cannot be entered yet. Where they can
 * no longer be changed, a draft is shown all the same, for copying.
 */
export async function loadMetadata(context: LoadContext, upload: UploadState) {
  const readOnly = !isEditable(upload);
  if (!readOnly && !canStart('metadata', upload.flags)) return { upload, form: null };
  const [schema, { study, tag }, templates, studyUploads] = await orFailurePage(
    Promise.all([
      readMetadataSchema(context),
      readTaggedMetadata(context, upload.id),
      readOnly ? [] : listMetadataTemplates(context),
      readOnly ? [] : listStudyUploads(context, upload.id),
    ]),
  );
  const fields = readSchema(schema);
  const { entries, versions } = await openForm(context, metadataForm(context, upload.id), {
    savedTag: tag,
    partsOf: (draft) => divideMetadata(fields, draft ?? entriesOf(formOf(fields, study.metadata))).parts,
  });
  return {
    upload,
    form: {
      readOnly,
      fields,
      metadata: study.metadata,
      templates: templates.map(({ name }) => name),
      studyUploads,
      draftEntries: entries,
      versions,
    },
  };
}
