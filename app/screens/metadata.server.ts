import type { UploadState } from '@domain/api/uploads';
import { readSchema } from '@domain/metadata/directives';
import { canStart } from '@domain/workflow-steps';

import { entriesOf, readForm, type FormState } from '~/components/metadata-form/form-state';
import { dropEmptyValues, formOf, metadataOf } from '~/components/metadata-form/stored-metadata';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import {
  listMetadataTemplates,
  listStudyUploads,
  readMetadataSchema,
  readTaggedMetadata,
} from '~/repository-client/metadata';
import { openForm, type KeptForm, type SavedForm } from './kept-form.server';
import { isEditable } from './upload.server';

/** The metadata form of an upload and the page that shows it. */
export function metadataForm(context: LoadContext, id: string): KeptForm {
  return {
    form: 'metadata',
    object: id,
    page: paths.uploadMeta(id),
    saved: () => orFailurePage(savedMetadata(context, id)),
  };
}

async function savedMetadata(context: LoadContext, id: string): Promise<SavedForm> {
  const [schema, { study, tag }] = await Promise.all([
    readMetadataSchema(context),
    readTaggedMetadata(context, id),
  ]);
  const fields = readSchema(schema);
  const saved = formOf(fields, study.metadata);
  const contentOf = (state: FormState) => JSON.stringify(metadataOf(fields, state));
  return {
    tag,
    entries: entriesOf(saved),
    isSame: (entries) => contentOf(dropEmptyValues(fields, readForm(fields, entries))) === contentOf(saved),
  };
}

/** What the metadata screen shows: the state of the file alone while metadata cannot be entered yet. */
export async function loadMetadata(
  context: LoadContext,
  upload: UploadState,
  mode: 'contributor' | 'expert',
) {
  const readOnly = mode === 'expert' || !isEditable(upload);
  if (!readOnly && !canStart('metadata', upload.flags)) return { upload, form: null };
  const [schema, { study, tag }, templates, studyUploads] = await orFailurePage(
    Promise.all([
      readMetadataSchema(context),
      readTaggedMetadata(context, upload.id),
      readOnly ? [] : listMetadataTemplates(context),
      readOnly ? [] : listStudyUploads(context, upload.id),
    ]),
  );
  const { entries, versions } = await openForm(context, metadataForm(context, upload.id), tag);
  return {
    upload,
    form: {
      readOnly,
      fields: readSchema(schema),
      metadata: study.metadata,
      templates: templates.map(({ name }) => name),
      studyUploads,
      draftEntries: entries,
      versions,
    },
  };
}
