import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { pageNumbers } from '~/components/workflow/page-numbers';
import { paths } from '~/paths';

/** Links to the pages of the user's uploads; nothing if there is only one page. */
export function PageLinks({ page, pages }: { page: number; pages: number }) {
  const { t } = useTranslation('uploads');
  if (pages < 2) return null;
  return (
    <nav aria-label={t('list.pages.label')} className="pages page-links">
      <span>{t('list.pages.current', { page, pages })}</span>
      <ul>
        {pageNumbers(page, pages).map((number) => (
          <li key={number}>
            <Link
              to={paths.uploads(number)}
              aria-label={t('list.pages.page', { page: number })}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
