import { z } from 'zod';

import { DocumentChangeSchema } from '../board/compare-rounds';
import { TextLanguageSchema } from '../language';
import { UploadRightSchema } from '../life/co-authors';
import { UploadIdSchema } from '../upload-id';
import { UploadStatusSchema } from '../upload-status';

/** What has changed since the former version, as far as it is published. */
export const PublicChangesSchema = z.object({
  tables: z
    .array(
      z.object({
        table: z.string().describe('Name of the table.'),
        rowsBefore: z.number().int().describe('Rows of the former version.'),
        rowsAfter: z.number().int().describe('Rows of this version.'),
        added: z.number().int().describe('Rows that are new.'),
        removed: z.number().int().describe('Rows that are gone.'),
        cells: z.number().int().describe('Changed cells of published columns in rows of both versions.'),
        isCompared: z.boolean().describe('Its rows were compared; otherwise only their numbers are known.'),
      }),
    )
    .describe('Tables with other rows.'),
  columns: z
    .array(
      z.object({
        table: z.string().describe('Name of the table.'),
        column: z.string().describe("Name of the contributor's column."),
        change: z.enum(['added', 'gone', 'mapped', 'cells']).describe('What has changed about it.'),
        cells: z.number().int().describe('Number of changed cells; 0 for other changes.'),
      }),
    )
    .describe('Published columns that are new or gone, that mean something else, or whose cells have changed.'),
  tablesAdded: z.array(z.string()).describe('Tables that are new.'),
  tablesGone: z.array(z.string()).describe('Tables that are gone.'),
  documents: z.array(DocumentChangeSchema).default([]).describe('Documents that were added, removed or replaced.'),
  fields: z.array(z.string()).describe('Names of the public fields of the metadata that differ.'),
});
export type PublicChanges = z.infer<typeof PublicChangesSchema>;

/** One of the accepted versions of a data set. */
export const DataSetVersionSchema = z.object({
  nr: z.number().int().describe('Public number of the version.'),
  version: z.number().int().describe('Number among the versions, from 1.'),
  date: z.string().describe('Day on which it was published, or accepted while its data is not public; yyyy-MM-dd.'),
  isPublic: z.boolean().describe('Its data is public.'),
  isWithdrawn: z.boolean().describe('It was withdrawn.'),
  doi: z.string().describe("Its DOI; '' if there is none yet."),
  doiUrl: z.string().describe('Page that the DOI leads to.'),
  doiIsTest: z.boolean().describe('The DOI is not registered with DataCite.'),
  news: z.string().describe("What is new, in the contributor's words; '' for the first and withdrawn versions."),
  changes: PublicChangesSchema.nullable().describe(
    'What has changed; null for the first and withdrawn versions and before its data is public.',
  ),
});
export type DataSetVersion = z.infer<typeof DataSetVersionSchema>;

/** Response of `GET api/search/versions/{nr}` (not in the spec). */
export const DataSetVersionsSchema = z.object({
  newest: z.number().int().describe('Public number of the newest version that is published and not withdrawn.'),
  concept: z
    .object({
      doi: z.string().describe('The DOI.'),
      doiUrl: z.string().describe('Page that it leads to.'),
      doiIsTest: z.boolean().describe('It is not registered with DataCite.'),
    })
    .nullable()
    .describe('DOI of all versions together, which leads to the newest one; null while there is one version.'),
  versions: z.array(DataSetVersionSchema).describe('All accepted versions, the newest first.'),
});
export type DataSetVersions = z.infer<typeof DataSetVersionsSchema>;

/**
 * Response of `GET api/search/own/{nr}` (not in the spec): the upload of a data set, for its contributor and
 * co-authors.
 */
export const OwnDataSetSchema = z.object({
  id: UploadIdSchema.describe('Id of its upload.'),
  right: UploadRightSchema.describe('What the caller may do; `own` if the data set is theirs.'),
  isContinuable: z.boolean().describe('A new version can be begun by the caller, or has been begun.'),
  open: z
    .object({ id: UploadIdSchema.describe('Id of its upload.'), status: UploadStatusSchema.describe('Its status.') })
    .nullable()
    .describe('The new version that is being prepared or reviewed, if the caller may submit it.'),
});
export type OwnDataSet = z.infer<typeof OwnDataSetSchema>;

/** Response of `GET api/search/versions/end/{link}` (not in the spec): the data set about which mails would end. */
export const LinkedVersionsSchema = z.object({
  nr: z.number().int().describe('Public number of its newest version.'),
  titles: z.array(z.string()).describe('Its titles, the main one first.'),
  titleLanguages: z.array(TextLanguageSchema).describe('Languages of the titles, in the same order.'),
});
export type LinkedVersions = z.infer<typeof LinkedVersionsSchema>;
