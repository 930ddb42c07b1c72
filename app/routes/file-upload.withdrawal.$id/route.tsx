import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { formId } from '~/components/withdrawal/reason-acts';
import { WithdrawalScreen } from '~/components/withdrawal/withdrawal-screen';
import type { PreservedForm } from '~/drafts/preserved-form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';
import { changeWithdrawal, loadWithdrawal, type WithdrawalReply } from '~/screens/withdrawal.server';

await loadTexts('withdrawal');

export const handle = {
  title: 'withdrawal:title',
  help: 'withdrawing',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, forms } = data as SerializeFrom<typeof loader>;
    const [first] = forms;
    return first ? { kind: 'withdrawal', id: formId(first.act), object: `${view.id}/${first.act}` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { id } = await loadUpload(context, params);
  return loadWithdrawal(context, 'own', id);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return changeWithdrawal(request, context, 'own', uploadIdOf(params));
}

/** Withdrawal of the user's own data set. */
export default function OwnWithdrawal() {
  const { page, view, forms } = useLoaderData<typeof loader>();
  const reply = useActionData<() => WithdrawalReply>();
  const { t } = useTranslation('withdrawal');
  return (
    <>
      <WithdrawalScreen page={page} isOwn view={view} forms={forms} refused={reply ?? null} />
      <p>
        <Link to={paths.uploadSubmit(view.id)}>{t('back')}</Link>
      </p>
    </>
  );
}
