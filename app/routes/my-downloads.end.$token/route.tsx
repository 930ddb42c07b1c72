import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { LinkedVersions } from '@domain/api/versions';

import { Titles } from '~/components/contributed-text';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { endLinkedVersions, readLinkedVersions } from '~/repository-client/versions';
import { confirm } from '~/screens/posted-form.server';

await loadTexts('versions');

export const handle = { title: 'versions:end.title', help: 'downloading' };

/** The link of a mail. Programs that check mails follow links, so only the button of the page ends anything. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return data({ linked: await readLinkedVersions(context, params.token ?? '') });
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 404) return data({ linked: null }, { status: 404 });
    return orFailurePage(Promise.reject(error));
  }
}

/** Needs no login: the secret of the link is enough, because it ends mails and nothing else. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const refusal = await confirm(request, context, () => endLinkedVersions(context, params.token ?? ''));
  if (refusal) return refusal;
  context.flash.set({ kind: 'success', key: 'versions:end.done' });
  return redirect(paths.home(), 303);
}

export default function EndVersionMails() {
  const { linked } = useLoaderData<typeof loader>();
  return linked ? <Question linked={linked} /> : <Ended />;
}

function Question({ linked }: { linked: LinkedVersions }) {
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('versions');
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal.message, fieldId: null }] : []} />
      <h1>{t('end.question')}</h1>
      <p>
        <Link to={paths.dataSet(linked.nr)}>
          <Titles {...linked} />
        </Link>
      </p>
      <Form reloadDocument className="actions">
        <button type="submit">{t('end.button')}</button>
      </Form>
    </>
  );
}

function Ended() {
  const { t } = useTranslation('versions');
  return (
    <>
      <h1>{t('end.gone')}</h1>
      <p>{t('end.why')}</p>
      <p className="actions">
        <Link to={paths.myDownloads()}>{t('end.mine')}</Link>
      </p>
    </>
  );
}
