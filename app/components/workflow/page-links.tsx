import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import { pageNumbers } from './page-numbers';

interface PageLinksProps {
  /** Accessible name. */
  label: string;
  page: number;
  pages: number;
  addressOf: (page: number) => string;
}

/** Links to the pages of a long list of the user's own; nothing if there is only one page. */
export function PageLinks({ label, page, pages, addressOf }: PageLinksProps) {
  const { t } = useTranslation('uploads');
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="pages page-links">
      <span>{t('list.pages.current', { page, pages })}</span>
      <ul>
        {pageNumbers(page, pages).map((number) => (
          <li key={number}>
            <Link
              to={addressOf(number)}
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
