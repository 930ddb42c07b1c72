import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { Overview } from '@domain/api/search';

import { ContributedText, nameOf, withTitlesFor } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { FactList, useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

/** What the catalogue contains: totals, the newest data sets, and every test with its numbers. */
export function CatalogueOverview({ overview, isSignedIn }: { overview: Overview; isSignedIn: boolean }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const shown = (number: number) => formatNumber(number, language);
  const totals = (['dataSets', 'studies', 'persons', 'values'] as const).map((total) => {
    return [t(`overview.${total}Total`), shown(overview[total])] as const;
  });
  return (
    <>
      <section aria-labelledby="newest" className="newest">
        <h2 id="newest">{t('overview.newest')}</h2>
        <ul>
          {overview.newest.map((row) => (
            <NewDataSet key={row.nr} row={row} />
          ))}
        </ul>
        <p className="actions">
          <a href={paths.search('')}>{t('overview.all')}</a>
          <a href={paths.uploads()}>{t('overview.contribute')}</a>
          {isSignedIn ? <a href={paths.savedSearches()}>{t('overview.saved')}</a> : null}
        </p>
      </section>
      <section aria-labelledby="inside">
        <h2 id="inside">{t('overview.inside')}</h2>
        <FactList lines={totals} />
        <details>
          <summary>{t('overview.byTest')}</summary>
          <TestTable overview={overview} />
        </details>
      </section>
    </>
  );
}

function NewDataSet({ row }: { row: Overview['newest'][number] }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const words = useSearchWords();
  const persons = row.count === null ? null : t('overview.n', { n: formatNumber(row.count, language) });
  const title = nameOf(withTitlesFor(row, language));
  const facts = [words.authors(row.authors), words.years(row.pubYears), persons];
  return (
    <li>
      <Link to={paths.dataSet(row.nr)}>
        <ContributedText language={title.language}>{title.text}</ContributedText>
      </Link>
      <span className="hint">{facts.filter(Boolean).join(' · ')}</span>
    </li>
  );
}

function TestTable({ overview }: { overview: Overview }) {
  const { t } = useTranslation(['home', 'tests']);
  const language = useLanguage();
  const counts = ['dataSets', 'studies', 'persons', 'values'] as const;
  const heads = [t('home:tests'), ...counts.map((count) => t(`home:overview.${count}Total`))];
  return (
    <ScrollTable label={t('home:overview.byTest')} heads={heads}>
      <tbody>
        {overview.tests.map((counted) => (
          <tr key={counted.test}>
            <th scope="row">
              <a href={paths.searchTest(counted.test)}>{t(`tests:${counted.test}.short`)}</a>
            </th>
            {counts.map((count) => (
              <td key={count}>{counted[count] === null ? '–' : formatNumber(counted[count], language)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
