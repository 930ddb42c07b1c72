import { Link } from '@remix-run/react';
import { useTranslation } from 'react-i18next';

import type { PublicationPreview } from '@domain/api/publication';
import { RowLinks } from '~/components/data-preview/row-links';
import type { RowPage } from '~/components/data-preview/row-pages';
import { ScrollTable } from '~/components/scroll-area';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';

import { PublishedRows } from './published-rows';

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
  // Rows that are no data are not published.
  const lastShown = preview.window.rows.at(-1)?.row ?? rows.last;
  const end = rows.next === null ? lastShown : rows.end;
  const shown = { from: number(preview.window.rows[0]?.row ?? rows.first), to: number(lastShown), end: number(end) };
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

type Preview = Pick<PublicationPreview, 'columns' | 'withheld'>;

const columnHeads = ['source', 'target', 'unit', 'key', 'values'] as const;

/** Published columns with the contributor's columns they come from and the changes to their values. */
function ColumnChanges({ columns, withheld }: Preview) {
  const { t } = useTranslation('publication');
  const words = useSearchWords();
  const changeOf = useChangeWords(withheld);
  if (columns.length === 0) return <p>{t('columns.none')}</p>;
  return (
    <ScrollTable label={t('columns.label')} heads={columnHeads.map((head) => t(`columns.${head}`))}>
      <tbody>
        {columns.map((column) => (
          <tr key={column.key}>
            <th scope="row">{column.source}</th>
            <td>{column.label}</td>
            <td>{words.unit(column.unit) || t('columns.noUnit')}</td>
            <td>
              <code>{column.key}</code>
            </td>
            <td className={column.change === 'none' ? 'unchanged' : undefined}>{changeOf(column)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** Describes the changes to a column's values. For coarsened columns, this is the reason. */
function useChangeWords(withheld: PublicationPreview['withheld']) {
  const { t } = useTranslation('publication');
  const words = useSearchWords();
  return ({ change, source, sourceUnit, unit }: PublicationPreview['columns'][number]): string => {
    if (change === 'none' || change === 'codes') return t(`changes.${change}`);
    if (change === 'unit') {
      const [from, to] = [words.unit(sourceUnit), words.unit(unit)];
      if (from === to) return t(from ? 'changes.none' : 'changes.scale');
      return from && to ? t('changes.unit', { from, to }) : t('changes.scale');
    }
    return withheld.find(({ column }) => column === source)?.reason ?? '';
  };
}

type Withheld = PublicationPreview['withheld'][number];

interface WithheldColumnsProps extends Pick<PublicationPreview, 'columns' | 'withheld'> {
  /** Addresses at which their targets can be changed; null for read-only users. */
  changes: string[] | null;
}

/** The contributor's columns that are left out or coarsened, with reasons and advice. */
function WithheldColumns({ columns, withheld, changes }: WithheldColumnsProps) {
  const { t } = useTranslation('publication');
  if (withheld.length === 0) return <p>{t('withheld.nothing')}</p>;
  const heads = ['column', 'outcome', 'reason', ...(changes ? ['advice' as const] : [])] as const;
  return (
    <ScrollTable label={t('withheld.label')} heads={heads.map((head) => t(`withheld.${head}`))}>
      <tbody>
        {withheld.map((entry, index) => (
          <tr key={entry.letters}>
            <th scope="row">
              <span className="column-letters">{entry.letters}</span> {entry.column}
            </th>
            <td>{t(entry.isCoarsened ? 'withheld.coarser' : 'withheld.gone')}</td>
            <td>{entry.reason}</td>
            {changes ? (
              <td>
                {t(`advice.${adviceOn(entry, columns)}`)}{' '}
                <Link to={changes[index] ?? ''}>
                  {t('withheld.change')}{' '}
                  <span className="visually-hidden">
                    {t('withheld.targetOf', { letters: entry.letters, name: entry.column })}
                  </span>
                </Link>
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** Key of the advice for a column. */
function adviceOn({ code, isCoarsened }: Withheld, columns: PublicationPreview['columns']) {
  if (code === 'birth-date' || code === 'birth-month') {
    if (isCoarsened) return 'nothing';
    const age = columns.find(({ key }) => key === 'age_y' || key === 'age_m');
    if (!age) return 'test';
    return age.change === 'birth-date' ? 'birth' : 'age';
  }
  if (code === 'unmapped' || code === 'ignored') return 'map';
  if (code === 'remark' || code === 'tester-id') return 'free';
  return code === 'duplicate' ? 'once' : 'nothing';
}
