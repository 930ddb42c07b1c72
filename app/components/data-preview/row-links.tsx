import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { RowPage } from './row-pages';

interface RowLinksProps {
  /** Other query parameters of the page's address. */
  query: Record<string, string | number>;
  rows: RowPage;
  /** Text that says which rows are shown. */
  shown: string;
}

/** Shows the range of rows, links to other pages, and a field to go to any row. */
export function RowLinks({ query, rows, shown }: RowLinksProps) {
  const { t } = useTranslation('reading');
  const links = [
    { text: t('firstRows'), row: rows.previous === null ? null : 2 },
    { text: t('previousRows'), row: rows.previous },
    { text: t('nextRows'), row: rows.next },
    { text: t('lastRows'), row: rows.lastPage },
  ];
  const kept = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
  const addressOf = (row: number) => `?${new URLSearchParams([...kept, ['row', String(row)]])}`;
  const isWhole = links.every(({ row }) => row === null);
  return (
    <div className="row-links">
      <p role="status">{shown}</p>
      {isWhole ? null : (
        <>
          <nav aria-label={t('rowPages')} className="page-links">
            <ul>
              {links.map(({ text, row }) =>
                row === null ? null : (
                  <li key={text}>
                    <Link to={addressOf(row)} preventScrollReset>
                      {text}
                    </Link>
                  </li>
                ),
              )}
            </ul>
          </nav>
          <GoToRow kept={kept} first={rows.first} />
        </>
      )}
    </div>
  );
}

/** Field to go to any row. `kept`: the other query parameters. */
function GoToRow({ kept, first }: { kept: [name: string, value: string][]; first: number }) {
  const { t } = useTranslation('reading');
  return (
    <form method="get" className="go-to-row">
      {kept.map(([name, value]) => (
        <input type="hidden" name={name} value={value} key={name} />
      ))}
      <label htmlFor="row">{t('goToRow')}</label>
      <input id="row" name="row" type="text" inputMode="numeric" size={8} defaultValue={first} key={first} />
      <button type="submit" className="button-quiet">
        {t('go')}
      </button>
    </form>
  );
}
