import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { Revision } from '@domain/api/reviews';
import { statusRules } from '@domain/upload-status';

import { requireUser } from '~/auth/guards';
import { nextStep } from '~/components/review/review-steps';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage } from '~/repository-client/transport';
import { readReview, reviseUpload } from '~/repository-client/submission';
import { confirm } from '~/screens/posted-form.server';
import { uploadIdOf } from '~/screens/upload.server';

await loadTexts('errors', 'review', 'uploads');

export const handle = { title: 'review:revise.title', help: 'review' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  return orFailurePage(readReview(context, uploadIdOf(params)));
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  let page = '';
  const refusal = await confirm(request, context, async () => {
    const revision = await reviseUpload(context, uploadIdOf(params));
    const { id, status } = revision;
    context.flash.set({ kind: 'note', key: `review:revise.${outcomeOf(revision)}` });
    page = statusRules[status].editable ? paths.uploadCheck(id) : paths.uploadSubmit(id);
  });
  return refusal ?? redirect(page, 303);
}

function outcomeOf({ isNew, titleTaken }: Revision) {
  if (!isNew) return 'existing';
  return titleTaken ? 'titleTaken' : 'done';
}

/** Explains revising to users who open the address, and shows why a revision was refused. */
export default function ReviseUpload() {
  const review = useLoaderData<typeof loader>();
  const { id, fileName, status, revisable } = review;
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('review');
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal.message, fieldId: null }] : []} />
      <h1>{t('revise.heading', { file: fileName })}</h1>
      <p>{status === 'Rejected' ? t(`next.${nextStep(review)}`) : t('errors:not-rejected')}</p>
      <Form reloadDocument className="actions">
        {revisable ? <button type="submit">{t('revise.button')}</button> : null}
        <Link to={paths.uploadSubmit(id)}>{t('withdraw.back')}</Link>
      </Form>
    </>
  );
}
