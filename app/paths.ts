import { infoPages, type InfoPage } from '@domain/info-pages';
import type { Language } from '@domain/language-code';

export type { InfoPage };

/**
 * Addresses of the screens, by name. No other module of the app builds paths. Links to other services and to files need
 * `reloadDocument`, because they are not screens.
 */
const encode = encodeURIComponent;

/** A path with the query parameters that have a value. */
export function withQuery(path: string, query: Record<string, string | number | null | undefined>): string {
  const set = Object.entries(query).filter(([, value]) => value !== null && value !== undefined);
  const search = new URLSearchParams(set.map(([name, value]): [string, string] => [name, String(value)]));
  return set.length === 0 ? path : `${path}?${search}`;
}

export const paths = {
  home: () => '/',
  /** Rendered at the address of a page that does not exist or is not allowed. */
  failure: (status: 403 | 404) => `/page/failure/${status}`,
  /** Rendered at the address of a page that fails because of an outage. */
  unavailable: () => '/page/unavailable',
  search: (text: string) => `/?q=${encode(text)}`,
  /** Atom feed of the newest data sets that a search finds; `query` as in the address of its results, '' for all. */
  searchFeed: (query: string, language: Language) => `/api/search/feed?${query}${query && '&'}lang=${language}`,
  /** Results of a search; `query` as in their address. */
  searchResults: (query: string) => `/?${query}#results`,
  searchTest: (test: string) => `/?q=&e=${encode(test)}#results`,
  searchDownload: () => '/search/download',
  dataSet: (nr: number) => `/data-set/${nr}`,
  /** The same with a page of its corrections. */
  dataSetCorrections: (nr: number, page: number) =>
    `${withQuery(`/data-set/${nr}`, { corrections: page > 1 ? page : null })}#corrections`,
  /** Leads to the newest version of a data set. */
  newestVersion: (nr: number) => `/data-set/${nr}/newest`,
  /** The spec's metadata link, which redirects readers to the page of the data set. */
  metadata: (nr: number) => `/api/search/metadata/${nr}`,
  /** Comparisons; `query` as in their address, '' without a chosen result. */
  compare: (query = '') => `/compare${query && '?'}${query}`,
  /** How the curves are made. */
  compareMethod: () => '/compare/method',
  /** The form in which results of a class are compared. */
  compareClass: () => '/compare/my-class',
  /** Its report as a workbook, which is posted. */
  compareClassFile: () => '/compare/my-class/file',
  /** A file of the page of comparisons; `query` as in its address. */
  compareFile: (fileName: string, query: string, language: Language) =>
    `/compare/files/${encode(fileName)}?${query}${query && '&'}lang=${language}`,
  /** The form for one table of several data sets; `query` as in its address. */
  pool: (query = '') => `/compare/pool${query && '?'}${query}`,
  /** The package with that table. */
  poolFile: () => '/compare/pool/file',
  /** A file of a closed data set, for users who are signed in. Files of open ones have addresses of the API. */
  dataSetFile: (nr: number, fileName: string, language: Language) =>
    `/data-set/${nr}/files/${encode(fileName)}?lang=${language}`,
  /** Package of a data set with an open licence, for everybody. */
  dataSetPackage: (nr: number) => `/api/search/data/${nr}/package`,
  /** The licence form of a session; `results` as in the address of the results from which it was opened. */
  downloadForm: (session: string, results = '') =>
    withQuery(`/file-download/${encode(session)}`, { results: results || null }),
  myDownloads: () => '/my-downloads',
  /** A page of the user's data sets, by default the first one. */
  myDataSets: (page = 1) => (page === 1 ? '/my-data-sets' : `/my-data-sets?page=${page}`),
  /** Who downloaded a data set of the user, and for which purpose. */
  licenceAnswers: (id: string, page = 1) => `/my-data-sets/answers/${id}${page === 1 ? '' : `?page=${page}`}`,
  licenceAnswersFile: (id: string) => `/my-data-sets/answers-file/${id}`,
  /** Where the user downloads everything that is kept about them. */
  aboutMe: () => '/about-me',
  aboutMeFile: () => '/about-me/data',
  /** The user's personal access tokens. */
  accessTokens: () => '/access-tokens',
  savedSearches: () => '/saved-searches',
  /** A file of a download session; `nr` 'all' is the whole package. */
  downloadFile: (session: string, nr: number | 'all', fileName: string) =>
    `/my-downloads/${encode(session)}/${nr}/${encode(fileName)}`,

  /** A page of the user's uploads, by default the first one. */
  uploads: (page = 1) => (page === 1 ? '/file-upload' : `/file-upload?page=${page}`),
  receive: (kind: 'raw' | 'agg') => `/file-upload/receive/${kind}`,
  uploadTryAgain: (id: string) => `/file-upload/try-again/${encode(id)}`,
  /** Starts a resumable upload. Only script uses it. */
  resumable: (kind: 'raw' | 'agg') => `/file-upload/resumable/${kind}`,
  /** A resumable upload. */
  part: (id: string) => `/file-upload/part/${id}`,
  uploadData: (id: string, table?: string | null) => withQuery(`/file-upload/data/${id}`, { table }),
  /** All rows of a table, and summaries of its columns. */
  uploadRows: (id: string, table?: string | null) => withQuery(`/file-upload/rows/${id}`, { table }),
  uploadCheck: (id: string, table?: string | null) => withQuery(`/file-upload/check/${id}`, { table }),
  /** A table as it will be published. */
  uploadPreview: (id: string, table?: string | null) => withQuery(`/file-upload/preview/${id}`, { table }),
  uploadMeta: (id: string) => `/file-upload/meta/${id}`,
  /** Values of published data sets for a field of the metadata, for script. */
  fieldValues: (field: number, typed: string) => `/file-upload/values/${field}?q=${encode(typed)}`,
  validateTitle: (id: string) => `/file-upload/validate/${id}`,
  /** Stores the draft of a form. Only script uses it. */
  keepDraft: (form: string, object: string) => withQuery(`/drafts/${form}`, { object }),
  uploadSubmit: (id: string) => `/file-upload/submit/${id}`,
  /** Receives the answers to a request for changes; the requests of an upload are counted from 1. */
  uploadAnswers: (id: string, round: number) => `/file-upload/submit/${id}?round=${round}`,
  /** Conversation with the editorial board about a submission, and its history. */
  uploadConversation: (id: string) => `/file-upload/conversation/${id}`,
  /** The history of a submission as a file. */
  uploadHistory: (id: string) => `/file-upload/history/${id}`,
  /** Who shares an upload, and the link of an invitation to that. */
  uploadCoAuthors: (id: string) => `/file-upload/co-authors/${id}`,
  /** What a former co-author typed in the forms of an upload. */
  keptTexts: (id: string) => `/file-upload/kept/${id}`,
  memberLink: (link: string) => `/co-authors/${encode(link)}`,
  /** Withdrawal of an accepted data set. */
  uploadWithdrawal: (id: string) => `/file-upload/withdrawal/${id}`,
  /** Embargo of an accepted data set. */
  uploadEmbargo: (id: string) => `/file-upload/embargo/${id}`,
  /** Private links to an upload. */
  privateLinks: (id: string) => `/file-upload/private-links/${id}`,
  /** What somebody with a private link reads: the data set, rows of a table, and a file. */
  privateLink: (link: string) => `/private-link/${link}`,
  privateLinkRows: (link: string, table?: string | null) => withQuery(`/private-link/${link}/rows`, { table }),
  privateLinkFile: (link: string, fileName: string) => `/private-link/${link}/files/${encode(fileName)}`,
  /** Page that asks for confirmation before a submission is withdrawn. */
  uploadWithdraw: (id: string) => `/file-upload/withdraw/${id}`,
  /** Creates a new upload from a rejected one. */
  uploadRevise: (id: string) => `/file-upload/revise/${id}`,
  /** Where the form of a new version is sent. */
  uploadNews: (id: string) => `/file-upload/submit/${id}?news=`,
  /** Begins a new version of an accepted data set. */
  newVersion: (id: string) => `/file-upload/new-version/${id}`,
  uploadDelete: (id: string) => `/file-upload/delete/${id}`,
  /** Page to upload a corrected file, and the report of its changes. */
  uploadCorrect: (id: string) => `/file-upload/correct/${id}`,
  /** README and codebook files of an upload, and one of them as a file. */
  uploadDocuments: (id: string, remove?: string) => withQuery(`/file-upload/documents/${id}`, { remove }),
  uploadDocument: (id: string, document: string) => `/file-upload/document/${id}/${document}`,
  /** Form to correct the metadata of an accepted data set. */
  correctMetadata: (id: string) => `/file-upload/correct-metadata/${id}`,
  original: (id: string) => `/file-upload/original/${id}`,
  /** The problems of a table as a file; of all tables without `table`. */
  problemFile: (id: string, format: 'csv' | 'xlsx', table?: string) =>
    withQuery(`/file-upload/problems/${id}`, { format, table }),

  /** A sample file, and the codebook of the targets that columns can be mapped to. */
  sampleFile: (kind: 'raw' | 'agg', language: Language) => `/help-files/samples/${kind}/${language}`,
  targetList: (kind: 'raw' | 'agg', language: Language) => `/help-files/codebook/${kind}/${language}`,

  /** What administrators look after. */
  administration: () => '/administration',
  administrationAccounts: (q = '', page = 1) =>
    withQuery('/administration/accounts', { q: q || null, page: page > 1 ? page : null }),
  administrationAccount: (id: string) => `/administration/accounts/${encode(id)}`,
  administrationMerge: (id: string, into = '') =>
    withQuery(`/administration/accounts/${encode(id)}/merge`, { into: into || null }),
  /** A list of the administration. */
  administrationList: (name: 'storage' | 'fixity' | 'jobs' | 'dois' | 'mails' | 'settings', page = 1) =>
    withQuery(`/administration/${name}`, { page: page > 1 ? page : null }),
  administrationAudit: (query: { account?: string | null; act?: string | null; page?: number | null } = {}) =>
    withQuery('/administration/audit', query),

  editorialBoard: () => '/editorial-board',
  /** The list of submissions with these parameters. */
  editorialList: (query: Record<string, string | number | null | undefined>) => withQuery('/editorial-board', query),
  /** Figures of the board, and the same as a file. */
  editorialFigures: () => '/editorial-board/figures',
  editorialFiguresFile: () => '/editorial-board/figures-file',
  editorialData: (id: string, table?: string | null) => withQuery(`/editorial-board/data/${id}`, { table }),
  editorialRows: (id: string, table?: string | null) => withQuery(`/editorial-board/rows/${id}`, { table }),
  editorialCheck: (id: string, table?: string | null) => withQuery(`/editorial-board/check/${id}`, { table }),
  editorialPreview: (id: string, table?: string | null) => withQuery(`/editorial-board/preview/${id}`, { table }),
  editorialMeta: (id: string) => `/editorial-board/meta/${id}`,
  editorialVote: (id: string) => `/editorial-board/vote/${id}`,
  /** Who holds the panels of a submission. */
  editorialPanels: (id: string) => `/editorial-board/panels/${id}`,
  editorialHistory: (id: string) => `/editorial-board/history/${id}`,
  /** The history of a submission as a file. */
  editorialHistoryFile: (id: string, format: 'csv' | 'json') =>
    withQuery(`/editorial-board/history-file/${id}`, { format }),
  /** Conversation about a submission. */
  editorialNotes: (id: string) => `/editorial-board/notes/${id}`,
  /** What a member of the board says about themselves. */
  editorialProfile: () => '/editorial-board/profile',
  /** Letter about the decision on a submission, for the chair. */
  editorialLetter: (id: string) => `/editorial-board/letter/${id}`,
  /** Withdrawal of an accepted data set, for the chair. */
  editorialWithdrawal: (id: string) => `/editorial-board/withdrawal/${id}`,
  /** Whose a submission is, for the chair. */
  editorialOwner: (id: string) => `/editorial-board/owner/${id}`,
  /** Embargo of an accepted data set, for the chair. */
  editorialEmbargo: (id: string) => `/editorial-board/embargo/${id}`,
  /** A correction of metadata that waits for consent. */
  editorialCorrection: (id: string) => `/editorial-board/correction/${id}`,
  /** A README or codebook file of a submission. */
  editorialDocument: (id: string, document: string) => `/editorial-board/document/${id}/${document}`,
  /** The original file of a submission, and its problems as a file. */
  editorialOriginal: (id: string) => `/editorial-board/original/${id}`,
  editorialProblemFile: (id: string, format: 'csv' | 'xlsx', table?: string) =>
    withQuery(`/editorial-board/problems/${id}`, { format, table }),

  /** The description of the repository API for programs, and its page. */
  openApi: () => '/api/openapi.json',
  apiDocs: () => '/api/docs',
  info: (page: InfoPage) => `/info/${page}`,
  /** The Scientific Use File licence as a PDF, which `npm run build:documents` generates. */
  licencePdf: (language: Language) => `/documents/${language}/sufl-1.0.pdf`,
  manual: (section?: ManualSection) => `/info/manual${section ? `#${section}` : ''}`,
  /** The sitemap, or the index of several; `block` as in the index. */
  sitemap: (block?: number) => withQuery('/sitemap.xml', { block }),
  language: () => '/language',
  login: () => '/authentication/login',
  loginAgain: (page: string) => `/authentication/login?again=yes&returnUrl=${encodeURIComponent(page)}`,
  register: () => '/authentication/register',
  profile: () => '/authentication/profile',
  logout: () => '/authentication/logout',
  /** Time until the session ends. A POST extends it. */
  session: () => '/authentication/session',
};

/** Sections of the manual that screens link to. The manual has them in both languages. */
export const manualSections = [
  'searching',
  'results',
  'comparing',
  'account',
  'downloading',
  'pool',
  'files',
  'mapping',
  'check',
  'correcting',
  'documents',
  'metadata',
  'submitting',
  'versions',
  'review',
  'withdrawing',
  'co-authors',
  'embargo',
  'private-links',
  'my-data-sets',
  'correcting-metadata',
  'editorial-board',
  'administration',
  'access-tokens',
] as const;
export type ManualSection = (typeof manualSections)[number];

export function isInfoPage(value: string | undefined): value is InfoPage {
  return infoPages.some((page) => page === value);
}
