import { useTranslation } from 'react-i18next';

import { motorTests } from '@domain/motor-tests';

import { FactList, useSearchWords } from '~/components/search/search-words';

import type { ShownSummary } from './find-results.server';

/** Totals of the hits. */
export function QuerySummary({ summary }: { summary: ShownSummary }) {
  const { t } = useTranslation(['home', 'tests']);
  const words = useSearchWords();
  const exercises = motorTests.filter((test) => summary.exercises.includes(test));
  const authors = summary.authors.join('; ');
  const more = summary.moreAuthors;
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
