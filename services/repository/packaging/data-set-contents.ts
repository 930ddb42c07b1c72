import type { Problem } from '@domain/api/mapping';
import type { DataSet, SearchRow } from '@domain/api/search';
import type { Language } from '@domain/language';
import type { Rating, UploadStatus } from '@domain/upload-status';

import type { PublishedTable } from '../store/published-data-sets';
import type { DataSetRecord } from '../search/search-sql';
import type { SourceColumn } from '../store/source-mapping';

/** All a package says about one data set; its rows are read while they are written. */
export interface DataSetContents {
  record: DataSetRecord;
  row: SearchRow;
  tables: PublishedTable[];
  /** Columns of the contributor's file, by table and position. */
  mapping: SourceColumn[];
  fields: Record<Language, DataSet['fields']>;
  /** Problems by the name of their table. */
  problems: Record<Language, { table: string; problem: Problem }[]>;
  decision: Decision;
}

/** The editorial board's decision, without names and notes. */
export interface Decision {
  status: UploadStatus;
  /** yyyy-MM-dd */
  day: string | null;
  votes: { panel: number; rating: Rating }[];
}
