import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { statusRules } from '@domain/upload-status';

import { requireUser } from '~/auth/guards';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { deleteUpload } from '~/repository-client/uploads';
import { confirm } from '~/screens/posted-form.server';
import { loadUpload } from '~/screens/upload.server';

await loadTexts('uploads');

export const handle = { title: 'uploads:delete.title', help: 'files' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { fileName, status } = await loadUpload(context, params);
  return { fileName, deletable: statusRules[status].deletable };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  const { id, fileName } = await loadUpload(context, params);
  const refusal = await confirm(request, context, () => deleteUpload(context, id));
  if (refusal) return refusal;
  await context.drafts.removeUpload(id);
  context.flash.set({ kind: 'success', key: 'uploads:delete.done', values: { file: fileName } });
  return redirect(paths.uploads(), 303);
}

/** Asks before a file is gone for good. */
export default function DeleteUpload() {
  const { fileName, deletable } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('uploads');
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal.message, fieldId: null }] : []} />
      <h1>{deletable ? t('delete.question', { file: fileName }) : t('delete.title')}</h1>
      <p>{deletable ? t('delete.warning') : t('delete.refused', { file: fileName })}</p>
      <Form reloadDocument className="actions">
        {deletable ? <button type="submit">{t('delete.button')}</button> : null}
        <Link to={paths.uploads()}>{t('delete.cancel')}</Link>
      </Form>
    </>
  );
}
