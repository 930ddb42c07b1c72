import { useTranslation } from 'react-i18next';

import type { SearchSummary } from '@domain/api/search';
import { motorTests } from '@domain/motor-tests';

import { FactList, useSearchWords } from '~/components/search/search-words';

/** Authors named in the summary; the rest are counted. */
const authorsNamed = 8;

/** Totals of the hits. */
export function QuerySummary({ summary }: { summary: SearchSummary }) {
  const { t } = useTranslation(['home', 'tests']);
  const words = useSearchWords();
  const exercises = motorTests.filter((test) => summary.exercises.includes(test));
  const more = summary.authors.length - authorsNamed;
  const authors = summary.authors.slice(0, authorsNamed).join('; ');
  const lines: [string, string][] = [
    [t('home:results.years'), words.years(summary.pubYears)],
    [t('home:results.exercises'), exercises.map((test) => t(`tests:${test}.short`)).join(', ')],
    [t('home:results.types'), words.typesExplained(summary.types)],
    [t('home:results.genders'), words.genders(summary.genders)],
    [t('home:results.ages'), words.ages(summary.ages)],
    [t('home:results.authors'), more > 0 ? t('home:results.moreAuthors', { authors, count: more }) : authors],
  ];
  return (
    <details className="query-summary" open>
      <summary>{t('home:results.summary')}</summary>
      <FactList lines={lines} />
    </details>
  );
}
