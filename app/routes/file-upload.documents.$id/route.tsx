import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { UploadDocument } from '@domain/api/documents';
import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import { AddDocuments } from '~/components/documents/add-documents';
import { DocumentTable } from '~/components/documents/document-table';
import { FindingsForm, findingsFormId } from '~/components/documents/findings-form';
import { FindingList } from '~/components/documents/finding-list';
import { ReadOnlyNote } from '~/components/sharing/read-only-note';
import { StorageLine } from '~/components/upload-list/storage-line';
import { versionsAfterReply } from '~/drafts/form-versions';
import type { PreservedForm } from '~/drafts/preserved-form';
import { documentFieldId } from '~/forms/document-fields';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { paths } from '~/paths';
import type { FormReply } from '~/screens/posted-form.server';
import { loadUploadWithFile, uploadIdOf } from '~/screens/upload.server';

import { changeDocuments, loadDocuments, takeDocuments } from './documents.server';

export const handle = {
  title: 'upload-documents:title',
  step: 'check',
  help: 'documents',
  preservesForm(data: unknown): PreservedForm | null {
    const { upload, editable, documents, leaving } = data as SerializeFrom<typeof loader>;
    return editable && !leaving && documents.length > 0
      ? { kind: 'documents', id: findingsFormId, object: upload.id }
      : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const remove = new URL(request.url).searchParams.get('remove');
  return loadDocuments(context, await loadUploadWithFile(context, params), remove);
}

/** Receives documents, removes one, or saves comments on what was found in them. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  if (!request.headers.get('Content-Type')?.startsWith('multipart/')) return changeDocuments(request, context, id);
  if (!context.user) throw redirectToLoginAndConfirm(context, paths.uploadDocuments(id), 'forms:filesAgain');
  return takeDocuments(request, context, id);
}

/** README and codebook files of an upload, what was found in them, and the form for further ones. */
export default function UploadDocuments() {
  const { upload, documents, editable, storage, typed, versions, limits, open, leaving } =
    useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('upload-documents');
  const errors = reply?.errors ?? [];
  const isOfFiles = errors.some(({ fieldId }) => fieldId === documentFieldId);
  if (leaving) return <RemoveQuestion upload={upload.id} document={leaving} />;
  const addressOf = (document: string) => paths.uploadDocument(upload.id, document);
  return (
    <>
      <ErrorSummary errors={errors} />
      <h2>{t('title')}</h2>
      <p>{t('intro')}</p>
      {open > 0 && editable ? <p className="notice">{t('findings.open', { count: open })}</p> : null}
      {documents.length === 0 ? (
        <p>{t('none')}</p>
      ) : editable ? (
        <FindingsForm
          documents={documents}
          addressOf={addressOf}
          entries={isOfFiles ? typed : (reply?.entries ?? typed)}
          errors={errors}
          versions={versionsAfterReply(versions, isOfFiles ? undefined : reply)}
        />
      ) : (
        <>
          <DocumentTable documents={documents} addressOf={addressOf} />
          <ReadFindings documents={documents} />
        </>
      )}
      {editable ? (
        <>
          <StorageLine storage={storage} />
          <AddDocuments
            id={upload.id}
            fieldId={documentFieldId}
            limits={limits}
            error={errors.find(({ fieldId }) => fieldId === documentFieldId)?.message ?? null}
          />
        </>
      ) : (
        <ReadOnlyNote />
      )}
      <p>
        <BackLink id={upload.id} editable={editable} isMapped={upload.flags.mapped} />
      </p>
    </>
  );
}

/** Asks before a document is gone for good. */
function RemoveQuestion({ upload, document: { id, fileName } }: { upload: string; document: UploadDocument }) {
  const { t } = useTranslation('upload-documents');
  return (
    <>
      <h2>{t('removal.question', { file: fileName })}</h2>
      <p>{t('removal.warning')}</p>
      <Form action={paths.uploadDocuments(upload)} reloadDocument className="actions">
        <button type="submit" name="intent" value={`remove:${id}`}>
          {t('removal.button')}
        </button>
        <Link to={paths.uploadDocuments(upload)}>{t('removal.cancel')}</Link>
      </Form>
    </>
  );
}

/** What was found in the documents, for those who cannot change them. */
function ReadFindings({ documents }: { documents: readonly UploadDocument[] }) {
  const { t } = useTranslation('upload-documents');
  if (documents.every(({ findings }) => findings.length === 0)) return null;
  return (
    <section aria-labelledby="findings">
      <h3 id="findings">{t('findings.heading')}</h3>
      <FindingList documents={documents} />
    </section>
  );
}

function BackLink({ id, editable, isMapped }: { id: string; editable: boolean; isMapped: boolean }) {
  const { t } = useTranslation('upload-documents');
  if (!editable) return <Link to={paths.uploadSubmit(id)}>{t('backToSubmission')}</Link>;
  if (isMapped) return <Link to={paths.uploadCheck(id)}>{t('backToCheck')}</Link>;
  return <Link to={paths.uploadData(id)}>{t('backToMapping')}</Link>;
}
