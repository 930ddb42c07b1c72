import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { PublishedTables } from '@domain/api/search';
import { maxRowsWithoutForm } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

/** Rows of all tables where not all of them are to be seen; null where they are. */
export function limitedTotal(tables: PublishedTables): number | null {
  if (tables.every(({ readableRows }) => readableRows === undefined)) return null;
  return tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

interface RowLimitNoteProps {
  /** Of `limitedTotal`. */
  total: number | null;
  isSignedIn: boolean;
  /** Id of the place on this page to which signing in leads back. */
  position: string;
  /** Button that leads a signed-in user to the download form. */
  children: ReactNode;
}

/** Says that not all rows of a data set are to be seen, why, and how to come to the others; nothing otherwise. */
export function RowLimitNote({ total, isSignedIn, position, children }: RowLimitNoteProps) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { pathname, search } = useLocation();
  if (total === null) return null;
  const returnUrl = `${pathname}${search}#${position}`;
  return (
    <div className="row-limit">
      <p>{t('rowLimit.explain', { max: maxRowsWithoutForm, total: formatNumber(total, language) })}</p>
      {isSignedIn ? (
        children
      ) : (
        <p>
          <a href={`${paths.login()}?${new URLSearchParams({ returnUrl })}`}>{t('rowLimit.login')}</a>
        </p>
      )}
    </div>
  );
}
