import { useTranslation } from 'react-i18next';

import type { SearchSummary } from '@domain/api/search';
import { motorTests } from '@domain/motor-tests';

import { FactList, useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

/** Authors named in the summary; the rest are counted. */
const authorsNamed = 8;

/** Totals of the hits, and how each term of the search was understood. */
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
    <>
      <Understood terms={summary.terms} />
      {summary.count > 0 ? (
        <details className="query-summary" open>
          <summary>{t('home:results.summary')}</summary>
          <FactList lines={lines} />
        </details>
      ) : null}
    </>
  );
}

function Understood({ terms }: { terms: SearchSummary['terms'] }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  if (terms.length === 0) return null;
  return (
    <div className="understood">
      <h3>{t('results.understood')}</h3>
      <ul>
        {terms.map(({ text, kind, count }, index) => (
          <li key={index}>
            <q>{text}</q>:{' '}
            {t('results.term', { kind: t(`kinds.${kind}`), count, shown: formatNumber(count, language) })}
          </li>
        ))}
      </ul>
    </div>
  );
}
