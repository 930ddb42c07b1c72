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
  const texts = useRowTexts();
  const { t, language } = texts;
  const { selection, preview } = results;
  const width = columns.length + (isSignedIn ? 1 : 0);
  return (
    <ScrollTable
      label={t('results.table')}
      height="results"
      className={isSignedIn ? 'results-table has-ticks' : 'results-table'}
      isCards
      heads={[...(isSignedIn ? [t('columns.select')] : []), ...columns.map((column) => texts.heads[column])]}
    >
      <tbody {...cardRoles.group}>
        {results.rows.map((found) => {
          const row = withTitlesFor(found, language);
          const open = preview?.open.nr === row.nr ? preview : null;
          return (
            <Fragment key={row.nr}>
              <tr id={`row-${row.nr}`} className={open ? 'row-open' : undefined} {...cardRoles.row}>
                {isSignedIn ? tickCell(row, texts, selection.onPage.includes(row.nr)) : null}
                {cells(row, texts, open !== null)}
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

/**
 * What all rows need. They are written by functions instead of components with hooks of their own, which would take half
 * of the time of the page.
 */
function useRowTexts() {
  const { t } = useTranslation('home');
  const named = columns.map((column) => [column, t(`columns.${column}`)]);
  const heads = Object.fromEntries(named) as Record<Column, string>;
  return { t, words: useSearchWords(), language: useLanguage(), heads };
}

type RowTexts = ReturnType<typeof useRowTexts>;

function tickCell(row: ShownRow, { t }: RowTexts, isTicked: boolean) {
  return (
    <td className="tick-cell" {...cardRoles.cell}>
      <label className="tick">
        <input type="checkbox" name="nr" value={row.nr} defaultChecked={isTicked} />
        <span className="visually-hidden">
          <Quoting message={t('row.select', { title: quoteMark })} {...nameOf(row)} />
        </span>
      </label>
    </td>
  );
}

function cells(row: ShownRow, texts: RowTexts, isOpen: boolean) {
  const { t, words, language } = texts;
  /** A cell that shows the name of its column on cards. */
  const cell = (column: Column, content: ReactNode) => (
    <td className={`cell-${column}`} data-label={texts.heads[column]} {...cardRoles.cell}>
      {content}
    </td>
  );
  return (
    <>
      <td className="cell-metadata" {...cardRoles.cell}>
        <a href={paths.metadata(row.nr)}>
          {t('row.metadata')}{' '}
          <span className="visually-hidden">
            <Quoting message={t('row.metadataOf', { title: quoteMark })} {...nameOf(row)} />
          </span>
        </a>
      </td>
      {cell('licence', <LicenceMarks rights={row.rights} />)}
      {cell('years', words.years(row.pubYears))}
      {cell('authors', words.authors(row.authors))}
      <td className="title-cell" {...cardRoles.cell}>
        <span className="titles">
          <Titles {...row} />
        </span>
        {openButton(row, texts, isOpen)}
      </td>
      {cell('doi', <DoiLink doi={row.doi} href={row.doiUrl} isTest={row.doiIsTest} />)}
      {cell('types', words.types(row.types))}
      {cell('n', row.count === null ? '–' : formatNumber(row.count, language))}
      {cell('gender', words.genders(row.genders) || '–')}
      {cell('age', words.ages(row.ages) || '–')}
    </>
  );
}

/** Opens the data of a row, or closes it. The title stands within its name, as in 'Daten zu … zeigen', but is hidden. */
function openButton(row: ShownRow, { t }: RowTexts, isOpen: boolean) {
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
