import { infoPages, type InfoPage } from '@domain/info-pages';
import type { Language } from '@domain/language-code';

export type { InfoPage };

/**
 * Addresses of the screens, by name. No other module of the app builds paths. Those of other services and of files are
 * plain links (`reloadDocument`).
 */
const encode = encodeURIComponent;

/** A path with those query parameters that have a value. */
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
  searchDownload: () => '/search/download',
  dataSet: (nr: number) => `/data-set/${nr}`,
  /** The spec's metadata link, which redirects readers to the page of the data set. */
  metadata: (nr: number) => `/api/search/metadata/${nr}`,
  datacite: (nr: number, format: 'json' | 'xml') => `/api/search/metadata/${nr}.${format}`,
  downloadForm: (session: string) => `/file-download/${encode(session)}`,
  myDownloads: () => '/my-downloads',
  /** A file of a download session; `nr` 'all' is the whole package. */
  downloadFile: (session: string, nr: number | 'all', fileName: string) =>
    `/my-downloads/${encode(session)}/${nr}/${encode(fileName)}`,

  /** The user's uploads; their first page unless told. */
  uploads: (page = 1) => (page === 1 ? '/file-upload' : `/file-upload?page=${page}`),
  receive: (kind: 'raw' | 'agg') => `/file-upload/receive/${kind}`,
  uploadTryAgain: (id: string) => `/file-upload/try-again/${encode(id)}`,
  /** Begins the same by script, in a way that can go on after a lost connection. */
  resumable: (kind: 'raw' | 'agg') => `/file-upload/resumable/${kind}`,
  /** An upload that has begun to arrive. */
  part: (id: string) => `/file-upload/part/${id}`,
  uploadData: (id: string, table?: string | null) => withQuery(`/file-upload/data/${id}`, { table }),
  /** All rows of a table, and what its columns hold. */
  uploadRows: (id: string, table?: string | null) => withQuery(`/file-upload/rows/${id}`, { table }),
  uploadCheck: (id: string, table?: string | null) => withQuery(`/file-upload/check/${id}`, { table }),
  /** A table as it will be published. */
  uploadPreview: (id: string, table?: string | null) => withQuery(`/file-upload/preview/${id}`, { table }),
  uploadMeta: (id: string) => `/file-upload/meta/${id}`,
  /** Values of published data sets for a field of the metadata, for script. */
  fieldValues: (field: number, typed: string) => `/file-upload/values/${field}?q=${encode(typed)}`,
  validateTitle: (id: string) => `/file-upload/validate/${id}`,
  /** Keeps the draft of a form by script. */
  keepDraft: (form: string, object: string) => withQuery(`/drafts/${form}`, { object }),
  uploadSubmit: (id: string) => `/file-upload/submit/${id}`,
  /** Asks whether a submission is to be taken back. */
  uploadWithdraw: (id: string) => `/file-upload/withdraw/${id}`,
  /** Makes a new upload of a rejected one. */
  uploadRevise: (id: string) => `/file-upload/revise/${id}`,
  uploadDelete: (id: string) => `/file-upload/delete/${id}`,
  /** Where a corrected file takes the place of the one before, and what it has changed. */
  uploadCorrect: (id: string) => `/file-upload/correct/${id}`,
  original: (id: string) => `/file-upload/original/${id}`,
  /** The problems of a table, or of all tables when none is named, as a file. */
  problemFile: (id: string, format: 'csv' | 'xlsx', table?: string) =>
    withQuery(`/file-upload/problems/${id}`, { format, table }),

  /** A file that shows what an upload looks like, and the code book of what its columns can be mapped to. */
  sampleFile: (kind: 'raw' | 'agg', language: Language) => `/help-files/samples/${kind}/${language}`,
  targetList: (kind: 'raw' | 'agg', language: Language) => `/help-files/codebook/${kind}/${language}`,

  editorialBoard: () => '/editorial-board',
  editorialData: (id: string, table?: string | null) => withQuery(`/editorial-board/data/${id}`, { table }),
  editorialRows: (id: string, table?: string | null) => withQuery(`/editorial-board/rows/${id}`, { table }),
  editorialCheck: (id: string, table?: string | null) => withQuery(`/editorial-board/check/${id}`, { table }),
  editorialPreview: (id: string, table?: string | null) => withQuery(`/editorial-board/preview/${id}`, { table }),
  editorialMeta: (id: string) => `/editorial-board/meta/${id}`,
  editorialVote: (id: string) => `/editorial-board/vote/${id}`,
  /** The original of a submission, and its problems as a file. */
  editorialOriginal: (id: string) => `/editorial-board/original/${id}`,
  editorialProblemFile: (id: string, format: 'csv' | 'xlsx', table?: string) =>
    withQuery(`/editorial-board/problems/${id}`, { format, table }),

  info: (page: InfoPage) => `/info/${page}`,
  /** The Scientific Use File licence as a PDF, made by `npm run build:documents`. */
  licencePdf: (language: Language) => `/documents/${language}/sufl-1.0.pdf`,
  manual: (section?: ManualSection) => `/info/manual${section ? `#${section}` : ''}`,
  sitemap: () => '/sitemap.xml',
  language: () => '/language',
  login: () => '/authentication/login',
  register: () => '/authentication/register',
  profile: () => '/authentication/profile',
  logout: () => '/authentication/logout',
  /** How long one stays logged in; a POST makes it longer. */
  session: () => '/authentication/session',
};

/** Sections of the manual that screens lead to; the manual has them in both languages. */
export const manualSections = [
  'searching',
  'results',
  'account',
  'downloading',
  'files',
  'mapping',
  'check',
  'correcting',
  'metadata',
  'submitting',
  'review',
  'editorial-board',
] as const;
export type ManualSection = (typeof manualSections)[number];

export function isInfoPage(value: string | undefined): value is InfoPage {
  return infoPages.some((page) => page === value);
}
