import { useTranslation } from 'react-i18next';

import { motorTests, type MotorTest } from '@domain/motor-tests';
import { listFilters } from '@domain/search/filters';

import { queryOf } from '~/components/search/changed-search';
import { TestPicture } from '~/components/icons/picture';
import { type SearchAddress, writeOpen } from '~/components/search/search-address';
import { searchFormId } from '~/components/search/search-form';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { ChosenFilters } from './chosen-filters';
import type { Results } from './find-results.server';
import { NarrowResults } from './narrow-results';
import { QuerySummary } from './query-summary';
import { ReadBack } from './read-back';
import { ResultPages, SortField } from './result-pages';
import { resultsFormId, resultsPosition, ShownSearchProvider } from './results-link';
import { ResultsTable } from './results-table';
import { SaveSearch } from './save-search';
import { SelectionBar } from './selection-bar';

interface ResultsSectionProps {
  address: SearchAddress;
  results: Results;
  isSignedIn: boolean;
}

/**
 * Everything that belongs to the results. One GET form around it carries ticks, facets and order along. Only the server
 * renders it.
 */
export function ResultsSection({ address, results, isSignedIn }: ResultsSectionProps) {
  const { t } = useTranslation(['home', 'results']);
  const language = useLanguage();
  const { summary } = results;
  const shown = formatNumber(summary.count, language);
  return (
    <ShownSearchProvider value={{ address, hasTicks: isSignedIn && results.rows.length > 0 }}>
      <h2 id={resultsPosition}>{t('home:results.heading', { count: summary.count, shown })}</h2>
      <ReadBack summary={summary} />
      <form id={resultsFormId} method="get" action={`${paths.home()}#${resultsPosition}`}>
        <ApplyByEnter />
        <CarriedOn address={address} results={results} />
        <ChosenFilters facets={summary.facets} />
        <div className="results-parts">
          <NarrowResults facets={summary.facets} />
          <div id="results-list" tabIndex={-1} className="results-list">
            {summary.count > 0 ? <Hits results={results} isSignedIn={isSignedIn} /> : null}
            <TestToggles chosen={address.tests} found={summary.exercises} />
            {summary.count > 0 ? <QuerySummary summary={summary} /> : null}
            <SaveSearch isSaved={results.isSaved} isSignedIn={isSignedIn} />
            <p className="actions">
              {/* Belongs to the search form, which is shown again as it is. */}
              <button type="submit" form={searchFormId} formAction={paths.home()} name="back" className="button-quiet">
                {t('home:selection.back')}
              </button>
              <a href={paths.searchFeed(queryOf(address), language)}>{t('home:feed.link')}</a>
            </p>
          </div>
        </div>
      </form>
    </ShownSearchProvider>
  );
}

/** First button of the form, because Enter presses the first one. */
function ApplyByEnter() {
  const { t } = useTranslation('results');
  return (
    <button type="submit" name="apply" value="" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {t('narrow.apply')}
    </button>
  );
}

function Hits({ results, isSignedIn }: { results: Results; isSignedIn: boolean }) {
  const { t } = useTranslation('home');
  const { summary } = results;
  return (
    <>
      <div className="results-bar">
        {isSignedIn ? <SelectionBar results={results} /> : <p className="hint">{t('selection.login')}</p>}
        <SortField sort={summary.sort} />
      </div>
      <ResultsTable results={results} isSignedIn={isSignedIn} />
      <ResultPages page={summary.page} pages={summary.pages} />
    </>
  );
}

/** Tests of the results, as buttons that add the test to the search or remove it. */
function TestToggles({ chosen, found }: { chosen: readonly MotorTest[]; found: readonly string[] }) {
  const { t } = useTranslation(['home', 'tests']);
  const tests = motorTests.filter((test) => chosen.includes(test) || found.includes(test));
  if (tests.length === 0) return null;
  return (
    <div role="group" aria-label={t('home:results.filter')} className="test-toggles">
      <span aria-hidden="true">{t('home:results.filter')}</span>
      {tests.map((test) => (
        <button
          type="submit"
          name="toggle"
          value={test}
          key={test}
          className="button-quiet"
          aria-pressed={chosen.includes(test)}
        >
          <TestPicture test={test} />
          {t(`tests:${test}.short`)}
        </button>
      ))}
    </div>
  );
}

/** What the form keeps besides its visible fields: the search, the page and its open preview, ticks on other pages. */
function CarriedOn({ address, results }: Pick<ResultsSectionProps, 'address' | 'results'>) {
  const { preview, summary, selection } = results;
  const { elsewhere, seen, all } = selection;
  const offered = summary.facets.flatMap(({ name, values }) => values.map(({ value }) => `${name} ${value}`));
  return (
    <>
      <Hidden name="q" values={[address.text]} />
      <Hidden name="e" values={address.tests} />
      {/* Chosen values without a checkbox of their own. */}
      {listFilters(address.filters)
        .filter(([name, value]) => !offered.includes(`${name} ${value}`))
        .map(([name, value]) => (
          <Hidden key={`${name} ${value}`} name={name} values={[value]} />
        ))}
      {address.sort && summary.count === 0 ? <Hidden name="sort" values={[address.sort]} /> : null}
      <Hidden name="at" values={[summary.page]} />
      <Hidden name="opened" values={preview ? [writeOpen(preview.open)] : []} />
      <Hidden name="select" values={all === null ? [] : [all]} />
      <Hidden name="seen" values={seen.length > 0 ? [seen.join('.')] : []} />
      <Hidden name="nr" values={elsewhere.ticked} />
      <Hidden name="off" values={elsewhere.off} />
    </>
  );
}

function Hidden({ name, values }: { name: string; values: readonly (string | number)[] }) {
  return values.map((value) => <input key={value} type="hidden" name={name} value={value} />);
}
