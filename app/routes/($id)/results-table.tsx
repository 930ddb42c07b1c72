import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import type { SearchRow } from '@domain/api/search';

import { nameOf, Quoting, quoteMark, Titles } from '~/components/contributed-text';
import { ScrollTable } from '~/components/scroll-area';
import { DoiLink } from '~/components/search/doi-link';
import { LicenceMarks } from '~/components/search/licence-marks';
import { useSearchWords } from '~/components/search/search-words';
import { formatNumber } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { paths } from '~/paths';

import type { Results } from './find-results.server';
import { PreviewRegion } from './preview-region';

const columns = ['metadata', 'licence', 'years', 'authors', 'titles', 'doi', 'types', 'n', 'gender', 'age'] as const;

/** Results, one line per data set; the open one is followed by its preview. */
export function ResultsTable({ results, isSignedIn }: { results: Results; isSignedIn: boolean }) {
  const { t } = useTranslation('home');
  const { rows, selected, preview } = results;
  const width = columns.length + (isSignedIn ? 1 : 0);
  return (
    <ScrollTable
      label={t('results.table')}
      height="results"
      className="results-table"
      heads={[...(isSignedIn ? [t('columns.select')] : []), ...columns.map((column) => t(`columns.${column}`))]}
    >
      <tbody>
        {rows.map((row) => {
          const open = preview?.open.nr === row.nr ? preview : null;
          return (
            <Fragment key={row.nr}>
              <tr id={`row-${row.nr}`} className={open ? 'row-open' : undefined}>
                {isSignedIn ? <TickCell row={row} isTicked={selected.includes(row.nr)} /> : null}
                <RowCells row={row} isOpen={open !== null} />
              </tr>
              {open ? (
                <tr className="row-preview">
                  <td colSpan={width}>
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

function TickCell({ row, isTicked }: { row: SearchRow; isTicked: boolean }) {
  const { t } = useTranslation('home');
  const name = nameOf(row);
  return (
    <td>
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

function RowCells({ row, isOpen }: { row: SearchRow; isOpen: boolean }) {
  const { t } = useTranslation('home');
  const words = useSearchWords();
  const language = useLanguage();
  const name = nameOf(row);
  return (
    <>
      <td>
        <a href={paths.metadata(row.nr)}>
          {t('row.metadata')}{' '}
          <span className="visually-hidden">
            <Quoting message={t('row.metadataOf', { title: quoteMark })} {...name} />
          </span>
        </a>
      </td>
      <td>
        <LicenceMarks rights={row.rights} />
      </td>
      <td>{words.years(row.pubYears)}</td>
      <td>{row.authors.join('; ')}</td>
      <td className="title-cell">
        <span>
          <Titles {...row} />
        </span>
        <button
          type="submit"
          className="button-quiet"
          name="open"
          value={isOpen ? '' : row.nr}
          formAction={`${paths.home()}#row-${row.nr}`}
          aria-expanded={isOpen}
          aria-controls={isOpen ? `preview-${row.nr}` : undefined}
        >
          {t('row.show')}{' '}
          <span className="visually-hidden">
            <Quoting message={t('row.of', { title: quoteMark })} {...name} />
          </span>
        </button>
      </td>
      <td>
        <DoiLink doi={row.doi} href={row.doiUrl} isTest={row.doiIsTest} />
      </td>
      <td>{words.types(row.types)}</td>
      <td>{row.count === null ? '–' : formatNumber(row.count, language)}</td>
      <td>{words.genders(row.genders)}</td>
      <td>{words.ages(row.ages)}</td>
    </>
  );
}
