import { data, redirect, type LoaderFunctionArgs, type SerializeFrom } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { languages } from '@domain/language-code';
import { listFilters } from '@domain/search/filters';

import { ServerPart } from '~/components/frame/server-part';
import { CatalogueOverview } from '~/components/search/catalogue-overview';
import { queryOf } from '~/components/search/changed-search';
import {
  downloadFormSession,
  isSentByForm,
  readSearchAddress,
  searchPage,
  type SearchAddress,
} from '~/components/search/search-address';
import { countsOf, HomeHead, searchFormId } from '~/components/search/search-form';
import type { PreservedForm } from '~/drafts/preserved-form';
import { paths } from '~/paths';
import { readOverview } from '~/repository-client/search';
import { orNull, RepositoryError } from '~/repository-client/transport';

import { findCurveOfTheDay } from './curve-of-the-day.server';
import { CurveSection } from './curve-section';
import { findResults } from './find-results.server';
import { resultsFormId, resultsPosition } from './results-link';
import { ResultsSection } from './results-section.server';
import { useClearedResults } from './use-cleared-results';
import { resultsPartId, useResultsScript } from './use-results-script';

export const handle = {
  title: 'home:title',
  description: 'home:description',
  linkedData: describeSite,
  help: 'searching',
  feed: (data: unknown) => queryOf((data as SerializeFrom<typeof loader>).address),
  preservesForm(data: unknown): PreservedForm {
    const { isSignedIn, hasRows } = data as SerializeFrom<typeof loader>;
    // A press sends one form. If data sets can be ticked, it is that of the results.
    return isSignedIn && hasRows
      ? { kind: 'results', id: resultsFormId, isGet: true }
      : { kind: 'search', id: searchFormId, isGet: true };
  },
};

/** Home and search. A path segment is the text of a search that runs at once (spec section 2). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const session = downloadFormSession(params.id);
  if (session === '') throw new Response(null, { status: 404 });
  if (session !== null) throw redirect(paths.downloadForm(session));
  const query = new URL(request.url).searchParams;
  const address = readSearchAddress(query, params.id);
  if (isSentByForm(query)) throw redirect(searchPage(address));
  const isSignedIn = context.user !== null;
  const [overview, curve] = await Promise.all([
    readOverview(context).catch(() => null),
    address.isSearch ? null : orNull(findCurveOfTheDay(context)),
  ]);
  const page = {
    address,
    isSignedIn,
    counts: overview && countsOf(overview),
    hasResults: false,
    hasRows: false,
    failure: null,
    curve,
  };
  if (!address.isSearch) return { ...page, overview };
  try {
    const results = await findResults(context, address);
    const section = <ResultsSection address={address} results={results} isSignedIn={isSignedIn} />;
    context.serverParts.set(resultsPartId, section);
    return { ...page, overview: null, hasResults: true, hasRows: results.rows.length > 0 };
  } catch (error) {
    if (!(error instanceof RepositoryError)) throw error;
    return data({ ...page, overview: null, failure: error.userMessage }, { status: error.status });
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
  const { address, isSignedIn, counts, overview, curve, hasResults, failure } = useLoaderData<typeof loader>();
  const { t } = useTranslation('home');
  const { tests, text } = address.typed ?? address;
  const cleared = useClearedResults();
  return (
    <>
      <HomeHead key={`${tests.join()}?${text}`} tests={tests} text={text} counts={counts} />
      <SearchFormRest address={address} />
      {failure === null ? null : (
        <p className="notice notice-error" id="results">
          {failure || t('failed')}
        </p>
      )}
      {hasResults && cleared === null ? <ResultsPart address={address} /> : null}
      {!hasResults || cleared === null ? null : (
        // Buttons of the frame send the form of the results, which then stands for the search that is being changed.
        <form id={resultsFormId} hidden>
          <input type="hidden" name="typed" value={cleared} />
        </form>
      )}
      {overview === null ? null : <CatalogueOverview overview={overview} isSignedIn={isSignedIn} />}
      {curve ? <CurveSection html={curve} /> : null}
    </>
  );
}

/** The results, which only the server renders, and what script adds to them. */
function ResultsPart({ address }: { address: SearchAddress }) {
  useResultsScript(address);
  return <ServerPart element="section" id={resultsPartId} aria-labelledby={resultsPosition} className="results" />;
}

/** Facets and order as fields of the search form, so that another search is narrowed and ordered in the same way. */
function SearchFormRest({ address: { filters, sort } }: { address: SearchAddress }) {
  return (
    <>
      {listFilters(filters).map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" form={searchFormId} name={name} value={value} />
      ))}
      {sort ? <input type="hidden" form={searchFormId} name="sort" value={sort} /> : null}
    </>
  );
}
