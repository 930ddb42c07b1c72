import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { requireExpert } from '~/auth/guards';
import { formId } from '~/components/withdrawal/reason-acts';
import { WithdrawalScreen } from '~/components/withdrawal/withdrawal-screen';
import type { PreservedForm } from '~/drafts/preserved-form';
import { loadTexts } from '~/i18n/browser-texts';
import { loadReviewed } from '~/screens/board-form.server';
import { openParts, uploadIdOf } from '~/screens/upload.server';
import { changeWithdrawal, loadWithdrawal, type WithdrawalReply } from '~/screens/withdrawal.server';

await loadTexts('withdrawal');

export const handle = {
  title: 'withdrawal:title',
  part: 'withdrawal',
  help: 'editorial-board',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, forms } = data as SerializeFrom<typeof loader>;
    const [first] = forms;
    return first ? { kind: 'withdrawal', id: formId(first.act), object: `${view.id}/${first.act}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireExpert(request, context);
  const id = uploadIdOf(params);
  const submission = await loadReviewed(context, id);
  return {
    ...(await loadWithdrawal(context, 'board', id)),
    ...openParts({ ...submission.upload, status: submission.state }),
  };
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeWithdrawal(request, context, 'board', uploadIdOf(params));
}

/** Withdrawal of a data set, for the chair. */
export default function BoardWithdrawal() {
  const { page, view, forms } = useLoaderData<typeof loader>();
  const reply = useActionData<() => WithdrawalReply>();
  return <WithdrawalScreen page={page} isOwn={false} view={view} forms={forms} refused={reply ?? null} />;
}
