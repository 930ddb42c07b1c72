import { z } from 'zod';

import { LanguageSchema } from '@domain/language';
import { DigestTypeSchema, UploadIdSchema, UploadKindSchema } from '@domain/upload-id';

import { DataSetNumberSchema } from '../search';

/** Parameters of paths by their names, as the routes check them. */
export const pathParameters: Record<string, z.ZodType> = {
  id: UploadIdSchema,
  nr: DataSetNumberSchema,
  table: z.string(),
  kind: UploadKindSchema,
  type: DigestTypeSchema,
  lang: LanguageSchema,
  language: LanguageSchema,
  part: z.uuid(),
  link: z.string(),
  member: z.coerce.number().int().positive(),
};

/** What parameters of paths and queries mean, by their names. */
export const meanings: Record<string, string> = {
  id: 'Number of the upload and `r` (raw) or `a` (aggregated).',
  nr: 'Public number of the data set.',
  table: 'Name of the table, percent-encoded: names of sheets may contain `/`, `%` or umlauts.',
  kind: 'Raw or aggregated data.',
  type: '`r` for raw, `a` for aggregated data; must agree with `kind`.',
  lang: 'Language of names and texts.',
  language: 'Language of names and texts.',
  part: 'Id of the unfinished upload.',
  link: 'Secret part of the link in a mail.',
  member: 'Number of the membership or invitation.',
  offset: 'Number of entries to leave out, from the first on.',
  limit: 'Number of entries at most.',
  page: 'Page, from 1.',
  columns: 'Positions of columns from 0, joined by commas; all without it.',
  rows: 'Numbers of rows in the file, joined by commas, instead of a window.',
  from: 'Position of the first column, from 0.',
  to: 'Position after the last column.',
  exact: 'Position of a column that is counted exactly, however long the table is.',
};
