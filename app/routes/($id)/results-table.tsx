import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { nameOf, Quoting, quoteMark, Titles, withTitlesFor } from '~/components/contributed-text';
import { cardRoles, ScrollTable } from '~/components/scroll-area';
import { DoiLink } from '~/components/search/doi-link';
import { LicenceMarks } from '~/components/search/licence-marks';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import type { Results, ShownRow } from './find-results.server';
import { PreviewRegion } from './preview-region';

const columns = ['metadata', 'licence', 'years', 'authors', 'titles', 'doi', 'types', 'n', 'gender', 'age'] as const;
type Column = (typeof columns)[number];

/** Results, one line per data set; the open one is followed by its preview. On phones each is a card. */
export function ResultsTable({ results, isSignedIn }: { results: Results; isSignedIn: boolean }) {
  const { t } = useTranslation('home');
  const language = useLanguage();
  const { selection, preview } = results;
  const rows = results.rows.map((row) => withTitlesFor(row, language));
  const width = columns.length + (isSignedIn ? 1 : 0);
  return (
    <ScrollTable
      label={t('results.table')}
      height="results"
      className={isSignedIn ? 'results-table has-ticks' : 'results-table'}
      isCards
      heads={[...(isSignedIn ? [t('columns.select')] : []), ...columns.map((column) => t(`columns.${column}`))]}
    >
      <tbody {...cardRoles.group}>
        {rows.map((row) => {
          const open = preview?.open.nr === row.nr ? preview : null;
          return (
            <Fragment key={row.nr}>
              <tr id={`row-${row.nr}`} className={open ? 'row-open' : undefined} {...cardRoles.row}>
                {isSignedIn ? <TickCell row={row} isTicked={selection.onPage.includes(row.nr)} /> : null}
                <RowCells row={row} isOpen={open !== null} />
              </tr>
              {open ? (
                <tr className="row-preview" {...cardRoles.row}>
                  <td colSpan={width} {...cardRoles.cell}>
                    <PreviewRegion row={row} preview={open} isSignedIn={isSignedIn} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </ScrollTable>
  );
}

function TickCell({ row, isTicked }: { row: ShownRow; isTicked: boolean }) {
  const { t } = useTranslation('home');
  const name = nameOf(row);
  return (
    <td className="tick-cell" {...cardRoles.cell}>
      <label className="tick">
        {/* The key lets 'Select all' set the tick anew when script swaps the page. */}
        <input key={String(isTicked)} type="checkbox" name="nr" value={row.nr} defaultChecked={isTicked} />
        <span className="visually-hidden">
          <Quoting message={t('row.select', { title: quoteMark })} {...name} />
        </span>
      </label>
    </td>
  );
}

/** A cell that shows the name of its column on cards. */
function Cell({ column, children }: { column: Column; children: ReactNode }) {
  const { t } = useTranslation('home');
  return (
    <td className={`cell-${column}`} data-label={t(`columns.${column}`)} {...cardRoles.cell}>
      {children}
    </td>
  );
}

function RowCells({ row, isOpen }: { row: ShownRow; isOpen: boolean }) {
  const words = useSearchWords();
  const language = useLanguage();
  return (
    <>
      <td className="cell-metadata" {...cardRoles.cell}>
        <MetadataLink row={row} />
      </td>
      <Cell column="licence">
        <LicenceMarks rights={row.rights} />
      </Cell>
      <Cell column="years">{words.years(row.pubYears)}</Cell>
      <Cell column="authors">{words.authors(row.authors)}</Cell>
      <td className="title-cell" {...cardRoles.cell}>
        <span className="titles">
          <Titles {...row} />
        </span>
        <OpenButton row={row} isOpen={isOpen} />
      </td>
      <Cell column="doi">
        <DoiLink doi={row.doi} href={row.doiUrl} isTest={row.doiIsTest} />
      </Cell>
      <Cell column="types">{words.types(row.types)}</Cell>
      <Cell column="n">{row.count === null ? '–' : formatNumber(row.count, language)}</Cell>
      <Cell column="gender">{words.genders(row.genders) || '–'}</Cell>
      <Cell column="age">{words.ages(row.ages) || '–'}</Cell>
    </>
  );
}

function MetadataLink({ row }: { row: ShownRow }) {
  const { t } = useTranslation('home');
  return (
    <a href={paths.metadata(row.nr)}>
      {t('row.metadata')}{' '}
      <span className="visually-hidden">
        <Quoting message={t('row.metadataOf', { title: quoteMark })} {...nameOf(row)} />
      </span>
    </a>
  );
}

/** Opens the data of a row, or closes it. The title stands within its name, as in 'Daten zu … zeigen', but is hidden. */
function OpenButton({ row, isOpen }: { row: ShownRow; isOpen: boolean }) {
  const { t } = useTranslation('home');
  const [before, hidden = '', after = ''] = t(isOpen ? 'row.hide' : 'row.show', { title: quoteMark }).split('|');
  return (
    <button
      type="submit"
      className="button-quiet"
      name="open"
      value={isOpen ? '' : row.nr}
      formAction={`${paths.home()}#row-${row.nr}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? `preview-${row.nr}` : undefined}
    >
      {before}
      <span className="visually-hidden">
        <Quoting message={hidden} {...nameOf(row)} />
      </span>
      {after}
    </button>
  );
}
