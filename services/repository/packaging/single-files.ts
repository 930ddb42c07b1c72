import { type TableFormat, tableMediaTypes } from '@domain/api/published-files';
import type { Language } from '@domain/language';

import { contentTag } from '../content-tag';
import type { PublishedDataSource } from '../search/published-data';
import type { PublishedTable } from '../store/published-data-sets';
import { codebookRows } from './codebook';
import { checkFitsXlsx, type DescribedTable, tableCsv, tableSav, tableXlsx } from './table-files';
import { packageTexts } from './texts';

/** Raised when the bytes of a format change, so that files are made again. */
const version = 2;

interface SingleFile {
  mediaType: string;
  /** The file has labels in a language. */
  hasLabels: boolean;
  /** Refuses a table that the format cannot hold, before the file is sent. */
  check?: (source: PublishedDataSource, table: PublishedTable) => Promise<void>;
  /** Null for the format of the published object, which is the file. */
  open:
    | ((source: PublishedDataSource, described: DescribedTable, language: Language) => AsyncIterable<Uint8Array>)
    | null;
}

/** The formats of the files of a single table. */
export const singleFiles: Record<TableFormat, SingleFile> = {
  csv: {
    mediaType: `${tableMediaTypes.csv}; charset=utf-8; header=present`,
    hasLabels: false,
    open: (source, { table }) => tableCsv(source, table),
  },
  parquet: { mediaType: tableMediaTypes.parquet, hasLabels: false, open: null },
  xlsx: { mediaType: tableMediaTypes.xlsx, hasLabels: true, check: checkFitsXlsx, open: tableXlsx },
  sav: { mediaType: tableMediaTypes.sav, hasLabels: true, open: tableSav },
};

/** Hash of everything on which the bytes of a file depend. Published tables never change, their labels may. */
export function contentKeyOf(format: TableFormat, described: DescribedTable, language: Language): string {
  const { kind, title, publishedAt, table } = described;
  const labels = singleFiles[format].hasLabels
    ? [language, title, publishedAt.toISOString(), ...codebookRows(kind, [table], language)]
    : [];
  const sheets = format === 'xlsx' ? [packageTexts[language].sheets] : [];
  return contentTag(['table', version, format, table.objectKey, ...labels, ...sheets]);
}
