import type { UploadState } from '@domain/api/uploads';
import { readSchema } from '@domain/metadata/directives';
import { canStart } from '@domain/workflow-steps';

import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/failure-page';
import { listMetadataTemplates, readMetadata, readMetadataSchema } from '~/repository-client/metadata';
import { findDraft, type KeptForm } from './posted-form.server';
import { isEditable } from './upload.server';

/** The metadata form of an upload and the page that shows it. */
export function metadataForm(id: string): KeptForm {
  return { form: 'metadata', object: id, page: paths.uploadMeta(id) };
}

/** What the metadata screen shows: the state of the file alone while metadata cannot be entered yet. */
export async function loadMetadata(
  context: LoadContext,
  upload: UploadState,
  mode: 'contributor' | 'expert',
) {
  const readOnly = mode === 'expert' || !isEditable(upload);
  if (!readOnly && !canStart('metadata', upload.flags)) return { upload, form: null };
  const [schema, study, templates, draft] = await orFailurePage(
    Promise.all([
      readMetadataSchema(context),
      readMetadata(context, upload.id),
      readOnly ? [] : listMetadataTemplates(context),
      readOnly ? null : findDraft(context, metadataForm(upload.id)),
    ]),
  );
  return {
    upload,
    form: {
      readOnly,
      fields: readSchema(schema),
      metadata: study.metadata,
      templates: templates.map(({ name }) => name),
      draft: draft?.shown ?? null,
      draftEntries: draft?.entries ?? null,
    },
  };
}
