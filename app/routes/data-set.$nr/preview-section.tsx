import { useTranslation } from 'react-i18next';

import type { DataSet, PublishedTables } from '@domain/api/search';
import type { RowWindow } from '@domain/api/uploads';

import { PublishedRows } from '~/components/publication/published-rows';
import { limitedTotal, RowLimitNote } from '~/components/search/row-limit-note';
import { Form } from '~/forms/form';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths, withQuery } from '~/paths';

interface PreviewSectionProps {
  row: DataSet['row'];
  tables: PublishedTables;
  /** First rows of the first table; null while they are not available. */
  window: RowWindow | null;
  isSignedIn: boolean;
}

/** First rows of the data, and where all of them are shown. */
export function PreviewSection({ row, tables, window, isSignedIn }: PreviewSectionProps) {
  const { t } = useTranslation(['data-set', 'home']);
  const language = useLanguage();
  const [table] = tables;
  if (!table) return null;
  const number = (value: number) => formatNumber(value, language);
  const count = window?.rows.length ?? 0;
  const shown = { count, to: number(count), total: number(table.rowCount) };
  const caption = t('data-set:rows.caption', { table: table.name, ...shown });
  return (
    <section aria-labelledby="preview">
      <h2 id="preview">{t('data-set:preview')}</h2>
      {window === null ? <p className="notice">{t('home:preview.away')}</p> : null}
      {window && count > 0 ? <PublishedRows caption={caption} columns={table.columns} rows={window.rows} /> : null}
      <RowLimitNote total={limitedTotal(tables)} isSignedIn={isSignedIn} position="preview">
        <Form action={paths.searchDownload()} reloadDocument>
          <input type="hidden" name="nr" value={row.nr} />
          <button type="submit">{t('home:rowLimit.form')}</button>
        </Form>
      </RowLimitNote>
      <p>
        <a href={showDataAddress(row)}>{t('data-set:rows.all')}</a>
      </p>
    </section>
  );
}

/** Search for this data set with its rows open. */
function showDataAddress({ nr, doi, titles }: DataSet['row']): string {
  return `${withQuery(paths.home(), { q: doi || titles[0], open: nr })}#row-${nr}`;
}
