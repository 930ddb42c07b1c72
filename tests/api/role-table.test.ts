import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { automaticParsing } from '@domain/api/readings';
import { includesRight, type UploadRight } from '@domain/life/co-authors';
import { type UploadStatus, uploadStatuses } from '@domain/upload-status';
import type { Actor } from '../../services/repository/context/context';
import { neededRight, policy, type UseCase } from '../../services/repository/context/policy';
import type { Right } from '../../services/repository/context/right';
import { insertSession } from '../../services/repository/store/download-sessions';
import { addMember } from '../../services/repository/store/members';
import { addPeople } from '../../services/repository/store/people';
import {
  accessTokens,
  dataSets,
  documents,
  privateLinks,
  problemGroups,
  savedSearches,
  versionFollowers,
} from '../../services/repository/store/schema';
import { findUploadProgress } from '../../services/repository/store/upload-progress';
import { createResumableUpload } from '../../services/repository/usecases/uploads/resumable-upload';
import { exportedFunctions, sources } from '../support/imports';
import { publishForTest } from '../support/published-data-sets';
import { ask } from '../support/ready-uploads';
import { actors, administrator, chair } from '../support/test-api';
import { openUploadApi, smallTable, type UploadApi, uploadNumber } from '../support/upload-calls';
import { paths, sharedPaths } from '../support/use-case-paths';

const account = (subject: string): Actor => ({ subject, name: subject, email: `${subject}@example.org`, roles: [] });
/** Co-authors with each right, a former one, and somebody who has not answered the invitation. */
const coAuthors = {
  reader: account('reader'),
  editor: account('editor'),
  submitter: account('submitter'),
  former: account('former'),
  invited: account('invited'),
};
/** Who asks. */
const askers = {
  nobody: null,
  owner: actors.contributor,
  ...coAuthors,
  other: actors.other,
  expert: actors.expert1,
  chair,
  administrator,
};
type Asker = keyof typeof askers;

const isDelete = (path: string) => Number(path.startsWith('DELETE'));
/** Every path with its use-case. Deleting comes last: it takes away what the other paths ask for. */
const useCases = Object.entries({ ...sharedPaths, ...paths }).sort(([a], [b]) => isDelete(a) - isDelete(b));

/** Error code of a denial; 'in' = past the guard: whatever the answer then is, it is not a denial. */
type Answer = (typeof denials)[number] | 'in';
const denials = [
  'unauthenticated',
  'forbidden',
  'not-found',
  'right-missing',
  'upload-submitted',
  'not-reviewing',
] as const;
type Row = Record<Asker, Answer>;

const everybody = (answer: Answer): Row => mapAskers(() => answer);
const signedIn: Row = { ...everybody('in'), nobody: 'unauthenticated' };
const ofBoard: Row = { ...everybody('forbidden'), nobody: 'unauthenticated', expert: 'in', chair: 'in' };
const ofAdministrator: Row = { ...everybody('forbidden'), nobody: 'unauthenticated', administrator: 'in' };
const ofChair: Row = { ...ofBoard, expert: 'forbidden' };

const heldRights: Partial<Record<Asker, UploadRight>> = {
  owner: 'own',
  submitter: 'submit',
  editor: 'edit',
  reader: 'read',
};

/** What those get with whom an upload is shared, if they have the right; nobody else sees it. */
function shared(needed: UploadRight, answer: Answer = 'in', board: Answer = 'not-found'): Row {
  const row = mapAskers((asker) => {
    const held = heldRights[asker];
    if (!held) return 'not-found';
    return includesRight(held, needed) ? answer : 'right-missing';
  });
  return { ...row, nobody: 'unauthenticated', expert: board, chair: board };
}

function mapAskers(answer: (asker: Asker) => Answer): Row {
  return Object.fromEntries((Object.keys(askers) as Asker[]).map((asker) => [asker, answer(asker)])) as Row;
}

/** What each of them gets, by what the policy asks of them and by how far the upload is. */
const answers: Record<Right, Record<UploadStatus, Row>> = {
  anyone: everywhere(everybody('in')),
  link: everywhere(everybody('in')),
  'web-tier': everywhere(everybody('forbidden')),
  'signed-in': everywhere(signedIn),
  owner: everywhere(shared('own')),
  submitter: everywhere(shared('submit')),
  contributor: everywhere(shared('edit')),
  member: everywhere(shared('read')),
  editor: {
    ...everywhere(shared('edit', 'upload-submitted')),
    Uploaded: shared('edit'),
    ChangesRequested: shared('edit'),
  },
  reader: { ...everywhere(shared('read', 'in', 'in')), Uploaded: shared('read') },
  'file-reader': {
    ...everywhere(shared('read', 'in', 'not-reviewing')),
    Uploaded: shared('read'),
    Submitted: shared('read', 'in', 'in'),
    Pending: shared('read', 'in', 'in'),
  },
  board: { ...everywhere(ofBoard), Uploaded: { ...ofBoard, expert: 'not-found', chair: 'not-found' } },
  administrator: everywhere(ofAdministrator),
  chair: { ...everywhere(ofChair), Uploaded: { ...ofChair, chair: 'not-found' } },
};

function everywhere(row: Row): Record<UploadStatus, Row> {
  return Object.fromEntries(uploadStatuses.map((status) => [status, row])) as Record<UploadStatus, Row>;
}

function expectedAnswer(path: string, useCase: UseCase, status: UploadStatus, asker: Asker): Answer {
  // Parts, downloads, searches and the published data set are shared with nobody.
  const isOfUpload = path.includes(':id') || /^POST \/api\/metadata/.test(path);
  if (asker in coAuthors && policy[useCase] in neededRight && !isOfUpload) return 'not-found';
  // A submission that was not decided by votes has no letter.
  if (asker === 'chair' && status !== 'Uploaded' && letterUseCases.includes(useCase)) return 'not-found';
  // The co-author who may only read leaves; the others would end that membership.
  if (useCase === 'endMember' && (asker === 'editor' || asker === 'submitter')) return 'right-missing';
  // It refuses what is submitted by a rule of its own, `deletable`.
  if (useCase === 'deleteUpload' && asker === 'owner' && status !== 'Uploaded') return 'upload-submitted';
  // There are no curves here.
  if (useCase === 'readNorms') return 'not-found';
  return answers[policy[useCase]][withoutUpload.includes(useCase) ? 'Submitted' : status][asker];
}

/** Whoever is no co-author is a stranger however far the upload is, so two statuses are enough for them. */
function askersOf(status: UploadStatus): Asker[] {
  const isEnough = status !== 'Uploaded' && status !== 'Submitted';
  return (Object.keys(askers) as Asker[]).filter((asker) => !(isEnough && ['former', 'invited'].includes(asker)));
}

/** Whether what somebody does on a path would change how other paths answer. */
function changesWhatOthersAsk(path: string, asker: Asker): boolean {
  if (isDelete(path)) return asker in heldRights;
  return asker === 'chair' && path.startsWith('POST /api/editorial/:id');
}

const letterUseCases: UseCase[] = ['readLetter', 'editLetter', 'postLetter'];

/** Use-cases of the board that are about no upload. */
const withoutUpload: UseCase[] = [
  'listSubmissions',
  'countSubmissions',
  'countWaiting',
  'describeBoardFigures',
  'listBoardExperts',
  'findProfile',
  'saveProfile',
  'listWithdrawals',
  'listWaitingCorrections',
];

/** Paths with a use-case that are open to everybody. */
const openPaths = [
  'GET /api/search/metadata/:nr.json',
  'GET /api/search/data/:nr/package',
  'GET /api/pool/data-sets',
  'GET /api/pool',
  'GET /api/pool/package',
  'GET /api/search',
  'GET /api/search/numbers',
  'GET /api/search/overview',
  'GET /api/search/feed',
  'GET /oai',
  'POST /oai',
  'GET /api/search/changes',
  'GET /api/search/changes/:block',
  'GET /api/search/stats',
  'GET /api/search/data/:nr',
  'GET /api/search/data/:nr/tables',
  'GET /api/search/related/:nr',
  'GET /api/search/corrections/:nr',
  'GET /api/search/data/:nr/rows',
  'GET /api/search/data/:nr/files',
  'GET /api/search/data/:nr/files/:fileName',
  'GET /api/search/metadata/:nr',
  'GET /api/search/versions/:nr',
  'GET /api/search/use/:nr',
  'GET /api/search/data/:nr/distributions',
  'GET /api/search/data/:nr/norms',
  'GET /api/norms',
  'GET /api/norms/:key',
  'POST /api/norms/standing',
  'GET /api/norms/class/targets',
  'POST /api/norms/class/tables',
  'POST /api/norms/class/report',
  'POST /api/norms/class/report.xlsx',
  'GET /api/search/quality/:nr',
  'GET /api/samples/:kind{raw|agg}/:lang',
  'GET /api/codebook/:kind{raw|agg}/:lang',
];

/** Use-cases that change an upload and have rules of their own for what is submitted. */
const lateUseCases: UseCase[] = [
  'reviseUpload',
  'beginVersion',
  'correctMetadata',
  'judgeCorrection',
  'validateTitle',
  'submitUpload',
  'castVote',
  'requestChanges',
  'inviteExpert',
  'answerInvitation',
  'handOverPanel',
  'decideTie',
  'reopenSubmission',
  'editLetter',
  'postLetter',
  'writeNote',
  'writeOwnNote',
  'askWithdrawal',
  'askOwnRemoval',
  'confirmOwnRemoval',
  'inviteMember',
  'changeMemberRight',
  'offerOwnership',
  'offerOwnershipAsChair',
  'shortenEmbargo',
  'lengthenEmbargo',
  'makePrivateLink',
  'decideWithdrawal',
  'restoreDataSet',
  'askRemoval',
  'declineRemoval',
  'confirmRemoval',
  'withdrawCorrection',
  'deleteUpload',
  'withdrawUpload',
  'takeWithdrawalBack',
  'takeRemovalBack',
  'endMember',
  'endOffer',
  'endOfferAsChair',
  'revokePrivateLink',
];

/** Paths without a use-case, which are open to everybody on purpose. */
const open = [
  'GET /api/metadata/schema',
  'GET /api/metadata/countries/:lang',
  'GET /api/licences/:name/:lang',
  'POST /api/language',
  'GET /api/openapi.json',
  'OPTIONS /api/fileupload/resumable',
  'OPTIONS /api/fileupload/resumable/:part',
];

const session = '11111111-2222-4333-8444-555555555555';
const search = '66666666-7777-4888-9999-000000000000';
const link = 'a-secret-link';

let api: UploadApi;
let id: string;
/** A private link to the upload. */
let linkNumber = 0;
/** An access token of the owner. */
let tokenNumber = 0;
let part: string;
let member: number;
let document: string;

beforeAll(async () => {
  api = await openUploadApi();
  await addPeople(api.repository.db, [actors.contributor, ...Object.values(coAuthors)], new Date());
  await renewUpload('Uploaded');
  part = await createResumableUpload(actors.contributor, api.repository, {
    kind: 'raw',
    name: 'adults.csv',
    bytes: 100,
    lastModified: null,
  });
  const column = { key: 'handgrip', unit: 'kg', source: 'grip' };
  const tables = [{ name: 'adults', select: 'select 41.5 as handgrip', columns: [column] }];
  await publishForTest(api.repository, { nr: 1, title: 'Grip', tables });
  const [subject, now] = [actors.contributor.subject, api.repository.now()];
  await insertSession(api.repository.db, { id: session, subject, createdAt: now, openedAt: now }, [1]);
});
afterAll(() => api.close());

function addressOf(path: string): string {
  return path
    .replace(/:kind\{[^}]*\}/, 'raw')
    .replace(/:language\{[^}]*\}/, 'en')
    .replace(/:type\{[^}]*\}/, 'r')
    .replace(/:id/, id)
    .replace(/:member/, String(member))
    .replace(/:part/, part)
    .replace(/:document/, document)
    .replace(/:table/, 'adults')
    .replace(/:session/, session)
    .replace(/:search/, search)
    .replace(/:link/, link)
    .replace(/:number/, String(linkNumber))
    .replace(/:token/, String(tokenNumber))
    .replace(/:account|:job|:mail/, 'one-of-nobody')
    .replace(/:upload/, '999r')
    .replace(/:nr|:block/, '1')
    .replace(/:lang/, 'en')
    .replace(/:name/, 'cc-by')
    .replace(/:fileName/, path.includes('/files/') ? 'data.csv' : 'motothek-1-grip.zip')
    .replace(/\/rows$/, (end) => (path.includes('fileupload') ? `${end}?table=adults` : end));
}

/** Bodies of what the board does with a submission. */
const boardBodies: Record<string, unknown> = {
  changes: { panel: 1, points: ['Name the units.'], isImpartial: true },
  invitations: { panel: 1, email: 'expert2@example.org' },
  invitation: { answer: 'accept' },
  handover: { panel: 1, reason: 'No time.' },
  decision: { rating: 1, reason: 'Both were heard.' },
  reopening: { reason: 'A mistake.' },
  notes: { readers: 'expert', text: 'A note.' },
  letter: { text: 'A letter.' },
  'letter/sending': {},
  withdrawal: { decision: 'withdraw', reason: 'A wrong file.' },
  restoration: { reason: 'A mistake.' },
  removal: { reason: 'The law asks for it.' },
  'removal/refusal': { reason: 'The consent covers it.' },
  embargo: { until: '2098-01-01', reason: 'The paper appears later.' },
  correction: { version: 1, consents: false, reason: 'No.' },
  owner: { email: 'nobody@example.org', reason: 'The account ends.' },
};

/** Bodies that get past the reading of the request, so that the guard alone decides. */
function bodyOf(method: string, path: string): unknown {
  if (['GET', 'HEAD', 'DELETE', 'OPTIONS'].includes(method)) return undefined;
  if (path === '/api/language') return 'en';
  if (path === '/api/lookups') return { kind: 'funder', query: 'DFG' };
  if (path.startsWith('/api/administration/')) return { act: path.endsWith(':mail') ? 'send' : 'lock' };
  if (path === '/api/tokens') return { label: 'A script', scopes: ['read'], until: '2098-01-01' };
  if (path === '/api/search/saved') return { query: 'q=grip' };
  if (/^\/api\/metadata(\/validate)?$/.test(path)) return { id: [id], metadata: [] };
  if (path.startsWith('/api/editorial/:id/')) return boardBodies[path.replace('/api/editorial/:id/', '')];
  if (path === '/api/editorial/invitations/:link') return { reason: '' };
  if (path === '/api/editorial/profile') return { institution: 'An institute' };
  if (path.endsWith('/documents/comments')) return { comments: [] };
  if (path === '/api/fileupload/:id/answers') return { answers: [] };
  if (path === '/api/fileupload/:id/notes') return { text: 'A note.' };
  if (/^\/api\/fileupload\/:id\/(?:withdrawal|removal)$/.test(path)) return { reason: 'A wrong file.' };
  if (path.endsWith('/members')) return { email: 'new@example.org', right: 'read' };
  if (path.endsWith('/members/:member')) return { right: 'read' };
  if (path === '/api/fileupload/:id/owner') return { email: 'new@example.org' };
  if (path === '/api/fileupload/:id/embargo') return { until: '2098-01-01' };
  if (path.endsWith('/private-links')) return { label: 'Reviewer 2', until: '2098-01-01' };
  if (path.endsWith('/metadata-corrections')) return { metadata: [], note: 'A note.' };
  if (path.startsWith('/api/editorial')) {
    return { nr: 1, email: 'expert1@example.org', rating: 1, note: '', version: 0 };
  }
  if (path === '/api/submit/:id') return undefined;
  if (path === '/api/fileupload/:id/reading') return automaticParsing;
  if (path.endsWith('/:table/data')) return { table: 'data' };
  if (path === '/api/mapping/problems/:id/:table') return { comments: [], confirmed: true };
  if (path === '/api/search/downloads/:session') {
    return { session, institution: 'I', country: 'Germany', purpose: 'P', accurate: true, licence: true };
  }
  return [];
}

describe.each(uploadStatuses)('of an upload that is %s', (status) => {
  beforeAll(() => api.setStatus(id, status));

  test.each(askersOf(status))('%s gets what the policy says on every path', async (asker) => {
    const wrong: string[] = [];
    for (const [path, useCase] of useCases) {
      if (/:search|:link/.test(path)) await renewSearch();
      const got = await answerTo(asker, path);
      if (isDone && changesWhatOthersAsk(path, asker)) await renewUpload(status);
      const expected = expectedAnswer(path, useCase, status, asker);
      if (got !== expected) wrong.push(`${path}: ${got}, not ${expected}`);
    }
    await renewUpload(status);
    expect(wrong).toEqual([]);
  });
});

test('paths without a use-case are open to nobody in particular', async () => {
  const got = await Promise.all(open.map(async (path) => `${path}: ${await answerTo('nobody', path)}`));
  expect(got).toEqual(open.map((path) => `${path}: in`));
});

/** The last call was not refused. */
let isDone = false;

/** How a path answers: the code of a denial, 'in', or what should not happen. */
async function answerTo(asker: Asker, path: string): Promise<string> {
  const [method = '', address = ''] = path.split(' ');
  const response = await ask(api, askers[asker], addressOf(address), { method, body: bodyOf(method, address) });
  const { status } = response;
  isDone = status < 400;
  if (isDone) {
    await response.body?.cancel();
    return 'in';
  }
  // HEAD has no body.
  const text = method === 'HEAD' ? '' : await response.text();
  const code = /"code":"([a-z-]+)"/.exec(text)?.[1] ?? { 401: 'unauthenticated', 404: 'not-found' }[status] ?? '';
  if (denials.some((denial) => denial === code)) return code;
  // A vote that comes too late is refused with 403 as well, and a correction to whoever did not review.
  const isIn =
    code === 'voting-locked' || code === 'not-reviewed' || (![401, 403, 404].includes(status) && status < 500);
  return isIn ? 'in' : `${status} ${code}`;
}

async function renewUpload(status: UploadStatus): Promise<void> {
  id = await api.take(smallTable('adults.csv'));
  const { db } = api.repository;
  const table = (await findUploadProgress(db, uploadNumber(id)))?.tables[0]?.id ?? 0;
  const found = { count: 1, canOverride: true, parameters: {}, cells: [{ row: 2, value: '90', parameters: {} }] };
  await db.insert(problemGroups).values({ table, rule: 'R03', column: 0, ...found });
  await shareUpload();
  document = await insertReadme();
  const hash = `of ${id}`;
  const own = { upload: uploadNumber(id), label: 'Reviewer 2', until: '2098-01-01', madeAt: new Date() };
  const [made] = await db
    .insert(privateLinks)
    .values({ ...own, hash })
    .returning();
  linkNumber = made?.id ?? 0;
  tokenNumber = await insertToken(hash);
  await api.setStatus(id, status);
}

/** An access token that cannot be used, because nothing has this hash. */
async function insertToken(hash: string): Promise<number> {
  const owner = actors.contributor.subject;
  const token = { owner, label: 'A script', scopes: ['read' as const], hash, madeAt: new Date(), until: '2098-01-01' };
  const [made] = await api.repository.db.insert(accessTokens).values(token).returning();
  return made?.id ?? 0;
}

/** A README of the upload, as it is stored. */
async function insertReadme(): Promise<string> {
  const { db, files, now } = api.repository;
  const objectKey = `originals/${randomUUID()}`;
  const { bytes, sha256 } = await files.put(objectKey, Readable.from([Buffer.from('Grip strength in kg.')]));
  const stored = {
    name: 'README.txt',
    bytes,
    sha256,
    objectKey,
    state: 'read' as const,
    findings: [],
    receivedAt: now(),
  };
  const [made] = await db
    .insert(documents)
    .values({ ...stored, upload: uploadNumber(id) })
    .returning();
  return made!.id;
}

/** Shares the upload with a co-author of each right, a former one and somebody who has not answered. */
async function shareUpload(): Promise<void> {
  const at = new Date();
  const invited = { study: null, upload: uploadNumber(id), invitedBy: actors.contributor.subject };
  const times = { invitedAt: at, expiresAt: new Date(at.getTime() + 86_400_000) };
  const rights = { reader: 'read', editor: 'edit', submitter: 'submit', former: 'submit', invited: 'submit' } as const;
  await api.repository.db.transaction(async (tx) => {
    for (const [name, right] of Object.entries(rights)) {
      const isAccepted = name !== 'invited';
      const added = await addMember(tx, {
        ...{ ...invited, ...times, right, email: `${name}@example.org` },
        ...(isAccepted ? { person: name, acceptedAt: at } : {}),
        ...(name === 'former' ? { endedAt: at } : {}),
      });
      if (name === 'reader') member = added;
    }
  });
}

async function renewSearch(): Promise<void> {
  const { db } = api.repository;
  const stored = {
    id: search,
    owner: actors.contributor.subject,
    query: 'q=jump',
    language: 'en',
    endToken: link,
  } as const;
  await db
    .insert(savedSearches)
    .values({ ...stored, createdAt: new Date(), knownRevision: 0 })
    .onConflictDoNothing();
  const [published] = await db.select().from(dataSets);
  const follower = { owner: stored.owner, series: published?.upload ?? 0, endToken: link, knownVersion: 1 };
  await db.insert(versionFollowers).values(follower).onConflictDoNothing();
}

test('the table names every path the API has', () => {
  const parameter = (path: string) => path.replaceAll(/:\w+(\{[^/]*\})?/g, ':x');
  const registered = api.api.routes
    .filter(({ method, path }) => method !== 'ALL' && path !== '/*')
    .map(({ method, path }) => parameter(`${method} ${path}`));
  const guarded = Object.keys(paths).map(parameter);
  expect(registered.filter((path) => ![...guarded, ...open.map(parameter)].includes(path))).toEqual([]);
  expect(guarded.filter((path) => !registered.includes(path))).toEqual([]);
});

test('the table names every use-case', () => {
  const named = new Set(useCases.map(([, useCase]) => useCase));
  expect(Object.keys(policy).filter((useCase) => !named.has(useCase as UseCase))).toEqual([]);
});

test('the policy lets nobody change what is submitted, and keeps to the lists of this test', () => {
  const withRight = (wanted: Right) =>
    useCases.flatMap(([path, useCase]) => (policy[useCase] === wanted ? [path] : []));
  expect(withRight('anyone')).toEqual(openPaths);
  const ofBoardPaths = [...withRight('board'), ...withRight('chair')].sort();
  const editorial = useCases.flatMap(([path]) => (/\/api\/editorial(?!\/invitations)/.test(path) ? [path] : []));
  expect(ofBoardPaths).toEqual(editorial.sort());
  const own = useCases.flatMap(([path, useCase]) => (/:part|:session|:search/.test(path) ? [policy[useCase]] : []));
  expect(new Set(own)).toEqual(new Set(['owner']));
  const isOfUpload = (path: string) => path.includes(':id') || /^POST \/api\/metadata/.test(path);
  const ofUpload = useCases.filter(([path]) => isOfUpload(path));
  expect(ofUpload.filter(([, useCase]) => ['anyone', 'signed-in'].includes(policy[useCase]))).toEqual([]);
  const changing = ofUpload.filter(([path]) => !path.startsWith('GET'));
  const late = changing.flatMap(([, useCase]) => (policy[useCase] === 'editor' ? [] : [useCase]));
  expect(late).toEqual(lateUseCases);
});

test('the policy names every function that the use-cases export, unless it is told the use-case', () => {
  const exported = sources('services/repository/usecases').flatMap(exportedFunctions);
  const named = exported.flatMap(({ name, parameters }) => (parameters[0] === 'useCase' ? [] : [name]));
  expect(named.sort()).toEqual(Object.keys(policy).sort());
});

test('a token of another issuer, another audience, another type or past its time is nobody', async () => {
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
