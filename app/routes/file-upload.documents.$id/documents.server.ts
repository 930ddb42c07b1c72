import { data, redirect } from '@remix-run/node';

import { openFindings } from '@domain/api/documents';
import type { UploadState } from '@domain/api/uploads';
import {
  commentError,
  maxCommentCharacters,
  maxDocumentBytes,
  maxDocuments,
  minCommentCharacters,
} from '@domain/limits';
import { openForm } from '~/drafts/draftable-form.server';
import { readDraftableForm, saveDraft, trySave } from '~/drafts/post-draft.server';
import { storeChanges } from '~/drafts/store-draft.server';
import { commentsIn, documentFieldId, findingField } from '~/forms/document-fields';
import type { FormError } from '~/forms/error-summary';
import { type FormEntries, readIntent } from '~/forms/form-entries';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';
import { paths } from '~/paths';
import { addDocuments, explainFindings, listDocuments, removeDocument } from '~/repository-client/documents';
import { attempt, orFailurePage } from '~/repository-client/transport';
import { commentEntries, documentsForm, meaningOfComments, withKeys } from '~/screens/documents-form.server';
import { type FormReply, messageOf, redisplayForm, showRefusal } from '~/screens/posted-form.server';
import { pickHeaders, uploadHeaders } from '~/screens/proxy-file.server';
import { findOwnStorage, isEditable } from '~/screens/upload.server';

/** The documents of an upload, with comments as typed or saved, and the one about which the page asks (`remove`). */
export async function loadDocuments(context: LoadContext, upload: UploadState, remove: string | null) {
  const documents = withKeys(await orFailurePage(listDocuments(context, upload.id)));
  const saved = commentEntries(documents);
  const { entries, versions } = await openForm(context, documentsForm(context, upload.id), {
    meaningOf: (draft) => meaningOfComments(draft ?? saved),
  });
  const editable = isEditable(upload);
  const storage = await findOwnStorage(context, upload);
  return {
    upload,
    documents,
    leaving: (editable && documents.find(({ id }) => id === remove)) || null,
    open: openFindings(documents),
    editable,
    storage,
    typed: entries ?? saved,
    versions,
    limits: { count: maxDocuments, bytes: maxDocumentBytes },
    language: context.language,
  };
}
export type DocumentsData = Awaited<ReturnType<typeof loadDocuments>>;

/** Streams documents to the repository. */
export async function takeDocuments(request: Request, context: LoadContext, id: string): Promise<Response | FormReply> {
  const headers = pickHeaders(request.headers, uploadHeaders);
  const refusal = await attempt(() =>
    addDocuments(context, id, { body: request.body, headers, signal: request.signal }),
  );
  if (!refusal) {
    context.flash.set({ kind: 'success', key: 'upload-documents:added' });
    return redirect(paths.uploadDocuments(id), 303);
  }
  const errors: FormError[] = [{ message: messageOf(refusal, context), fieldId: documentFieldId }];
  return data({ hasErrors: true, errors, entries: [], conflict: null }, { status: refusal.status });
}

/** Saves the comments, keeps them as a draft, or removes a document after a question. Every refusal shows them as they were typed. */
export async function changeDocuments(
  request: Request,
  context: LoadContext,
  id: string,
): Promise<Response | FormReply> {
  const form = documentsForm(context, id);
  const entries = await readDraftableForm(request, context, form);
  const { verb, argument } = readIntent(entries);
  if (verb === 'draft') {
    return saveDraft(context, form, entries, (conflict) => showRefusal(context, conflict, entries));
  }
  if (verb === 'ask-remove') {
    const refusal = await storeChanges(context, form, entries);
    if (refusal) return showRefusal(context, refusal, entries);
    return redirect(paths.uploadDocuments(id, argument), 303);
  }
  if (verb === 'remove') {
    const refusal = await attempt(() => removeDocument(context, id, argument));
    if (refusal && refusal.status !== 404) return showRefusal(context, refusal, entries);
    context.flash.set({ kind: 'success', key: 'upload-documents:removed' });
    return redirect(form.page, 303);
  }
  return saveComments(context, id, entries);
}

async function saveComments(context: LoadContext, id: string, entries: FormEntries): Promise<Response | FormReply> {
  const form = documentsForm(context, id);
  const documents = withKeys(await orFailurePage(listDocuments(context, id)));
  const comments = commentsIn(documents, entries);
  const t = translate(context.language);
  const errors = comments.flatMap(({ document, kind, comment }): FormError[] => {
    const error = commentError(comment);
    if (error === null) return [];
    const { key = '', fileName = '' } = documents.find((one) => one.id === document) ?? {};
    const values = { cell: fileName, min: minCommentCharacters, max: maxCommentCharacters };
    return [{ message: t(`errors:${error}`, values), fieldId: findingField(key, kind) }];
  });
  if (errors.length > 0) return redisplayForm(entries, 400, errors);
  const refusal = await trySave(context, form, entries, () => explainFindings(context, id, comments));
  if (refusal) return showRefusal(context, refusal, entries);
  context.flash.set({ kind: 'success', key: 'upload-documents:saved' });
  return redirect(form.page, 303);
}
