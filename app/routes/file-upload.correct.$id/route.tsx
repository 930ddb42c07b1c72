import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';

import { failuresOfOurs } from '@domain/file-state';

import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import { CorrectFileForm, correctedFileId } from '~/components/correction/correct-file-form';
import { CorrectionReport } from '~/components/correction/correction-report';
import { UnsavedComments } from '~/components/correction/unsaved-comments';
import { StorageLine } from '~/components/upload-list/storage-line';
import { Waiting } from '~/components/workflow/waiting';
import { ReadOnlyNote } from '~/components/sharing/read-only-note';
import { ErrorSummary } from '~/forms/error-summary';
import { readValidForm } from '~/forms/read-form.server';
import { paths } from '~/paths';
import { loadCorrection, proxyCorrection, type CorrectionData } from './correct-file.server';
import { loadUpload, loadUploadWithFile, uploadIdOf } from '~/screens/upload.server';

export const handle = { title: 'correction:title', step: 'check', help: 'correcting' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return loadCorrection(context, await loadUploadWithFile(context, params));
}

const DiscardSchema = z.object({ intent: z.string().default('') });

/** Receives a corrected file. Redirects to the list of its changes, or shows the form again with the reason. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = paths.uploadCorrect(uploadIdOf(params));
  const holdsFile = request.headers.get('Content-Type')?.startsWith('multipart/') ?? false;
  if (!context.user) throw redirectToLoginAndConfirm(context, page, holdsFile ? 'forms:filesAgain' : undefined);
  const upload = await loadUpload(context, params);
  // The other form of the screen discards the unsaved comments on the previous file.
  if (!holdsFile) {
    const { intent } = await readValidForm(request, DiscardSchema);
    if (intent === 'discard') await context.drafts.remove('comments', upload.id);
    return redirect(page, 303);
  }
  const refusal = await proxyCorrection(request, context, upload);
  if (refusal) return data({ hasErrors: true, message: refusal.message }, { status: refusal.status });
  return redirect(page, 303);
}

export default function CorrectFile() {
  const correction = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.message ?? null;
  const { t } = useTranslation('correction');
  const { upload, pending, isReading, isChecking, changes, editable } = correction;
  if (!refusal && isReading)
    return <Waiting kind="reading" upload={{ ...upload, fileName: pending?.fileName ?? '' }} />;
  if (!refusal && isChecking) return <Waiting kind="checking" upload={upload} />;
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal, fieldId: correctedFileId }] : []} />
      <h2>{t('heading')}</h2>
      {pending?.failure && !refusal ? (
        <section aria-labelledby="unread-heading">
          <h3 id="unread-heading">{t('unread', { file: pending.fileName })}</h3>
          <p className="error-message">{pending.failure.message}</p>
          <p>
            {t('stillInForce', { file: upload.fileName })}{' '}
            {failuresOfOurs.includes(pending.failure.code) ? null : t('correctIt')}
          </p>
        </section>
      ) : null}
      {changes ? (
        <>
          <CorrectionReport
            fileName={upload.fileName}
            changes={changes}
            targets={new Map(correction.targets)}
            language={correction.language}
          />
          <NextStep correction={correction} />
        </>
      ) : null}
      <UnsavedComments
        id={upload.id}
        entries={correction.unsaved}
        saved={changes?.tables.flatMap(({ comments }) => comments.map(({ comment }) => comment)) ?? []}
      />
      {editable ? <Send correction={correction} refusal={refusal} /> : <ReadOnlyNote />}
    </>
  );
}

/** Link to the next step: the mapping while a table has none, otherwise the check. */
function NextStep({ correction: { upload } }: { correction: CorrectionData }) {
  const { t } = useTranslation('correction');
  return (
    <p className="actions">
      <Link to={paths.uploadData(upload.id)}>{t('toMapping')}</Link>
      {upload.flags.mapped ? <Link to={paths.uploadCheck(upload.id)}>{t('toCheck')}</Link> : null}
    </p>
  );
}

function Send({ correction, refusal }: { correction: CorrectionData; refusal: string | null }) {
  const { t } = useTranslation('correction');
  const { upload, changes, hasDraft, storage, limits, language } = correction;
  return (
    <section aria-labelledby="send-heading">
      <h3 id="send-heading">{t(changes ? 'sendAnother' : 'send')}</h3>
      <p>{t('intro')}</p>
      {hasDraft ? (
        <p role="note">
          {t('draft')} <Link to={paths.uploadCheck(upload.id)}>{t('toCheck')}</Link>
        </p>
      ) : null}
      <StorageLine storage={storage} />
      <CorrectFileForm id={upload.id} limits={limits} language={language} error={refusal} />
    </section>
  );
}
