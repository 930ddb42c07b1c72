import { useTranslation } from 'react-i18next';

import { sortOrders } from '@domain/search/filters';
import type { SearchSummary } from '@domain/api/search';

import { pageNumbers } from '~/components/workflow/page-numbers';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { ResultsLink } from './results-link';

/** Links to the pages of the results: the first, the last and those near the present one. */
export function ResultPages({ page, pages }: Pick<SearchSummary, 'page' | 'pages'>) {
  const { t } = useTranslation('results');
  const language = useLanguage();
  if (pages < 2) return null;
  const number = (value: number) => formatNumber(value, language);
  const numbers = pageNumbers(page, pages);
  return (
    <nav aria-label={t('pages.label')} className="pages">
      <span>{t('pages.current', { page: number(page), pages: number(pages) })}</span>
      {page > 1 ? <ResultsLink change={{ page: page - 1 }}>{t('pages.previous')}</ResultsLink> : null}
      <ul>
        {numbers.map((one, index) => (
          <li key={one}>
            {index > 0 && one - (numbers[index - 1] ?? 0) > 1 ? <span aria-hidden="true">… </span> : null}
            <ResultsLink
              change={{ page: one }}
              aria-label={t('pages.page', { page: number(one) })}
              aria-current={one === page ? 'page' : undefined}
            >
              {number(one)}
            </ResultsLink>
          </li>
        ))}
      </ul>
      {page < pages ? <ResultsLink change={{ page: page + 1 }}>{t('pages.next')}</ResultsLink> : null}
    </nav>
  );
}

/** Order of the results. Script sends the form when the order is changed. */
export function SortField({ sort }: Pick<SearchSummary, 'sort'>) {
  const { t } = useTranslation('results');
  return (
    <div className="sort-field">
      <label htmlFor="sort">{t('sort.label')}</label>
      {/* The key sets the order of the address when the browser has kept another one. */}
      <select id="sort" name="sort" key={sort} defaultValue={sort} autoComplete="off">
        {sortOrders.map((order) => (
          <option key={order} value={order}>
            {t(`sort.orders.${order}`)}
          </option>
        ))}
      </select>
      <button type="submit" name="apply" value="sort" className="button-quiet">
        {t('sort.apply')}
      </button>
    </div>
  );
}
