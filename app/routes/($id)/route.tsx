import { data, redirect, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { languages } from '@domain/language-code';

import type { PreservedForm } from '~/drafts/preserved-form';
import { HomeHead, searchFormId } from '~/components/search/search-form';
import { paths } from '~/paths';
import { RepositoryError } from '~/repository-client/transport';

import { findResults } from './find-results.server';
import { resultsFormId, ResultsSection } from './results-section';
import { downloadFormSession, readSearchAddress } from './search-address';

export const handle = {
  title: 'home:title',
  description: 'home:description',
  linkedData: describeSite,
  help: 'searching',
  preservesForm(data: unknown): PreservedForm {
    const { results, isSignedIn } = data as SerializeFrom<typeof loader>;
    // A press sends one form. If data sets can be ticked, it is that of the results.
    return isSignedIn && results?.rows.length
      ? { kind: 'results', id: resultsFormId, isGet: true }
      : { kind: 'search', id: searchFormId, isGet: true };
  },
};

/** Home and search. A path segment is the text of a search that runs at once (spec section 2). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = downloadFormSession(params.id);
  if (session === '') throw new Response(null, { status: 404 });
  if (session !== null) throw redirect(paths.downloadForm(session));
  const address = readSearchAddress(new URL(request.url).searchParams, params.id);
  const isSignedIn = context.user !== null;
  if (!address.isSearch) return { address, isSignedIn, results: null, failure: null };
  try {
    return { address, isSignedIn, results: await findResults(context, address), failure: null };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return data({ address, isSignedIn, results: null, failure: error.userMessage }, { status: error.status });
  }
}

/** The site as a data catalogue with its search, in terms of schema.org. */
function describeSite(
  _: unknown,
  { origin, translate }: { origin: string; translate: (key: string) => string },
): object {
  const url = `${origin}/`;
  return {
    '@context': 'https://schema.org',
    '@type': ['WebSite', 'DataCatalog'],
    '@id': url,
    url,
    name: 'Motothek',
    description: translate('home:description'),
    inLanguage: languages,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${url}?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
}

export default function Home() {
  const { address, isSignedIn, results, failure } = useLoaderData<typeof loader>();
  const { t } = useTranslation('home');
  const { tests, text } = address.typed ?? address;
  return (
    <>
      <HomeHead key={`${tests.join()}?${text}`} tests={tests} text={text} />
      {failure === null ? null : (
        <p className="notice notice-error" id="results">
          {failure || t('failed')}
        </p>
      )}
      {results ? <ResultsSection address={address} results={results} isSignedIn={isSignedIn} /> : null}
    </>
  );
}
