import type { UploadDocument } from '@domain/api/documents';
import { hashOf } from '@domain/secrets';
import type { DraftableForm } from '~/drafts/draftable-form.server';
import { type ExplainedDocument, findingField, isFindingField } from '~/forms/document-fields';
import type { Entries, FormEntries } from '~/forms/form-entries';
import { typedText } from '~/forms/typed-text';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { listDocuments } from '~/repository-client/documents';

import { uploadExists } from './upload.server';

export type ShownDocument = UploadDocument & ExplainedDocument;

/** Documents with the keys of their fields. */
export function withKeys(documents: readonly UploadDocument[]): ShownDocument[] {
  return documents.map((document) => ({ ...document, key: hashOf(document.fileName.toLowerCase()).slice(0, 16) }));
}

/** The form of the comments on what was found in the documents of an upload. */
export function documentsForm(context: LoadContext, id: string): DraftableForm {
  return {
    kind: 'documents',
    object: id,
    page: paths.uploadDocuments(id),
    exists: () => uploadExists(context, id),
    draftOf: async (entries) => entries.filter(([name]) => isFindingField(name)),
    saved: async () => ({ entries: commentEntries(withKeys(await listDocuments(context, id))), tag: '' }),
    meaningOf: async (entries) => meaningOfComments(entries),
    inWords: (entries) => inWords(translate(context.language), entries),
  };
}

/** The saved comments as the form shows them. */
export function commentEntries(documents: readonly ExplainedDocument[]): FormEntries {
  return documents.flatMap(({ key, findings }) =>
    findings.map(({ kind, comment }): [string, string] => [findingField(key, kind), comment ?? '']),
  );
}

/** What the comments say, whatever the spaces around them. */
export function meaningOfComments(entries: Entries): string {
  const own = entries.filter(([name]) => isFindingField(name));
  return JSON.stringify(own.map(([name, value]) => [name, typedText(value)]).sort());
}

function inWords(t: (key: string) => string, entries: FormEntries): FormEntries {
  return entries.flatMap(([name, value]): FormEntries =>
    isFindingField(name) ? [[t('upload-documents:findings.comment'), value]] : [],
  );
}
