import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { noChoices } from '@domain/api/readings';
import { policy, type Right, type UseCase } from '../../services/repository/context/policy';
import { createResumableUpload } from '../../services/repository/usecases/uploads/resumable-upload';
import { ask } from '../support/ready-uploads';
import { actors } from '../support/test-api';
import { openUploadApi, smallTable, type UploadApi } from '../support/upload-calls';

const askers = { nobody: null, owner: actors.contributor, other: actors.other, expert: actors.expert1 };
type Asker = keyof typeof askers;

/** The use case behind every path that is not open to everybody. `:id` = an upload of the owner. */
const paths: Record<string, UseCase> = {
  'GET /api/fileupload/user': 'listUploads',
  'POST /api/fileupload/:kind{raw|agg}': 'receiveFiles',
  'GET /api/fileupload/:id': 'digestUpload',
  'GET /api/fileupload/:id/state': 'findUploadState',
  'GET /api/fileupload/:id/rows': 'readUploadRows',
  'GET /api/fileupload/:id/published': 'previewPublication',
  'GET /api/fileupload/:id/summary': 'summariseColumns',
  'GET /api/fileupload/:id/reading': 'findReading',
  'POST /api/fileupload/:id/reading': 'reparseFile',
  'POST /api/fileupload/:id/try-again': 'tryAgain',
  'GET /api/fileupload/:id/original': 'openOriginal',
  'GET /api/fileupload/:id/review': 'findReview',
  'POST /api/fileupload/:id/revision': 'reviseUpload',
  'GET /api/fileupload/:id/correction': 'findCorrection',
  'POST /api/fileupload/:id/correction': 'correctFile',
  'DELETE /api/fileupload/:id': 'deleteUpload',
  'GET /api/fileupload/resumable': 'listOwnParts',
  'POST /api/fileupload/resumable/:kind{raw|agg}': 'createResumableUpload',
  'GET /api/fileupload/resumable/:part': 'findOwnPart',
  'PATCH /api/fileupload/resumable/:part': 'requirePart',
  'DELETE /api/fileupload/resumable/:part': 'cancelResumableUpload',
  'GET /api/mapping/templates': 'listMappingTemplates',
  'PUT /api/mapping/templates': 'saveMappingTemplates',
  'GET /api/mapping/errors/:id/:table': 'listProblems',
  'GET /api/mapping/problems/:id': 'downloadProblems',
  'GET /api/mapping/problems/:id/:table': 'pageProblems',
  'POST /api/mapping/problems/:id/:table': 'saveProblemComments',
  'POST /api/mapping/override/:id/:table': 'overrideProblems',
  'POST /api/mapping/check/:id': 'restartChecks',
  'GET /api/mapping/:kind{raw|agg}/:language{en|de}/:type{[ra]}': 'listMappingTargets',
  'GET /api/mapping/:kind{raw|agg}/:id/:table': 'findMapping',
  'POST /api/mapping/:kind{raw|agg}/:id/:table': 'saveMapping',
  'GET /api/mapping/:kind{raw|agg}/:id/:table/suggestions': 'suggestTargets',
  'GET /api/mapping/:kind{raw|agg}/:id/:table/distributions': 'findDistributions',
  'GET /api/metadata/schema/:id': 'listSchemaFields',
  'GET /api/metadata/templates': 'listMetadataTemplates',
  'PUT /api/metadata/templates': 'saveMetadataTemplates',
  'GET /api/metadata/values/:field': 'listFieldValues',
  'POST /api/metadata/validate': 'validateTitle',
  'GET /api/metadata/:id': 'findStudy',
  'GET /api/metadata/:id/uploads': 'listSharingUploads',
  'PUT /api/metadata/:id/missing-codes': 'declareMissingCodes',
  'POST /api/metadata': 'saveMetadata',
  'GET /api/submit/:id': 'reviewSubmission',
  'POST /api/submit/:id': 'submitUpload',
  'DELETE /api/submit/:id': 'withdrawUpload',
  'GET /api/editorial': 'listSubmissions',
  'GET /api/editorial/:id': 'openSubmission',
  'POST /api/editorial/:id': 'castVote',
  'POST /api/search/download': 'startDownload',
  'GET /api/search/downloads/:session': 'showDownload',
  'POST /api/search/downloads/:session': 'openDownload',
  'GET /api/search/mydownloads': 'listDownloads',
  'GET /api/search/mydownloads/': 'listDownloads',
  'GET /api/search/mydownloads/rows': 'listDownloadedDataSets',
  'GET /api/search/mydownload/:session/:nr/:fileName': 'packDownloadedDataSet',
  'GET /api/search/package/:session': 'packDownload',
};

/** 'in' = past the guard: any response that is not a denial. */
type Answer = 401 | 403 | 404 | 'in';
type Station = 'Uploaded' | 'Submitted' | 'Accepted';

/** Expected response to each of the four callers, by the right that the policy requires and by status. */
const answers: Record<Exclude<Right, 'anyone'>, Record<Station, Record<Asker, Answer>>> = {
  'signed-in': everywhere({ nobody: 401, owner: 'in', other: 'in', expert: 'in' }),
  owner: everywhere({ nobody: 401, owner: 'in', other: 404, expert: 404 }),
  editor: everywhere({ nobody: 401, owner: 'in', other: 404, expert: 404 }),
  reader: {
    Uploaded: { nobody: 401, owner: 'in', other: 404, expert: 404 },
    Submitted: { nobody: 401, owner: 'in', other: 404, expert: 'in' },
    Accepted: { nobody: 401, owner: 'in', other: 404, expert: 'in' },
  },
  'file-reader': {
    Uploaded: { nobody: 401, owner: 'in', other: 404, expert: 404 },
    Submitted: { nobody: 401, owner: 'in', other: 404, expert: 'in' },
    Accepted: { nobody: 401, owner: 'in', other: 404, expert: 403 },
  },
  board: {
    Uploaded: { nobody: 401, owner: 403, other: 403, expert: 404 },
    Submitted: { nobody: 401, owner: 403, other: 403, expert: 'in' },
    Accepted: { nobody: 401, owner: 403, other: 403, expert: 'in' },
  },
};

function everywhere(row: Record<Asker, Answer>): Record<Station, Record<Asker, Answer>> {
  return { Uploaded: row, Submitted: row, Accepted: row };
}

function expectedAnswer(path: string, station: Station, asker: Asker): Answer {
  const right: Right = policy[paths[path]!];
  if (right === 'anyone') throw new Error(`${path} is open to everybody`);
  // The download session belongs to no caller.
  if (right === 'owner' && path.includes(':session') && asker === 'owner') return 404;
  return answers[right][path.includes(':id') || right !== 'board' ? station : 'Submitted'][asker];
}

/** Paths that are open to everybody on purpose. */
const open = [
  'GET /api/search',
  'GET /api/search/stats',
  'GET /api/search/data/:nr',
  'GET /api/search/data/:nr/tables',
  'GET /api/search/data/:nr/rows',
  'GET /api/search/metadata/:nr',
  'GET /api/metadata/schema',
  'GET /api/metadata/countries/:lang',
  'GET /api/licences/:name/:lang',
  'GET /api/samples/:kind{raw|agg}/:lang',
  'GET /api/codebook/:kind{raw|agg}/:lang',
  'POST /api/language',
  'OPTIONS /api/fileupload/resumable',
  'OPTIONS /api/fileupload/resumable/:part',
];

const session = '11111111-2222-4333-8444-555555555555';

let api: UploadApi;
let id: string;
let part: string;

beforeAll(async () => {
  api = await openUploadApi();
  id = await api.take(smallTable('adults.csv'));
  part = await createResumableUpload(actors.contributor, api.repository, {
    kind: 'raw',
    name: 'adults.csv',
    bytes: 100,
    lastModified: null,
  });
});
afterAll(() => api.close());

function addressOf(path: string): string {
  return path
    .replace(/:kind\{[^}]*\}/, 'raw')
    .replace(/:language\{[^}]*\}/, 'en')
    .replace(/:type\{[^}]*\}/, 'r')
    .replace(/:id/, id)
    .replace(/:part/, part)
    .replace(/:table/, 'adults')
    .replace(/:session/, session)
    .replace(/:nr/, '1')
    .replace(/:fileName/, 'x.zip')
    .replace(/\/rows$/, (end) => (path.includes('fileupload') ? `${end}?table=adults` : end));
}

/** Bodies that pass validation, so that only the guard decides. */
function bodyOf(method: string, path: string): unknown {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (/^\/api\/metadata(\/validate)?$/.test(path)) return { id: [id], metadata: [] };
  if (path.startsWith('/api/editorial')) {
    return { nr: 1, email: 'expert1@example.org', rating: 1, note: '', version: 0 };
  }
  if (path === '/api/submit/:id') return undefined;
  if (path === '/api/fileupload/:id/reading') return noChoices;
  if (path === '/api/mapping/problems/:id/:table') return { comments: [], confirmed: true };
  if (path === '/api/search/downloads/:session') {
    return { session, institution: 'I', country: 'Germany', purpose: 'P', accurate: true, licence: true };
  }
  return [];
}

describe.each<Station>(['Uploaded', 'Submitted', 'Accepted'])('of an upload that is %s', (station) => {
  beforeAll(() => api.setStatus(id, station));

  test.each(Object.keys(askers) as Asker[])('%s gets the response of the policy on every path', async (asker) => {
    const wrong: string[] = [];
    // Deleting comes last, because other paths need the upload.
    const isDelete = (path: string) => Number(path.startsWith('DELETE'));
    for (const path of Object.keys(paths).sort((a, b) => isDelete(a) - isDelete(b))) {
      if (isDelete(path) && asker === 'owner') await renewUpload(station);
      const [method = '', address = ''] = path.split(' ');
      const response = await ask(api, askers[asker], addressOf(address), { method, body: bodyOf(method, address) });
      const expected = expectedAnswer(path, station, asker);
      // A late vote is refused with 403 as well.
      const isLate = response.status === 403 && (await response.clone().text()).includes('voting-locked');
      const isIn = isLate || (![401, 403, 404].includes(response.status) && response.status < 500);
      if (expected === 'in' ? !isIn : response.status !== expected) {
        wrong.push(`${path}: ${response.status}, not ${expected}`);
      }
      await response.body?.cancel();
    }
    if (asker === 'owner') await renewUpload(station);
    expect(wrong).toEqual([]);
  });
});

async function renewUpload(station: Station): Promise<void> {
  id = await api.take(smallTable('adults.csv'));
  await api.setStatus(id, station);
}

test('the table contains every path of the API', () => {
  const parameter = (path: string) => path.replaceAll(/:\w+(\{[^/]*\})?/g, ':x');
  const registered = api.api.routes
    .filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    .map(({ method, path }) => parameter(`${method} ${path}`));
  const guarded = Object.keys(paths).map(parameter);
  expect(registered.filter((path) => ![...guarded, ...open.map(parameter)].includes(path))).toEqual([]);
  expect(guarded.filter((path) => !registered.includes(path))).toEqual([]);
});

test('the table contains every use case that is not open to everybody', () => {
  const guarded = (Object.keys(policy) as UseCase[]).filter((useCase) => policy[useCase] !== 'anyone');
  const named = new Set(Object.values(paths));
  // A group of problems shares the path of the problem list.
  expect(guarded.filter((useCase) => !named.has(useCase))).toEqual(['listGroupProblems']);
});

test('a token with another issuer, audience or type, or an expired one, is refused', async () => {
  const { testToken } = await import('../support/test-api');
  for (const serverErrors of [
    { issuer: 'https://elsewhere.example' },
    { audience: 'https://elsewhere.example/api' },
    { type: 'JWT' },
    { expiresIn: '-10m' },
  ]) {
    const token = await testToken(actors.contributor, serverErrors);
    const response = await api.api.request('/api/fileupload/user', { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(401);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  }
});
