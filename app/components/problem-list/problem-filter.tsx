import { useTranslation } from 'react-i18next';

import { problemSeverities, wholeTableColumn, type ProblemPage } from '@domain/api/problems';

import type { ProblemListQuery } from '../../forms/problem-query';

interface ProblemFilterProps {
  query: ProblemListQuery;
  columns: ProblemPage['columns'];
  /** True if it is part of a form that posts, so that entries are kept. */
  posts: boolean;
  isTall: boolean;
}

/** Filter of the problem list and its height. Must be inside a form. */
export function ProblemFilter({ query, columns, posts, isTall }: ProblemFilterProps) {
  const { t } = useTranslation('check');
  const isFiltered = query.column !== null || query.severity !== null;
  return (
    <div className="problem-filter" role="group" aria-label={t('filter.label')}>
      {query.group === null ? (
        <>
          <span className="filter-field">
            <label htmlFor="filter-column">{t('filter.column')}</label>
            <select id="filter-column" name="column" defaultValue={query.column ?? ''}>
              <option value="">{t('filter.allColumns')}</option>
              {columns.map(({ letters, name }) => (
                <option key={letters} value={letters}>
                  {letters === wholeTableColumn ? t('wholeTable') : `${letters} ${name}`}
                </option>
              ))}
            </select>
          </span>
          <span className="filter-field">
            <label htmlFor="filter-severity">{t('filter.severity')}</label>
            <select id="filter-severity" name="severity" defaultValue={query.severity ?? ''}>
              <option value="">{t('filter.allProblems')}</option>
              {problemSeverities.map((severity) => (
                <option key={severity} value={severity}>
                  {t(`filter.severities.${severity}`)}
                </option>
              ))}
            </select>
          </span>
          <FilterButton posts={posts} intent="filter" text={t('filter.apply')} />
          {isFiltered && posts ? <FilterButton posts intent="unfilter" text={t('filter.clear')} /> : null}
        </>
      ) : null}
      <span className="choice">
        <input id="list-tall" type="checkbox" name="list" value="tall" defaultChecked={isTall} />
        <label htmlFor="list-tall">{t('tall')}</label>
      </span>
      {/* Script stores the tick with the draft. */}
      <noscript>
        <FilterButton posts={posts} intent="height" text={t('rememberHeight')} />
      </noscript>
    </div>
  );
}

function FilterButton({ posts, intent, text }: { posts: boolean; intent: string; text: string }) {
  return (
    <button type="submit" className="button-quiet" {...(posts ? { name: 'intent', value: intent } : {})}>
      {text}
    </button>
  );
}
