import type { Language } from '@domain/language';

import { dataciteRecord } from '../doi/datacite-record';
import { collectDescription, type DescribedDataSet } from '../linked-data/described-data-set';
import { dataSetFolder } from '../search/search-row';
import type { WrittenFile } from './bag';
import { formatCitation, readCitation } from './citation';
import type { DataSetContents } from './data-set-contents';
import { type DescribedColumn, describeColumns } from './describe-columns';
import { tableFileName } from './table-files';

/** Formats of each table in a package. */
export const packedFormats = ['csv', 'parquet', 'sav'] as const;

/** Folder of a data set with the documents of its contributor. */
export const documentsFolder = 'documents';

/** A published table with its columns and its files, whose paths begin at the folder of the data set. */
export interface PackedTable {
  name: string;
  /** File name without extension. */
  fileName: string;
  rowCount: number;
  columns: DescribedColumn[];
  files: Record<(typeof packedFormats)[number], WrittenFile>;
}

/** A data set for the descriptions that programs read, in one language. */
export interface PackedDataSet {
  nr: number;
  rights: readonly string[];
  publishedAt: Date;
  description: DescribedDataSet;
  tables: PackedTable[];
  /** README and codebook files, whose paths begin at the folder of the data set. */
  documents: WrittenFile[];
}

/** Describes a data set whose tables have been written. Tables without columns are left out. */
export function packDataSet(
  { record, row, tables, origin }: DataSetContents,
  written: readonly WrittenFile[],
  language: Language,
): PackedDataSet {
  const { nr, kind, datacite, publishedAt } = record;
  const citation = formatCitation(readCitation(row, datacite));
  const folder = `${dataSetFolder(record)}/`;
  const own = new Map(
    written
      .filter(({ path }) => path.startsWith(folder))
      .map((file) => [file.path.slice(folder.length), { ...file, path: file.path.slice(folder.length) }]),
  );
  return {
    nr,
    rights: row.rights,
    publishedAt,
    description: collectDescription({
      record,
      row,
      datacite: dataciteRecord(record),
      citation,
      tables,
      files: [],
      isPublic: true,
      origin,
      language,
    }),
    documents: [...own.values()].filter(({ path }) => path.startsWith(`${documentsFolder}/`)),
    tables: tables.flatMap((table) => {
      const fileName = tableFileName(tables, table);
      const [csv, parquet, sav] = packedFormats.map((format) => own.get(`data/${fileName}.${format}`));
      if (!csv || !parquet || !sav) return [];
      const columns = describeColumns(kind, table, language);
      return [{ name: table.name, fileName, rowCount: table.rowCount, columns, files: { csv, parquet, sav } }];
    }),
  };
}
