import { useTranslation } from 'react-i18next';

import { ContributedText, nameOf, Quoting, quoteMark } from '~/components/contributed-text';
import { PublishedRows } from '~/components/publication/published-rows';
import { ScrollTable } from '~/components/scroll-area';
import { previewRows, writeOpen } from '~/components/search/search-address';
import { limitedTotal, RowLimitNote } from '~/components/search/row-limit-note';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import { useDownloadAddress } from './download-address';
import type { Preview, ShownRow } from './find-results.server';

interface PreviewRegionProps {
  row: ShownRow;
  preview: Preview;
  /** The read-only mapping is for signed-in users (spec section 6). */
  isSignedIn: boolean;
}

/** Published rows of the open data set, a window at a time. Its buttons belong to the results form. */
export function PreviewRegion({ row, preview, isSignedIn }: PreviewRegionProps) {
  const { t } = useTranslation('home');
  const name = nameOf(row);
  const { nr, table } = preview.open;
  const id = `preview-${nr}`;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="preview">
      <h3 id={`${id}-title`}>
        <Quoting message={t('preview.title', { title: quoteMark })} {...name} />
      </h3>
      <RowLimitNote total={limitedTotal(preview.tables)} isSignedIn={isSignedIn} position={id}>
        <FormButton nr={nr} />
      </RowLimitNote>
      {preview.tables.length > 1 ? (
        <div role="group" aria-label={t('preview.tables')} className="pages">
          {preview.tables.map(({ name }, index) => (
            <OpenButton key={name} preview={preview} table={index} offset={0} isPressed={index === table}>
              {t('preview.table', { name })}
            </OpenButton>
          ))}
        </div>
      ) : null}
      <PreviewRows preview={preview} />
      {isSignedIn ? <MappingTable table={preview.tables[table]} language={row.dataLanguage} /> : null}
    </section>
  );
}

/** Submits the download of this data set only, whatever else is ticked. */
function FormButton({ nr }: { nr: number }) {
  const { t } = useTranslation('home');
  return (
    <button type="submit" formMethod="post" formAction={useDownloadAddress()} name="only" value={nr}>
      {t('rowLimit.form')}
    </button>
  );
}

function OpenButton(props: { preview: Preview; table: number; offset: number; isPressed?: boolean; children: string }) {
  const { preview, table, offset, isPressed, children } = props;
  const { nr } = preview.open;
  return (
    <button
      type="submit"
      className="button-quiet"
      name="open"
      value={writeOpen({ nr, table, offset })}
      formAction={`${paths.home()}#preview-${nr}`}
      aria-pressed={isPressed}
    >
      {children}
    </button>
  );
}

function PreviewRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { open, tables, window } = preview;
  const table = tables[open.table];
  if (!window) return <p className="notice">{t('preview.away')}</p>;
  if (!table || window.rows.length === 0) {
    return <p>{t(table?.readableRows === 0 ? 'rowLimit.none' : 'preview.empty')}</p>;
  }
  const next = window.offset + window.rows.length;
  const caption = t('preview.caption', {
    table: table.name,
    count: window.rows.length,
    from: formatNumber(window.offset + 1, language),
    to: formatNumber(next, language),
    total: formatNumber(window.rowCount, language),
  });
  return (
    <>
      <PublishedRows caption={caption} columns={table.columns} rows={window.rows} />
      <div className="pages">
        {window.offset > 0 ? (
          <OpenButton preview={preview} table={open.table} offset={Math.max(0, window.offset - previewRows)}>
            {t('preview.previous')}
          </OpenButton>
        ) : null}
        {next < (window.readableRows ?? window.rowCount) ? (
          <OpenButton preview={preview} table={open.table} offset={next}>
            {t('preview.next')}
          </OpenButton>
        ) : null}
      </div>
    </>
  );
}

interface MappingTableProps {
  table: Preview['tables'][number] | undefined;
  /** Language of the contributor's column names; '' = unknown. */
  language: string;
}

function MappingTable({ table, language }: MappingTableProps) {
  const { t } = useTranslation('home');
  const words = useSearchWords();
  if (!table) return null;
  const caption = t('preview.mapping', { table: table.name });
  return (
    <ScrollTable label={caption} heads={[t('preview.source'), t('preview.target'), t('preview.unit')]} isLabelShown>
      <tbody>
        {table.columns.map(({ key, source, label, unit }) => (
          <tr key={key}>
            <th scope="row">
              <ContributedText language={language || null}>{source}</ContributedText>
            </th>
            <td>{label}</td>
            <td>{words.unit(unit) || t('preview.noUnit')}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
