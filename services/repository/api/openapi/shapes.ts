import { z } from 'zod';

import * as accessTokens from '@domain/access-tokens';
import * as administeredAccounts from '@domain/api/administered-accounts';
import * as administration from '@domain/api/administration';
import * as boardFigures from '@domain/api/board-figures';
import * as boardList from '@domain/api/board-list';
import * as changes from '@domain/api/changes';
import * as classReport from '@domain/api/class-report';
import * as corrections from '@domain/api/corrections';
import * as distributions from '@domain/api/distributions';
import * as documents from '@domain/api/documents';
import * as downloads from '@domain/api/downloads';
import * as editorial from '@domain/api/editorial';
import * as glance from '@domain/api/glance';
import * as lookups from '@domain/api/lookups';
import * as mapping from '@domain/api/mapping';
import * as metadata from '@domain/api/metadata';
import * as metadataCorrections from '@domain/api/metadata-corrections';
import * as myDataSets from '@domain/api/my-data-sets';
import * as norms from '@domain/api/norms';
import * as parts from '@domain/api/parts';
import * as pool from '@domain/api/pool';
import * as problemDetails from '@domain/api/problem-details';
import * as problems from '@domain/api/problems';
import * as publication from '@domain/api/publication';
import * as publishedDistributions from '@domain/api/published-distributions';
import * as publishedFiles from '@domain/api/published-files';
import * as quality from '@domain/api/quality';
import * as readings from '@domain/api/readings';
import * as roundChanges from '@domain/api/round-changes';
import * as reviews from '@domain/api/reviews';
import * as savedSearches from '@domain/api/saved-searches';
import * as search from '@domain/api/search';
import * as standings from '@domain/api/standings';
import * as storage from '@domain/api/storage';
import * as submission from '@domain/api/submission';
import * as tableData from '@domain/api/table-data';
import * as uploads from '@domain/api/uploads';
import * as use from '@domain/api/use';
import * as versionChanges from '@domain/api/version-changes';
import * as versions from '@domain/api/versions';
import { DocumentChangeSchema } from '@domain/board/compare-rounds';
import { BoardExpertSchema, ClosenessSchema } from '@domain/board/experts';
import { HistoryContentSchema, HistoryEntrySchema } from '@domain/board/history';
import { ReviewNoteSchema } from '@domain/board/notes';
import { ExpertProfileSchema } from '@domain/board/profiles';
import { TableRowsChangedSchema } from '@domain/life/versions';
import { ColumnSummarySchema } from '@domain/column-info';
import * as embargoChanges from '@domain/life/embargo-changes';
import * as privateLinks from '@domain/life/private-links';
import * as publicActs from '@domain/life/public-acts';
import * as withdrawal from '@domain/life/withdrawal';
import { FieldChangeSchema } from '@domain/metadata/compare';
import { UploadIdSchema } from '@domain/upload-id';

const modules = [
  ...[
    administeredAccounts,
    administration,
    boardFigures,
    boardList,
    changes,
    classReport,
    corrections,
    distributions,
    documents,
    downloads,
    editorial,
    glance,
    lookups,
    mapping,
    metadata,
    metadataCorrections,
    myDataSets,
    norms,
    parts,
    pool,
    problemDetails,
    problems,
    standings,
  ],
  ...[publication, publishedDistributions, publishedFiles, quality, readings, reviews, savedSearches, search],
  ...[roundChanges, storage, submission, tableData, uploads, use, versionChanges, versions, publicActs, withdrawal],
  ...[accessTokens, embargoChanges, privateLinks],
  {
    BoardExpertSchema,
    ClosenessSchema,
    DocumentChangeSchema,
    FieldChangeSchema,
    HistoryContentSchema,
    HistoryEntrySchema,
    ReviewNoteSchema,
    ExpertProfileSchema,
    TableRowsChangedSchema,
  },
  { ColumnSummarySchema, UploadIdSchema },
];

/** Every exported schema of `domain/api` by the name that it has in the document: `SearchRow` for `SearchRowSchema`. */
export const shapes: Record<string, z.ZodType> = Object.fromEntries(
  modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, z.ZodType][] =>
      value instanceof z.ZodType && name.endsWith('Schema') ? [[name.slice(0, -'Schema'.length), value]] : [],
    ),
  ),
);

/** If the setting `DOWNLOAD_REDIRECTS` leads clients to the store. */
export const ledToStore = {
  description:
    'Where the setting leads clients without a token to the object store, the file is at this address for a minute.',
  headers: { Location: 'Signed address at the store.' },
};
