import { useTranslation } from 'react-i18next';

import { maxDownloadItems } from '@domain/limits';
import { motorTests, type MotorTest } from '@domain/motor-tests';

import { TestPicture } from '~/components/icons/picture';
import { pageNumbers } from '~/components/workflow/page-numbers';
import { DefaultSubmit } from '~/forms/form';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { useDownloadAddress } from './download-address';
import type { Results } from './find-results.server';
import { QuerySummary } from './query-summary';
import { ResultsTable } from './results-table';
import { writeOpen, type SearchAddress } from './search-address';

/** Id of the form on its page. */
export const resultsFormId = 'results-form';

interface ResultsSectionProps {
  address: SearchAddress;
  results: Results;
  isSignedIn: boolean;
}

/** Heading, summary and table of the results. One GET form around it all carries the ticks along. */
export function ResultsSection({ address, results, isSignedIn }: ResultsSectionProps) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { summary } = results;
  const shown = formatNumber(summary.count, language);
  return (
    <section aria-labelledby="results" className="results">
      <h2 id="results">{t('results.heading', { count: summary.count, shown })}</h2>
      <QuerySummary summary={summary} />
      <form id={resultsFormId} method="get" action={`${paths.home()}#results`}>
        <DefaultSubmit />
        <CarriedOn address={address} results={results} />
        <TestToggles chosen={address.tests} found={summary.exercises} />
        {summary.count === 0 ? (
          <p>{t('results.none')}</p>
        ) : (
          <>
            <p className="hint">{t('results.belongs')}</p>
            {isSignedIn ? <Selection results={results} /> : <p className="hint">{t('selection.login')}</p>}
            <ResultsTable results={results} isSignedIn={isSignedIn} />
            <Pages page={summary.page} pages={summary.pages} />
          </>
        )}
      </form>
      <form method="get" action={paths.home()}>
        <button type="submit" className="button-quiet">
          {t('selection.back')}
        </button>
      </form>
    </section>
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

/** Values that the form keeps while pages are turned and previews opened: the search, and ticks on other pages. */
function CarriedOn({ address, results }: Pick<ResultsSectionProps, 'address' | 'results'>) {
  const { rows, selected, preview, summary } = results;
  const elsewhere = selected.filter((nr) => !rows.some((row) => row.nr === nr));
  return (
    <>
      <input type="hidden" name="q" value={address.text} />
      {address.tests.map((test) => (
        <input type="hidden" name="e" value={test} key={test} />
      ))}
      {elsewhere.map((nr) => (
        <input type="hidden" name="nr" value={nr} key={nr} />
      ))}
      <input type="hidden" name="at" value={summary.page} />
      {preview ? <input type="hidden" name="opened" value={writeOpen(preview.open)} /> : null}
    </>
  );
}

/** Buttons above the table: select all hits, download the selection. */
function Selection({ results: { summary, selected } }: { results: Results }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const downloadAddress = useDownloadAddress();
  return (
    <div className="actions">
      <button type="submit" name="select" value="all" className="button-quiet">
        {t('selection.all')}
      </button>
      {selected.length > 0 ? (
        <button type="submit" name="select" value="none" className="button-quiet">
          {t('selection.none')}
        </button>
      ) : null}
      <button type="submit" className="button-primary" formMethod="post" formAction={downloadAddress}>
        {t('selection.download')}
      </button>
      <span>{t('selection.count', { count: selected.length, shown: formatNumber(selected.length, language) })}</span>
      {summary.count > maxDownloadItems ? (
        <span className="hint">{t('selection.limit', { max: maxDownloadItems })}</span>
      ) : null}
    </div>
  );
}

function Pages({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation('home');
  if (pages < 2) return null;
  return (
    <div role="group" aria-label={t('pages.label')} className="pages">
      <span>{t('pages.current', { page, pages })}</span>
      {pageNumbers(page, pages).map((number) => (
        <button
          type="submit"
          className="button-quiet"
          name="page"
          value={number}
          key={number}
          aria-label={t('pages.page', { page: number })}
          aria-current={number === page ? 'page' : undefined}
        >
          {number}
        </button>
      ))}
    </div>
  );
}
