import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { redirectToLoginAndConfirm, requireUser } from '~/auth/guards';
import type { PreservedForm } from '~/drafts/preserved-form';
import { ErrorSummary } from '~/forms/error-summary';
import { tickedIn } from '~/forms/submit-fields';
import { loadTexts } from '~/i18n/browser-texts';
import { loadReview, loadSubmit, readSubmitForm, submitForm, type SubmitReply, tickedAddress } from './submit.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';
import { CheckAnswers, submitFormId } from './check-answers';
import { Incomplete } from './incomplete';
import { Submitted } from './submitted';

await loadTexts('submit');

export const handle = {
  title: 'submit:title',
  step: 'submit',
  help: 'submitting',
  preservesForm(data: unknown): PreservedForm | null {
    const { shown, review } = data as SerializeFrom<typeof loader>;
    const isShown = !review && shown.submission.missing.length === 0;
    return isShown ? { kind: 'submit', id: submitFormId } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const upload = await loadUpload(context, params);
  const ticked = tickedIn(new URL(request.url).searchParams.getAll('also'));
  return { shown: await loadSubmit(context, upload), ticked, review: await loadReview(context, upload) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const id = uploadIdOf(params);
  const order = await readSubmitForm(request);
  if (!context.user) throw redirectToLoginAndConfirm(context, tickedAddress(id, order));
  return submitForm(context, id, order);
}

/** What is still missing, the answers once more before they are handed over, or what has become of them. */
export default function Submit() {
  const { shown, ticked, review } = useLoaderData<typeof loader>();
  const reply = useActionData<() => SubmitReply>();
  if (review) return <Submitted {...shown} review={review} />;
  return (
    <>
      <ErrorSummary errors={reply?.errors ?? []} />
      {shown.submission.missing.length > 0 ? (
        <Incomplete {...shown} />
      ) : (
        <CheckAnswers {...shown} ticked={reply?.also ?? ticked} />
      )}
    </>
  );
}
