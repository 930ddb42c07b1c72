import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { ListCounts, ListQuery } from '@domain/api/board-list';
import { listParts } from '@domain/board/waiting';
import { pageNumbers } from '~/components/workflow/page-numbers';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { listAddress } from './list-address';

/** Links to the parts of the list with their numbers. Filter and order stay. */
export function ListParts({ query, counts }: { query: ListQuery; counts: ListCounts }) {
  const { t } = useTranslation('board-list');
  const language = useLanguage();
  return (
    <nav aria-label={t('show.label')} className="tabs list-parts">
      <ul>
        {listParts.map((show) => (
          <li key={show}>
            <Link
              to={paths.editorialList(listAddress({ ...query, show, page: 1 }))}
              aria-current={show === query.show ? 'page' : undefined}
            >
              {t(`show.${show}`)}
            </Link>{' '}
            <span className="count">
              {formatNumber(counts[show], language)}
              {counts.atLeast.includes(show) ? '+' : null}
              <span className="visually-hidden"> {t('show.submissions', { count: counts[show] })}</span>
            </span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Links to the pages of the list; nothing if there is only one page. `isMore`: more pages follow, unless this is the last. */
export function ListPages({ query, pages, isMore }: { query: ListQuery; pages: number; isMore: boolean }) {
  const { t } = useTranslation('board-list');
  const language = useLanguage();
  const { page = 1 } = query;
  if (pages < 2) return null;
  const number = (value: number) => formatNumber(value, language);
  const last = `${number(pages)}${isMore && page < pages ? '+' : ''}`;
  return (
    <nav aria-label={t('pages.label')} className="pages page-links">
      <span>{t('pages.current', { page: number(page), pages: last })}</span>
      <ul>
        {pageNumbers(page, pages).map((one) => (
          <li key={one}>
            <Link
              to={paths.editorialList(listAddress({ ...query, page: one }))}
              aria-label={t('pages.page', { page: number(one) })}
              aria-current={one === page ? 'page' : undefined}
            >
              {number(one)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
