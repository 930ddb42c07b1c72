import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { LinkedSearches } from '@domain/api/saved-searches';

import { useSearchInWords } from '~/components/search/search-in-words';
import { ErrorSummary } from '~/forms/error-summary';
import { Form } from '~/forms/form';
import { loadTexts } from '~/i18n/browser-texts';
import { paths } from '~/paths';
import { endLinkedSearches, readLinkedSearches } from '~/repository-client/saved-searches';
import { orFailurePage, RepositoryError } from '~/repository-client/transport';
import { confirm } from '~/screens/posted-form.server';

await loadTexts('results', 'saved-searches');

export const handle = { title: 'saved-searches:end.title', help: 'searching' };

/** The link of a mail. Programs that check mails follow links, so only the button of the page ends anything. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  try {
    return data({ linked: await readLinkedSearches(context, params.token ?? '') });
  } catch (error) {
    if (error instanceof RepositoryError && error.status === 404) return data({ linked: null }, { status: 404 });
    return orFailurePage(Promise.reject(error));
  }
}

/** Needs no login: the secret of the link is enough, because it ends mails and nothing else. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const refusal = await confirm(request, context, () => endLinkedSearches(context, params.token ?? ''));
  if (refusal) return refusal;
  context.flash.set({ kind: 'success', key: 'saved-searches:end.done' });
  return redirect(paths.home(), 303);
}

export default function EndSavedSearch() {
  const { linked } = useLoaderData<typeof loader>();
  return linked ? <Question linked={linked} /> : <Ended />;
}

function Question({ linked: { isAll, searches } }: { linked: LinkedSearches }) {
  const refusal = useActionData<typeof action>();
  const { t } = useTranslation('saved-searches');
  const inWords = useSearchInWords();
  return (
    <>
      <ErrorSummary errors={refusal ? [{ message: refusal.message, fieldId: null }] : []} />
      <h1>{t(isAll ? 'end.questionAll' : 'end.question', { count: searches.length })}</h1>
      <p>{t(isAll ? 'end.effectAll' : 'end.effect')}</p>
      <ul>
        {searches.map((search) => (
          <li key={search.query}>{inWords(search)}</li>
        ))}
      </ul>
      <Form reloadDocument className="actions">
        <button type="submit">{t('delete')}</button>
      </Form>
    </>
  );
}

function Ended() {
  const { t } = useTranslation('saved-searches');
  return (
    <>
      <h1>{t('end.gone')}</h1>
      <p>{t('end.why')}</p>
      <p className="actions">
        <Link to={paths.savedSearches()}>{t('end.mine')}</Link>
      </p>
    </>
  );
}
