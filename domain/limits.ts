/** Minimum file size (spec section 9); configurable as MIN_FILE_BYTES. */
export const minFileBytes = 10_000;
/** Maximum file size (spec section 9); configurable as MAX_FILE_BYTES. */
export const maxFileBytes = 100_000_000_000;
/** Space for one account: twice the largest file, so that one can be replaced. Configurable as ACCOUNT_STORAGE_BYTES. */
export const accountStorageBytes = 2 * maxFileBytes;
/** Free space below which nothing is uploaded. Own estimate; configurable as DISK_RESERVE_BYTES. */
export const diskReserveBytes = 1024 ** 3;
/**
 * The part of a reserve of free space that is kept for the database: what is made of files and longer texts use the
 * other half (own estimate).
 */
export const databaseReserve = (reserveBytes: number): number => reserveBytes / 2;
/**
 * Free space below which that part takes no large texts, not even in place of others, because PostgreSQL's log becomes
 * longer by each: four of its segments of 16 MiB (own estimate). Large are those with more characters than this.
 */
export const scarceBytes = 64 * 1024 * 1024;
export const largeTextCharacters = 256 * 1024;
/** Time and memory for reading one Excel or SPSS file; configurable as PARSER_SECONDS and PARSER_MEMORY_BYTES. */
export const parserSeconds = 60;
export const parserMemoryBytes = 1024 ** 3;
/** Memory of the columnar engine (design: 600 MiB); configurable as TABLES_MEMORY_BYTES. */
export const tablesMemoryBytes = 600 * 1024 * 1024;
/** Minimum of TABLES_MEMORY_BYTES. Tables with many columns need the default. */
export const minTablesMemoryBytes = 256 * 1024 * 1024;
/** Maximum number of a data set: the maximum of PostgreSQL's `integer`. */
export const maxDataSetNr = 2_147_483_647;
/** Maximum time of one database statement; configurable as STATEMENT_SECONDS. */
export const statementSeconds = 60;
/** File extensions that can be uploaded (spec section 5). */
export const fileExtensions = ['xlsx', 'xls', 'csv', 'sav'] as const;
/**
 * Maximum number of columns of a table. Measured: the engine's memory is enough for 1000 columns x 40,000 rows,
 * but not for 2000 columns, because the Parquet writer buffers each of the resulting 4000 columns.
 */
export const maxColumns = 1000;
/** Number of rows at the top of a table that are searched for the header. */
export const maxHeaderRow = 50;
/** Documents that go along with an upload: how many, and how large each may be. */
export const maxDocuments = 10;
export const maxDocumentBytes = 20_000_000;
/** Places in a document that are listed for each kind of finding. The others are counted. */
export const findingsListed = 20;
/** Maximum number of files per upload request. */
export const maxFilesPerUpload = 20;
/** Maximum number of unfinished resumable uploads per user. */
export const maxUnfinishedParts = 20;
/** Maximum total size of a user's unfinished uploads, in multiples of the maximum file size. */
export const maxUnfinishedInFiles = 2;
/** An unfinished upload is kept this many days after its last request. */
export const partLifeDays = 7;

/** Maximum length of a metadata text area (spec section 5). */
export const maxTextAreaCharacters = 1500;
/** Maximum length of any other metadata value. */
export const maxValueCharacters = 500;
/** Maximum number of values of a metadata field. */
export const maxRepeats = 100;
/** Maximum number of published values that are suggested for a field. */
export const maxOfferedValues = 20;
/** Minimum length of a comment that overrides a problem (spec section 5). */
export const minCommentCharacters = 2;
/** Maximum length of a comment on a problem and of a vote's note. */
export const maxCommentCharacters = 2000;

/** Cells of a problem group that are listed one by one. The rest is one line 'and <n> more'. */
export const cellsListedPerGroup = 20;
/** Columns of the mapping grid per page. */
export const columnsPerPage = 20;
/** Sample rows shown in the mapping grid. */
export const sampleRows = 8;
/** Rows of a table preview per page. */
export const previewRowsPerPage = 50;
/** Rows up to which the values of columns are counted exactly, and without the rows that are no data. Own estimate. */
export const exactRows = 20_000;
/** Maximum number of rows a client may request at once. */
export const maxRowWindow = 200;
/** Maximum number of columns a client may name for a window of rows; if it names none, it gets all. */
export const maxColumnWindow = 200;

/**
 * A class that is compared with the norms. It travels with each form, so it is a school at most: its file, and of what
 * was read the characters, rows and columns of all tables. Own estimates: 1,000 children with 20 tests have 120,000
 * characters.
 */
export const maxClassFileBytes = 5_000_000;
export const maxClassCharacters = 1_000_000;
export const maxClassRows = 2000;
export const maxClassColumns = 100;
export const maxClassTables = 30;

/** Rows of a data set that anybody may see while its licence requires the download form (design section 6). */
export const maxRowsWithoutForm = 20;
/**
 * Minimum number of people behind anything shown about such a data set before the form is answered (design section 6).
 */
export const minPersonsPerCell = 5;
/** The same for quartiles: those of five people are the results of three of them. Own estimate. */
export const minPersonsPerQuartile = 10;

/** Maximum length of the public note to a correction. Own estimate: a few sentences. */
export const maxCorrectionNoteCharacters = 500;
/** Most corrections that somebody can make in 24 hours, because they cause mails to the board. Own estimate. */
export const maxCorrectionsADay = 30;
/** How often an upload can be submitted in 24 hours, because each time causes mails to the board. Own estimate. */
export const maxSubmissionsADay = 5;

/** Maximum number of points of a request for changes. */
export const maxChangePoints = 50;

/** Notes that one person can write about a submission. Own estimate: far more than a review takes. */
export const maxNotes = 100;
/** Maximum length of a letter about a decision: two notes, the reason of the chair, and the words around them. */
export const maxLetterCharacters = 10_000;
/** Days until a vote should be there (design section 3); configurable as REVIEW_DAYS. */
export const reviewDays = 30;
/** Days before and after it on which experts without a vote are reminded; configurable as REMINDER_DAYS. */
export const reminderDays: readonly number[] = [-7, 0, 7];

/** Days for which the data of a withdrawn data set is kept; configurable as WITHDRAWN_KEEP_DAYS. */
export const withdrawnKeepDays = 365;
/** Days within which every stored object is read again and compared (issue 19); configurable as FIXITY_DAYS. */
export const fixityDays = 7;
/** Bytes per second that are read for that; 12 TB in a week. Own estimate; configurable as FIXITY_BYTES_PER_SECOND. */
export const fixityBytesPerSecond = 20_000_000;

/**
 * Days for which data about people is kept by default (docs/personal-data.md). Purposes: ten years, as long as good
 * research practice asks to keep the data of a publication (DFG, guideline 17). The others are own estimates.
 */
export const keptDays = { drafts: 90, sessions: 1, jobs: 7, purposes: 3650, invitations: 90 };

/** Expert panels of an upload (spec section 9). */
export const panels = [1, 2] as const;
export type PanelNumber = (typeof panels)[number];

export function otherPanel(panel: PanelNumber): PanelNumber {
  return panel === 1 ? 2 : 1;
}

/** Maximum number of terms in a search and of characters in a term. */
export const maxSearchTerms = 20;
export const maxSearchTermCharacters = 200;
/** Search results per page. */
export const resultsPerPage = 50;
/** Maximum number of templates of one kind per user, and maximum length of their names. */
export const maxTemplates = 200;
/** Longest list of templates that is read, so that one that is too long gets a message of its own. */
export const maxTemplatesRead = 1000;
export const maxTemplateNameCharacters = 100;
/** Maximum number of saved searches per user. Own estimate: more would make a mail that nobody reads. */
export const maxSavedSearches = 50;
/**
 * Longest saved search, in characters of its query in an address. Own estimate: some mail programs cut longer links, and
 * an entry of an index in PostgreSQL has at most 2,704 bytes.
 */
export const maxSavedSearchCharacters = 2000;
/** New data sets that a mail names for each saved search; the others are counted. */
export const maxNamedDataSets = 10;
/** Uploads per page of the user's list. */
export const uploadsPerPage = 50;
/** Public corrections of a data set per page. Own limit: each may contain two long texts, before and after. */
export const correctionsPerPage = 20;
/** Maximum number of results whose numbers are listed at once. Own estimate: half a megabyte. */
export const maxListedNumbers = 50_000;
/** Longest institution and purpose in the download form. Own estimate: a full name, and a page of text. */
export const maxInstitutionCharacters = 300;
export const maxPurposeCharacters = 2000;
/** Maximum number of data sets per download. */
export const maxDownloadItems = 500;

/**
 * Number of the first data row below a header in row 1 (spec section 2). Published tables and SPSS files, whose column
 * names are in no row, are numbered the same way.
 */
export const firstDataRow = 2;
/** Users are warned this long before their session ends, which is time enough to press a button. */
export const sessionWarningSeconds = 300;

/** Validation error for the length of a comment on a problem (spec section 5); null if it is valid or empty. */
export function commentError(comment: string): 'comment-too-short' | 'comment-too-long' | null {
  const { length } = comment.trim();
  if (length > 0 && length < minCommentCharacters) return 'comment-too-short';
  return length > maxCommentCharacters ? 'comment-too-long' : null;
}

/** Up to how many submissions ‘All’ and ‘Decided’ of the board's list are counted where a text, a test or an expert narrows them. */
export const submissionsCounted = 2000;
