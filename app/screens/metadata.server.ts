import type { UploadState } from '@domain/api/uploads';
import type { FormField } from '@domain/metadata/directives';
import { canStart } from '@domain/workflow-steps';

import { entriesOf, parseMetadataForm } from '~/forms/metadata/form-state';
import { formOf, metadataOf } from '~/forms/metadata/stored-metadata';
import { isRemovedEntry } from '~/forms/metadata/change-form';
import { isOtherStudy, studyFields } from '~/forms/metadata/study-fields';
import { entryValues, type FormEntries, typedTemplate } from '~/forms/form-entries';
import { openForm, type DraftableForm } from '~/drafts/draftable-form.server';
import { maxMetadataFields } from '~/forms/read-form.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { proposeMetadata } from '~/forms/metadata/proposals';
import { translate } from '~/i18n/instances.server';
import { orFailurePage, orWithoutRows } from '~/repository-client/transport';
import {
  listMetadataTemplates,
  listStudyUploads,
  readDataFacts,
  readMetadata,
  readMetadataFields,
  readTaggedMetadata,
} from '~/repository-client/metadata';
import { metadataInWords } from './metadata-words.server';
import { isEditable, uploadExists } from './upload.server';

/** The metadata form of an upload and the page that shows it. */
export function metadataForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'metadata',
    // A save finds out itself.
    exists: async (verb) => verb === 'save' || verb === '' || uploadExists(context, id),
    object: id,
    page: paths.uploadMeta(id),
    maxFields: maxMetadataFields,
    saved: () => orFailurePage(savedMetadata(context, id)),
    inWords: (entries) => metadataInWords(context, entries),
    meaningOf: async (entries) => meaningOfMetadata(await readMetadataFields(context), entries),
  };
}

async function savedMetadata(context: LoadContext, id: string) {
  const [fields, { study, tag }] = await Promise.all([readMetadataFields(context), readTaggedMetadata(context, id)]);
  return { entries: entriesOf(formOf(fields, study.metadata)), tag };
}

/** The content of a metadata form, whatever the language of its page. */
export function meaningOfMetadata(fields: readonly FormField[], entries: FormEntries): string {
  // Names of fields are in the language of the page, which may be changing.
  const metadata = metadataOf(fields, parseMetadataForm(fields, entries)).map((entry) => ({ ...entry, name: '' }));
  const removed = entries.filter(([name]) => isRemovedEntry(name));
  const also = isOtherStudy(entries) ? entryValues(entries, studyFields.ticked).sort() : [];
  return JSON.stringify([metadata, removed, also, typedTemplate(entries)]);
}

/** The saved metadata, for readers. Drafts are not included. */
export async function readSavedMetadata(context: LoadContext, id: string) {
  const [fields, { metadata }] = await orFailurePage(
    Promise.all([readMetadataFields(context), readMetadata(context, id)]),
  );
  return { fields, metadata };
}

/** Entries for a form in which nobody has entered anything yet, from the account and the data. */
async function propose(context: LoadContext, id: string, fields: readonly FormField[]) {
  const { language, user } = context;
  const t = translate(language);
  const list = (words: string[]) => new Intl.ListFormat(language, { type: 'conjunction' }).format(words);
  const facts = await orFailurePage(orWithoutRows(readDataFacts(context, id)));
  return proposeMetadata(
    fields,
    { account: user, facts },
    {
      age: ({ from, to }) => t(from === to ? 'metadata:proposals.age' : 'metadata:proposals.ages', { from, to }),
      sex: (codes) => t('metadata:proposals.sexes', { list: list(codes.map((code) => t(`home:genders.${code}`))) }),
      test: (key) => t(`tests:${key}.long`),
    },
  );
}

/**
 * Data of the metadata screen; only the state of the file if metadata cannot be entered yet. If they can no longer be
 * changed, a draft is included, so that it can be copied.
 */
export async function loadMetadata(context: LoadContext, upload: UploadState) {
  const readOnly = !isEditable(upload);
  if (!readOnly && !canStart('metadata', upload.flags)) return { upload, form: null };
  const [fields, { study, tag }, templates, studyUploads] = await orFailurePage(
    Promise.all([
      readMetadataFields(context),
      readTaggedMetadata(context, upload.id),
      readOnly ? [] : listMetadataTemplates(context),
      readOnly ? [] : listStudyUploads(context, upload.id),
    ]),
  );
  const isNew = !upload.flags.meta && !readOnly;
  const known = new Set(study.metadata.map(({ id }) => id));
  const proposed = isNew ? (await propose(context, upload.id, fields)).filter(({ id }) => !known.has(id)) : [];
  const metadata = [...proposed, ...study.metadata];
  const { entries, versions } = await openForm(context, metadataForm(context, upload.id), {
    savedTag: tag,
    meaningOf: (draft) => meaningOfMetadata(fields, draft ?? entriesOf(formOf(fields, metadata))),
  });
  return {
    upload,
    form: {
      readOnly,
      fields,
      metadata,
      /** Names of the fields that hold proposals. */
      proposed: entries ? [] : proposed.map(({ name }) => name),
      templates: templates.map(({ name }) => name),
      studyUploads,
      draftEntries: entries,
      versions,
    },
  };
}
