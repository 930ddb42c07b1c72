import { useTranslation } from 'react-i18next';

import type { PublicationPreview } from '@domain/api/publication';

import { RowLinks } from '~/components/data-preview/row-links';
import type { RowPage } from '~/components/data-preview/row-pages';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { ColumnChanges } from './column-changes';
import { PublishedRows } from './published-rows';
import { WithheldColumns } from './withheld-columns';

interface PublicationViewProps {
  /** Name of the contributor's table. */
  table: string;
  preview: PublicationPreview;
  rows: RowPage;
  /**
   * Addresses at which the targets of the withheld columns can be changed, in their order; null for read-only users.
   */
  changes: string[] | null;
}

/** A table as it will be published: columns, withheld columns, and rows. */
export function PublicationView({ table, preview, rows, changes }: PublicationViewProps) {
  const { t } = useTranslation('publication');
  return (
    <>
      <h3>{t('columns.heading')}</h3>
      <ColumnChanges {...preview} />
      <h3>{t('withheld.heading')}</h3>
      <WithheldColumns {...preview} changes={changes} />
      {preview.columns.length > 0 ? <Rows table={table} preview={preview} rows={rows} /> : null}
    </>
  );
}

function Rows({ table, preview, rows }: Omit<PublicationViewProps, 'changes'>) {
  const { t } = useTranslation(['publication', 'reading']);
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const shown = { from: number(rows.first), to: number(rows.last), end: number(rows.end) };
  return (
    <>
      <h3>{t('publication:rows.heading')}</h3>
      <RowLinks query={{ table }} rows={rows} shown={t('reading:rowsShown', shown)} />
      <PublishedRows caption={preview.name} columns={preview.columns} rows={preview.window.rows} height="preview" />
      {preview.columns.some(({ change }) => change === 'person-id') ? (
        <p className="hint">{t('publication:rows.persons')}</p>
      ) : null}
    </>
  );
}
