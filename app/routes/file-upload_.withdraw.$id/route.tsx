import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { withdrawRefusal } from '@domain/upload-status';

import { requireUser } from '~/auth/guards';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { readReview, withdrawUpload } from '~/repository-client/submission';
import { confirm } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

await loadTexts('errors', 'review', 'uploads');

export const handle = { title: 'review:withdraw.title', help: 'review' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return orFailurePage(readReview(context, uploadIdOf(params)));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  const { id, fileName } = await orFailurePage(readReview(context, uploadIdOf(params)));
  const refusal = await confirm(request, context, () => withdrawUpload(context, id));
  if (refusal) return refusal;
  context.flash.set({ kind: 'success', key: 'review:withdraw.done', values: { file: fileName } });
  return redirect(paths.uploadSubmit(id), 303);
}

/** Asks before a submission is taken back, and says what stays. */
export default function WithdrawUpload() {
  const { id, fileName, status, votes, withdrawable, siblings } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('review');
  const reason = withdrawRefusal(status, votes);
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal.message, fieldId: null }] : []} />
      <h1>{withdrawable ? t('withdraw.question', { file: fileName }) : t('withdraw.title')}</h1>
      <p>{reason ? t(`errors:${reason}`) : t('withdraw.stays')}</p>
      {withdrawable && siblings.length > 0 ? (
        <p>{t('withdraw.siblings', { files: siblings.map((file) => file.fileName).join(', ') })}</p>
      ) : null}
      <Form reloadDocument className="actions">
        {withdrawable ? <button type="submit">{t('withdraw.button')}</button> : null}
        <Link to={paths.uploadSubmit(id)}>{t(withdrawable ? 'withdraw.cancel' : 'withdraw.back')}</Link>
      </Form>
    </>
  );
}
