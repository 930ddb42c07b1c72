import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import type { PublishedTables } from '@domain/api/search';
import { maxRowsWithoutForm } from '@domain/limits';

import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths, withQuery } from '~/paths';

/** Total number of rows if only some are shown to this user; otherwise null. */
export function limitedTotal(tables: PublishedTables): number | null {
  if (tables.every(({ readableRows }) => readableRows === undefined)) return null;
  return tables.reduce((sum, { rowCount }) => sum + rowCount, 0);
}

interface RowLimitNoteProps {
  /** Result of `limitedTotal`. */
  total: number | null;
  isSignedIn: boolean;
  /** Id of the element to which the user returns after signing in. */
  position: string;
  /** Button to the download form, for signed-in users. */
  children: ReactNode;
}

/** Explains that only some rows are shown and how to get the others; nothing if all rows are shown. */
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
          <a href={withQuery(paths.login(), { returnUrl })}>{t('rowLimit.login')}</a>
        </p>
      )}
    </div>
  );
}
