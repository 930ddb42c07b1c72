import { dataSetFormatNames, formatPath } from '@domain/data-set-formats';

/**
 * Every address of API and web app by the rows of a published data set that it returns.
 * tests/api/licence-gate.long.test.ts requests them all, and fails if a route is missing here.
 */

/**
 * Rows of the two tables of each requested data set. Of its first twenty rows, twelve are in one table and eight in the
 * other.
 */
export const firstTable = 12;
export const secondTable = 48;
export const everyRow = firstTable + secondTable;
export const openRows = 20;
const openOfSecond = openRows - firstTable;

/** Values for the parameters of a route. */
export interface RouteValues {
  nr: number;
  upload: string;
  session: string;
  fileName: string;
}

export interface PublishedPath {
  /** Method, or 'web', and the route as in the API and `app/routes.ts`, without patterns. */
  route: string;
  address: (values: RouteValues) => string;
  /** Number of rows for users who may see all, and for everybody else. */
  rows: [all: number, limited: number];
}

const path = (route: string, rows: PublishedPath['rows'], query = ''): PublishedPath => ({
  route,
  address: (values) => fillRoute(route, values) + query,
  rows,
});
const rowsAt = (query: string, rows: PublishedPath['rows']) => path('GET /api/search/data/:nr/rows', rows, query);
const screen = (route: string, rows: PublishedPath['rows'], address: (nr: number) => string) => ({
  route,
  address: ({ nr }: RouteValues) => address(nr),
  rows,
});

/** Addresses of published data. If the licence requires the form, users without an answered form see the first rows. */
export const dataPaths: PublishedPath[] = [
  path('GET /api/search/data/:nr', [everyRow, openRows]),
  path('GET /api/search/data/:nr/tables', [0, 0]),
  path('GET /api/search/data/:nr/distributions', [0, 0]),
  path('GET /api/search/quality/:nr', [0, 0]),
  ...dataSetFormatNames.map((name) => screen('GET /api/search/metadata/:nr', [0, 0], (nr) => formatPath(nr, name))),
  rowsAt('', [firstTable, firstTable]),
  rowsAt('?limit=200', [firstTable, firstTable]),
  rowsAt('?table=second', [secondTable, openOfSecond]),
  rowsAt('?table=second&limit=200', [secondTable, openOfSecond]),
  rowsAt('?table=second&offset=5&limit=10', [10, openOfSecond - 5]),
  rowsAt('?table=second&offset=8&limit=1', [1, 0]),
  rowsAt('?table=second&offset=20&limit=200', [secondTable - 20, 0]),
  screen('web /', [firstTable, firstTable], (nr) => `/?q=&open=${nr}`),
  screen('web /', [25, openOfSecond], (nr) => `/?q=&open=${nr}.1`),
  screen('web /', [secondTable - 25, openOfSecond], (nr) => `/?q=&open=${nr}.1.25`),
  screen('web /', [secondTable - 40, openOfSecond], (nr) => `/?q=&open=${nr}.1.40`),
  // Only the page itself has rows; the data that script reads has none.
  screen('web /', [0, 0], (nr) => `/_root.data?q=&open=${nr}.1`),
  path('GET /api/search/data/:nr/files', [0, 0]),
  // Files hold every row, so nobody gets one without the form.
  ...['csv', 'parquet', 'xlsx', 'sav'].flatMap((format) => [
    screen(
      'GET /api/search/data/:nr/files/:fileName',
      [secondTable, 0],
      (nr) => `/api/search/data/${nr}/files/table-2-second.${format}`,
    ),
    screen(
      'web /data-set/:nr/files/:fileName',
      [secondTable, 0],
      (nr) => `/data-set/${nr}/files/table-2-second.${format}`,
    ),
  ]),
  path('GET /api/search/data/:nr/package', [everyRow, 0]),
  ...['csv', 'parquet', 'sav'].flatMap((format) => [
    screen('GET /api/pool', [everyRow, 0], (nr) => `/api/pool?data-sets=${nr}&format=${format}`),
    screen('GET /api/pool/package', [everyRow, 0], (nr) => `/api/pool/package?data-sets=${nr}&format=${format}`),
    screen('web /compare/pool/file', [everyRow, 0], (nr) => `/compare/pool/file?data-sets=${nr}&format=${format}`),
  ]),
  path('GET /api/pool/data-sets', [0, 0], '?data-sets=1'),
  path('GET /api/search/data/:nr/norms', [0, 0]),
  screen('web /compare/pool', [0, 0], (nr) => `/compare/pool?data-sets=${nr}`),
  screen('web /:id', [25, openOfSecond], (nr) => `/Fitness?open=${nr}.1`),
  screen('web /data-set/:nr', [firstTable, firstTable], (nr) => `/data-set/${nr}`),
  screen('web /data-set/:nr', [0, 0], (nr) => `/data-set/${nr}.data`),
];

/** Addresses of a download session. Its user gets every row, with SUFL 1.0 only after answering the form. */
export const packagePaths: PublishedPath[] = [
  path('GET /api/search/package/:session', [everyRow, 0]),
  path('GET /api/search/mydownload/:session/:nr/:fileName', [everyRow, 0]),
  path('web /my-downloads/:session/:nr/:fileName', [everyRow, 0]),
  {
    route: 'web /my-downloads/:session/:nr/:fileName',
    address: ({ session }) => `/my-downloads/${session}/all/motothek.zip`,
    rows: [everyRow, 0],
  },
];

/** Addresses of the upload of a data set; after the decision only for its contributor. */
export const sourcePaths: PublishedPath[] = [
  path('GET /api/fileupload/:id', [everyRow, 0]),
  path('GET /api/fileupload/:id/rows', [secondTable, 0], '?table=second'),
  path('GET /api/fileupload/:id/published', [secondTable, 0], '?table=second'),
];

/** More addresses of an upload that reveal values; role-table.test.ts tests the access to them. */
const ofAnUpload = [
  'GET /api/fileupload/:id/summary', 'GET /api/fileupload/:id/reading', 'POST /api/fileupload/:id/reading',
  'GET /api/account/data', 'GET /api/fileupload/:id/original', 'GET /api/fileupload/:id/correction', 'POST /api/fileupload/:id/correction',
  'GET /api/fileupload/:id/documents', 'POST /api/fileupload/:id/documents',
  'POST /api/fileupload/:id/documents/comments', 'GET /api/fileupload/:id/documents/:document',
  'DELETE /api/fileupload/:id/documents/:document', 'web /file-upload/documents/:id', 'web /file-upload/document/:id/:document',
  'web /editorial-board/document/:id/:document',
  'POST /api/fileupload/:id/revision', 'POST /api/fileupload/:id/versions', 'GET /api/mapping/:kind/:id/:table',
  'POST /api/mapping/:kind/:id/:table',
  'GET /api/mapping/:kind/:id/:table/suggestions', 'GET /api/mapping/:kind/:id/:table/distributions',
  'GET /api/mapping/:kind/:id/:table/data', 'POST /api/mapping/:kind/:id/:table/data', 'GET /api/metadata/:id/data-facts',
  'GET /api/mapping/errors/:id/:table', 'GET /api/mapping/problems/:id', 'GET /api/mapping/problems/:id/:table',
  'POST /api/mapping/problems/:id/:table', 'POST /api/mapping/override/:id/:table', 'POST /api/mapping/check/:id',
  'web /file-upload/data/:id', 'web /file-upload/rows/:id', 'web /file-upload/check/:id',
  'web /file-upload/correct/:id', 'web /file-upload/preview/:id', 'web /file-upload/original/:id', 'web /about-me/data',
  'web /file-upload/problems/:id', 'web /editorial-board/data/:id', 'web /editorial-board/rows/:id',
  'web /editorial-board/check/:id', 'web /editorial-board/preview/:id', 'web /editorial-board/original/:id',
  'web /editorial-board/problems/:id', 'web /editorial-board/vote/:id', 'GET /api/editorial/:id/glance',
]; // prettier-ignore

/** Addresses that never return rows. */
const rowless = [
  'GET /api/search', 'POST /api/lookups', 'GET /api/search/numbers', 'GET /api/search/overview', 'GET /api/search/feed', 'GET /oai', 'POST /oai', 'GET /api/search/changes',
  'GET /api/search/changes/:block', 'GET /api/search/stats', 'GET /api/search/related/:nr', 'GET /api/search/corrections/:nr', 'GET /api/search/use/:nr', 'POST /api/search/use', 'POST /api/search/download',
  'GET /api/search/downloads/:session', 'POST /api/search/downloads/:session', 'GET /api/search/mydownloads',
  'GET /api/administration', 'GET /api/administration/accounts', 'GET /api/administration/accounts/:account',
  'POST /api/administration/accounts/:account', 'GET /api/administration/accounts/:account/merge', 'GET /api/administration/storage', 'GET /api/administration/fixity', 'GET /api/administration/jobs',
  'POST /api/administration/jobs/:job', 'GET /api/administration/dois', 'POST /api/administration/dois/:upload',
  'GET /api/administration/mails', 'POST /api/administration/mails/:mail', 'GET /api/administration/settings',
  'GET /api/administration/audit', 'web /administration', 'web /administration/accounts',
  'web /administration/accounts/:account', 'web /administration/accounts/:account/merge', 'web /administration/storage', 'web /administration/fixity', 'web /administration/jobs',
  'web /administration/dois', 'web /administration/mails', 'web /administration/settings', 'web /administration/audit',
  'GET /api/tokens', 'POST /api/tokens', 'DELETE /api/tokens/:token', 'web /access-tokens', 'web /about-me',
  'GET /api/search/saved', 'POST /api/search/saved', 'DELETE /api/search/saved/:search',
  'GET /api/search/saved/end/:link', 'POST /api/search/saved/end/:link', 'GET /api/search/own/:nr',
  'GET /api/search/versions/:nr', 'PUT /api/search/versions/:nr/mails', 'DELETE /api/search/versions/:nr/mails',
  'GET /api/search/versions/end/:link', 'POST /api/search/versions/end/:link',
  'GET /api/search/mydownloads/', 'GET /api/search/mydownloads/rows', 'GET /api/licences/:name/:language',
  'GET /api/openapi.json', 'GET /api/samples/:kind/:language', 'GET /api/codebook/:kind/:language', 'POST /api/language',
  'GET /api/fileupload/data-sets', 'GET /api/fileupload/:id/licence-answers', 'web /my-data-sets',
  'web /my-data-sets/answers/:id', 'web /my-data-sets/answers-file/:id', 'GET /api/fileupload/user', 'GET /api/fileupload/storage', 'POST /api/fileupload/:kind', 'GET /api/fileupload/:id/state',
  'GET /api/fileupload/:id/review', 'POST /api/fileupload/:id/try-again', 'DELETE /api/fileupload/:id', 'OPTIONS /api/fileupload/resumable',
  'GET /api/fileupload/resumable', 'POST /api/fileupload/resumable/:kind', 'OPTIONS /api/fileupload/resumable/:part',
  'GET /api/fileupload/resumable/:part', 'PATCH /api/fileupload/resumable/:part',
  'DELETE /api/fileupload/resumable/:part', 'GET /api/mapping/templates', 'PUT /api/mapping/templates',
  'GET /api/mapping/:kind/:language/:type', 'GET /api/metadata/schema', 'GET /api/metadata/schema/:id',
  'GET /api/metadata/templates', 'PUT /api/metadata/templates', 'GET /api/metadata/countries/:language',
  'GET /api/metadata/values/:field', 'POST /api/metadata/validate', 'GET /api/metadata/:id',
  'GET /api/metadata/:id/uploads', 'PUT /api/metadata/:id/missing-codes', 'POST /api/metadata',
  'GET /api/submit/:id', 'POST /api/submit/:id', 'DELETE /api/submit/:id', 'GET /api/editorial',
  'GET /api/editorial/:id', 'POST /api/editorial/:id',
  'web /language', 'web /robots.txt', 'web /sitemap.xml', 'web /help-files/:what/:kind/:language', 'web /info/:page',
  'web /api/docs', 'web /page/failure/:status', 'web /page/unavailable',
  'web /search/download', 'web /file-download/:session', 'web /my-downloads', 'web /saved-searches', 'web /saved-searches/end/:token',
  'web /my-downloads/end/:token', 'web /data-set/:nr/newest', 'web /file-upload/new-version/:id', 'web /file-upload',
  'web /file-upload/receive/:kind', 'web /file-upload/meta/:id', 'web /file-upload/submit/:id', 'web /drafts/:form',
  'web /file-upload/resumable/:kind', 'web /file-upload/part/:part', 'web /file-upload/delete/:id',
  'web /file-upload/withdraw/:id', 'web /file-upload/revise/:id', 'web /file-upload/try-again/:id', 'web /file-upload/values/:field',
  'web /file-upload/validate/:id', 'web /editorial-board', 'web /editorial-board/meta/:id',
  'web /authentication/login', 'web /authentication/login-callback',
  'web /authentication/login-failed', 'web /authentication/register', 'web /authentication/profile',
  'web /authentication/logout', 'web /authentication/logout-callback', 'web /authentication/session',
  'web /authentication/logged-out', 'web /authentication/backchannel-logout', 'web /authentication/:action',
  'GET /api/editorial/counts', 'GET /api/editorial/waiting', 'GET /api/editorial/corrections', 'GET /api/editorial/figures',
  'GET /api/editorial/experts', 'GET /api/editorial/profile', 'PUT /api/editorial/profile',
  'GET /api/editorial/invitations/:link', 'POST /api/editorial/invitations/:link', 'POST /api/editorial/:id/changes',
  'POST /api/editorial/:id/invitations', 'POST /api/editorial/:id/invitation', 'POST /api/editorial/:id/handover',
  'POST /api/editorial/:id/decision', 'POST /api/editorial/:id/reopening', 'GET /api/editorial/:id/letter',
  'PUT /api/editorial/:id/letter', 'POST /api/editorial/:id/letter/sending', 'GET /api/editorial/:id/history',
  'GET /api/editorial/:id/notes', 'POST /api/editorial/:id/notes', 'PUT /api/fileupload/:id/answers',
  'GET /api/fileupload/:id/history', 'GET /api/fileupload/:id/notes', 'POST /api/fileupload/:id/notes',
  'web /editorial-board/panels/:id', 'web /editorial-board/notes/:id', 'web /editorial-board/history/:id',
  'web /editorial-board/history-file/:id', 'web /editorial-board/profile', 'web /editorial-board/invitation/:link',
  'web /editorial-board/letter/:id', 'web /editorial-board/figures', 'web /editorial-board/figures-file',
  'web /file-upload/conversation/:id', 'web /file-upload/history/:id',
  'GET /api/fileupload/:id/withdrawal', 'POST /api/fileupload/:id/withdrawal', 'POST /api/fileupload/:id/removal',
  'POST /api/fileupload/:id/removal/confirmation', 'GET /api/editorial/withdrawals',
  'GET /api/editorial/:id/withdrawal', 'POST /api/editorial/:id/withdrawal', 'POST /api/editorial/:id/restoration',
  'POST /api/editorial/:id/removal', 'POST /api/editorial/:id/removal/confirmation',
  'DELETE /api/fileupload/:id/withdrawal', 'DELETE /api/fileupload/:id/removal', 'POST /api/editorial/:id/removal/refusal',
  'web /file-upload/withdrawal/:id', 'web /editorial-board/withdrawal/:id',
  'GET /api/fileupload/:id/members', 'POST /api/fileupload/:id/members', 'PUT /api/fileupload/:id/members/:member',
  'DELETE /api/fileupload/:id/members/:member', 'POST /api/fileupload/:id/owner', 'DELETE /api/fileupload/:id/owner',
  'GET /api/members/:link', 'DELETE /api/members/:link', 'POST /api/members/:link',
  'GET /api/editorial/:id/owner', 'POST /api/editorial/:id/owner', 'DELETE /api/editorial/:id/owner',
  'web /file-upload/co-authors/:id', 'web /co-authors/:link', 'web /file-upload/kept/:id', 'web /editorial-board/owner/:id',
  'GET /api/fileupload/:id/embargo', 'POST /api/fileupload/:id/embargo', 'GET /api/editorial/:id/embargo',
  'POST /api/editorial/:id/embargo', 'GET /api/fileupload/:id/private-links',
  'POST /api/fileupload/:id/private-links', 'DELETE /api/fileupload/:id/private-links/:number',
  'GET /api/private-links/:link', 'GET /api/private-links/:link/rows', 'GET /api/private-links/:link/files/:fileName',
  'web /file-upload/embargo/:id', 'web /editorial-board/embargo/:id', 'web /file-upload/private-links/:id',
  'web /private-link/:link', 'web /private-link/:link/rows', 'web /private-link/:link/files/:fileName',
  'GET /api/fileupload/:id/metadata-corrections',
  'POST /api/fileupload/:id/metadata-corrections', 'DELETE /api/fileupload/:id/metadata-corrections/proposal',
  'GET /api/editorial/:id/correction', 'POST /api/editorial/:id/correction',
  'web /file-upload/correct-metadata/:id', 'web /editorial-board/correction/:id',
  'GET /api/norms', 'GET /api/norms/:test', 'POST /api/norms/standing', 'GET /api/norms/class/targets',
  'POST /api/norms/class/tables', 'POST /api/norms/class/report', 'POST /api/norms/class/report.xlsx',
  'web /compare', 'web /compare/method', 'web /compare/files/:curves', 'web /compare/my-class',
  'web /compare/my-class/file', 'web /*',
]; // prettier-ignore

/** Addresses that must not return rows to anybody but the contributor. */
export const closedPaths = [...ofAnUpload, ...rowless];

/** A route without the names and patterns of its parameters. */
export function shapeOf(route: string): string {
  return route.replaceAll(/:\w+(\{[^/]*\})?/g, ':x');
}

/** Address of a route for a data set. */
export function fillRoute(route: string, { nr, upload, session, fileName }: RouteValues): string {
  const values: Record<string, string> = {
    nr: String(nr), id: upload, session, fileName, table: 'second', kind: 'raw', language: 'en', type: 'r',
    field: '6', name: 'sufl', what: 'samples', page: 'manual', form: 'mapping', action: 'x',
    part: session, test: 'handgrip', curves: 'handgrip.csv',
  }; // prettier-ignore
  return route
    .replace(/^\w+ /, '')
    .replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    .replace('*', 'deep/address');
}
