import { z } from 'zod';

import { documentTypes } from './documents';

/** Formats in which a published table can be had as a single file. */
export const tableFormats = ['csv', 'parquet', 'xlsx', 'sav'] as const;
export const TableFormatSchema = z.enum(tableFormats);
export type TableFormat = z.infer<typeof TableFormatSchema>;

/** Formats of the files of a data set: of its tables, and of documents that go along. */
export const FileFormatSchema = z.enum([...tableFormats, ...documentTypes]);
export type FileFormat = z.infer<typeof FileFormatSchema>;

/** Media types without parameters. */
export const tableMediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  sav: 'application/x-spss-sav',
};

/** The files of a published data set, table by table, then its documents: `GET api/search/data/{nr}/files`. */
export const PublishedFilesSchema = z.array(
  z.object({
    table: z.string().nullable().describe('Name of the published table; null for a document.'),
    format: FileFormatSchema.describe('Format of the file.'),
    fileName: z.string().describe('Name by which it is asked for.'),
    mediaType: z.string().describe('Media type with its parameters.'),
    bytes: z
      .number()
      .int()
      .nullable()
      .describe(
        'Size of the file; null if it has not been made yet, and to callers who may not have it. It is made when it is first asked for.',
      ),
    sha256: z
      .string()
      .nullable()
      .describe(
        'Hex; null like the size, and for Parquet that was published before sums were stored, until it is filled in.',
      ),
    address: z.string().describe('Address within the site; in formats with labels with the language of the labels.'),
    isOpen: z
      .boolean()
      .describe('The caller may have the file now; otherwise they must first answer the download form of the licence.'),
  }),
);
export type PublishedFiles = z.infer<typeof PublishedFilesSchema>;
