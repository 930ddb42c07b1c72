/** Smallest accepted file (spec section 9); configurable as MIN_FILE_BYTES. */
export const minFileBytes = 10_000;
/** Largest accepted file (spec section 9); configurable as MAX_FILE_BYTES. */
export const maxFileBytes = 100_000_000_000;
/** Time and memory for reading one file of Excel or SPSS; configurable as PARSER_SECONDS and PARSER_MEMORY_BYTES. */
export const parserSeconds = 60;
export const parserMemoryBytes = 1024 ** 3;
/** Memory of the columnar engine (design: 600 MiB); configurable as TABLES_MEMORY_BYTES. */
export const tablesMemoryBytes = 600 * 1024 * 1024;
/** Least that TABLES_MEMORY_BYTES may be set to; tables of many columns need the default. */
export const minTablesMemoryBytes = 256 * 1024 * 1024;
/** Largest number that a data set can have: PostgreSQL's type `integer` ends there. */
export const maxDataSetNr = 2_147_483_647;
/** Longest time of one statement of the database; configurable as STATEMENT_SECONDS. */
export const statementSeconds = 60;
/** File name endings the upload takes (spec section 5). */
export const fileExtensions = ['xlsx', 'xls', 'csv', 'sav'] as const;
export type FileExtension = (typeof fileExtensions)[number];
/** Rows at the top of a table among which its header is looked for. */
export const maxHeaderRow = 50;
/** Most files of one upload request. */
export const maxFilesPerUpload = 20;
/** Most files of one user that have begun to arrive and are not whole. */
export const maxUnfinishedParts = 20;
/** Most bytes that the unfinished files of one user may come to, in files of the largest size. */
export const maxUnfinishedInFiles = 2;
/** What has arrived of a file is kept so long after the last request for it. */
export const partLifeDays = 7;

/** Most characters of a text area in the metadata (spec section 5). */
export const maxTextAreaCharacters = 1500;
/** Most characters of any other metadata value. */
export const maxValueCharacters = 500;
/** Most repetitions of one metadata field. */
export const maxRepeats = 100;
/** Most values of published data sets that are offered for a field while somebody types. */
export const maxOfferedValues = 20;
/** Fewest characters of a comment that overrides a problem (spec section 5). */
export const minCommentCharacters = 2;
/** Most characters of a problem comment or of a vote's note. */
export const maxCommentCharacters = 2000;

/** Cells of one problem group that are listed one by one; the rest is one line 'and <n> more'. */
export const cellsListedPerGroup = 20;
/** Columns of the mapping grid shown on one page. */
export const columnsPerPage = 20;
/** Sample rows shown in the mapping grid. */
export const sampleRows = 8;
/** Rows of the preview of a table on one page. */
export const previewRowsPerPage = 50;
/** Largest window of rows a client may ask for. */
export const maxRowWindow = 200;
/** Most columns a client may name for a window of rows; all of them where it names none. */
export const maxColumnWindow = 200;

/** Rows of a data set that anybody may see while its licence asks for the download form (design section 6). */
export const maxRowsWithoutForm = 20;
/** Fewest persons in what a data set under such a licence tells of them before that (design section 6). */
export const minPersonsPerCell = 5;

/** Expert panels of an upload (spec section 9). */
export const panels = [1, 2] as const;
export type PanelNumber = (typeof panels)[number];

/** Most terms of one search and most characters of one term. */
export const maxSearchTerms = 20;
export const maxSearchTermCharacters = 200;
/** Search results on one page. */
export const resultsPerPage = 50;
/** Most templates of one kind that a user may have, and most characters of a name. */
export const maxTemplates = 200;
export const maxTemplateNameCharacters = 100;
/** Uploads on one page of the user's list. */
export const uploadsPerPage = 50;
/** Most data sets of one download. */
export const maxDownloadItems = 500;

/** Data rows are numbered from 2, as in a spreadsheet whose first row is the header (spec section 2). */
export const firstDataRow = 2;
/** Who is about to be logged out is told so long before: time enough to press one button. */
export const sessionWarningSeconds = 300;

/** What is wrong with the length of a comment on a problem (spec section 5); null for none, and for no comment. */
export function commentFault(comment: string): 'comment-too-short' | 'comment-too-long' | null {
  const { length } = comment.trim();
  if (length > 0 && length < minCommentCharacters) return 'comment-too-short';
  return length > maxCommentCharacters ? 'comment-too-long' : null;
}
