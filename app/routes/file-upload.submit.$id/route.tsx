import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { BlockedStep } from '~/components/workflow/blocked-step';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { paths } from '~/paths';
import { submitUpload } from '~/repository-client/uploads';
import { attempt, sentenceOf } from '~/screens/posted-form.server';
import { loadReview } from '~/screens/review.server';
import { loadSubmit } from '~/screens/submit.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';
import { Submitted } from './submitted';
import { Summary } from './summary';

export const handle = { title: 'uploads:submit.title', step: 'submit', help: 'submitting' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  return { ...(await loadSubmit(context, upload)), review: await loadReview(context, upload) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  const id = uploadIdOf(params);
  const refusal = await attempt(() => submitUpload(context, id));
  if (refusal) {
    const message = sentenceOf(refusal, context);
    return data({ hasErrors: true, errors: [{ message, fieldId: null }] }, { status: refusal.status });
  }
  return redirect(paths.uploadSubmit(id), 303);
}

/** The answers once more before they are handed over; afterwards what happens next. */
export default function Submit() {
  const { upload, summary, review } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { t } = useTranslation('uploads');
  if (!summary) {
    return (
      <>
        <ErrorSummary errors={answer?.errors ?? []} />
        <BlockedStep id={upload.id} step="submit" flags={upload.flags} />
      </>
    );
  }
  if (review) return <Submitted review={review} summary={summary} />;
  return (
    <>
      <ErrorSummary errors={answer?.errors ?? []} />
      <h2>{t('submit.heading')}</h2>
      <p>{t('submit.intro')}</p>
      <Summary id={upload.id} summary={summary} readOnly={false} />
      <Form reloadDocument>
        <button type="submit">{t('submit.button')}</button>
      </Form>
    </>
  );
}
