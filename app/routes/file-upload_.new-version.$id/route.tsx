import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { Revision } from '@domain/api/reviews';
import { includesRight } from '@domain/life/co-authors';
import { continueRefusal } from '@domain/life/versions';
import { statusRules } from '@domain/upload-status';

import { requireUser } from '~/auth/guards';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { beginVersion } from '~/repository-client/versions';
import { confirm } from '~/screens/posted-form.server';
import { loadUpload, uploadIdOf } from '~/screens/upload.server';

await loadTexts('errors', 'versions');

export const handle = { title: 'versions:begin.title', help: 'versions' };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireUser(request, context);
  const { fileName, status, right, withdrawnAt } = await loadUpload(context, params);
  const mayContinue = includesRight(right, 'submit');
  const refusal = continueRefusal({ status, isWithdrawn: withdrawnAt !== null });
  return { fileName, refusal: mayContinue ? refusal : ('right-missing' as const) };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  requireUser(request, context);
  let page = '';
  const refusal = await confirm(request, context, async () => {
    const begun = await beginVersion(context, uploadIdOf(params));
    const { id, status } = begun;
    context.flash.set({ kind: 'note', key: `versions:begin.${outcomeOf(begun)}` });
    page = statusRules[status].editable ? paths.uploadCorrect(id) : paths.uploadSubmit(id);
  });
  return refusal ?? redirect(page, 303);
}

function outcomeOf({ isNew, titleTaken }: Revision) {
  if (!isNew) return 'existing';
  return titleTaken ? 'titleTaken' : 'done';
}

/** Explains what a new version is, and begins it. */
export default function NewVersion() {
  const { fileName, refusal } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const { t } = useTranslation(['versions', 'errors']);
  return (
    <>
      <ErrorSummary errors={refused ? [{ message: refused.message, fieldId: null }] : []} />
      <h1>{t('versions:begin.heading', { file: fileName })}</h1>
      {refusal ? (
        <p>{t(`errors:${refusal}`)}</p>
      ) : (
        <>
          <p>{t('versions:begin.intro')}</p>
          <p>{t('versions:begin.effect')}</p>
        </>
      )}
      <Form reloadDocument className="actions">
        {refusal ? null : <button type="submit">{t('versions:begin.button')}</button>}
        <Link to={paths.uploads()}>{t('versions:begin.back')}</Link>
      </Form>
    </>
  );
}
