import type { Problem } from '@domain/api/mapping';
import type { PublicCorrection } from '@domain/api/metadata-corrections';
import type { Quality } from '@domain/api/quality';
import type { DataSet, SearchRow } from '@domain/api/search';
import type { Language } from '@domain/language';
import type { Rating, UploadStatus } from '@domain/upload-status';

import type { DataSetRecord } from '../store/data-set-records';
import type { PublishedTable } from '../store/published-data-sets';
import type { FileColumn } from '../store/source-mapping';

/** Contents of a package for one data set; its rows are read while they are written. */
export interface DataSetContents {
  record: DataSetRecord;
  row: SearchRow;
  tables: PublishedTable[];
  /** Columns of the contributor's file, by table and position. */
  mapping: FileColumn[];
  /** README and codebook files of the contributor. */
  documents: PackedDocument[];
  fields: Record<Language, DataSet['fields']>;
  /** Corrections of the metadata, newest first. */
  corrections: Record<Language, PublicCorrection[]>;
  /** Problems with the names of their tables. */
  problems: Record<Language, { table: string; problem: Problem }[]>;
  decision: Decision;
  quality: Record<Language, Quality>;
  /** Address of the site. */
  origin: string;
}

/** A document as it is packed. */
export interface PackedDocument {
  name: string;
  objectKey: string;
  sha256: string;
}

/** The editorial board's decision, without names and notes. */
export interface Decision {
  status: UploadStatus;
  /** yyyy-MM-dd. */
  day: string | null;
  votes: { panel: number; rating: Rating }[];
}
