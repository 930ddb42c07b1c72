import { z } from 'zod';

/** Formats in which a published table can be had as a single file. */
export const tableFormats = ['csv', 'parquet', 'xlsx', 'sav'] as const;
export const TableFormatSchema = z.enum(tableFormats);
export type TableFormat = z.infer<typeof TableFormatSchema>;

/** Media types without parameters. */
export const tableMediaTypes: Record<TableFormat, string> = {
  csv: 'text/csv',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  sav: 'application/x-spss-sav',
};

/** The files of a published data set, table by table: `GET api/search/data/{nr}/files`. */
export const PublishedFilesSchema = z.array(
  z.object({
    /** Name of the published table. */
    table: z.string(),
    format: TableFormatSchema,
    fileName: z.string(),
    mediaType: z.string(),
    /** Size of the file; null if it has not been made yet. It is made when it is first asked for. */
    bytes: z.number().int().nullable(),
    /** Hex; null if the file has not been made yet, and for Parquet, whose sum is in the manifest of the package. */
    sha256: z.string().nullable(),
    /** Address within the site; in formats with labels with the language of the labels. */
    address: z.string(),
    /** The caller may have the file now; otherwise they must first answer the download form of the licence. */
    isOpen: z.boolean(),
  }),
);
export type PublishedFiles = z.infer<typeof PublishedFilesSchema>;
