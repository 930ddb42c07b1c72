import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { requireUser } from '~/auth/guards';
import { embargoFormId, EmbargoScreen } from '~/components/embargo/embargo-screen';
import type { PreservedForm } from '~/drafts/preserved-form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { loadEmbargo, sendEmbargo } from '~/screens/embargo.server';
import type { FormReply } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

await loadTexts('embargo');

export const handle = {
  title: 'embargo:title',
  help: 'embargo',
  preservesForm(data: unknown): PreservedForm | null {
    const { view, form } = data as SerializeFrom<typeof loader>;
    return form ? { kind: 'embargo', id: embargoFormId, object: `${view.id}/shorten` } : null;
  },
};

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { id } = await loadUpload(context, params);
  return loadEmbargo(context, 'shorten', id);
}

export function action({ request, context, params }: ActionFunctionArgs) {
  return sendEmbargo(request, context, 'shorten', uploadIdOf(params));
}

/** The embargo of the user's own data set. */
export default function OwnEmbargo() {
  const { view, form } = useLoaderData<typeof loader>();
  const reply = useActionData<() => FormReply>();
  const { t } = useTranslation('embargo');
  return (
    <>
      <EmbargoScreen act="shorten" view={view} form={form} reply={reply} />
      <p>
        <Link to={paths.privateLinks(view.id)}>{t('toLinks')}</Link>
      </p>
      <p>
        <Link to={paths.uploadSubmit(view.id)}>{t('back')}</Link>
      </p>
    </>
  );
}
