import { useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { writeSearchQuery } from '@domain/search/search-query';

import { searchPage } from '~/components/search/search-address';
import { paths, withQuery } from '~/paths';
import type { RootData } from '~/root-data';

import { resultsFormId, resultsPosition, useShownSearch } from './results-link';

/**
 * Saves the search that is shown, so that its reader gets mails about new results. The button belongs to the form of the
 * results, which brings the ticks along. `isSaved` is null if it is not known.
 */
export function SaveSearch({ isSaved, isSignedIn }: { isSaved: boolean | null; isSignedIn: boolean }) {
  const { t } = useTranslation('results');
  const { address } = useShownSearch();
  // The form itself is sent by GET, so the form token is only in the address of the button.
  const token = useRouteLoaderData<RootData>('root')?.formToken;
  if (!isSignedIn) {
    const returnUrl = `${searchPage(address)}#${resultsPosition}`;
    return (
      <p>
        <a href={withQuery(paths.login(), { returnUrl })}>{t('save.login')}</a>
      </p>
    );
  }
  return (
    <div className="actions">
      {isSaved === false ? (
        <button
          type="submit"
          form={resultsFormId}
          formMethod="post"
          formAction={withQuery(paths.savedSearches(), { 'form-token': token })}
          name="save"
          value={writeSearchQuery(address)}
          className="button-quiet"
        >
          {t('save.button')}
        </button>
      ) : null}
      {isSaved === null ? null : <span className="hint">{t(isSaved ? 'save.saved' : 'save.hint')}</span>}
      <a href={paths.savedSearches()}>{t('save.list')}</a>
    </div>
  );
}
