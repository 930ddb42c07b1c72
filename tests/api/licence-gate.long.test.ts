import type { RouteConfigEntry } from '@remix-run/route-config';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import routes from '../../app/routes';
import { uploads, votes } from '../../services/repository/store/schema';
import type { Actor } from '../../services/repository/context/context';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { recordPerson } from '../../services/repository/store/people';
import { completeMetadata, entry, withEntries } from '../fixtures/complete-metadata';
import { plantedFiles, zipOf } from '../support/planted-files';
import {
  closedPaths,
  dataPaths,
  fillRoute,
  firstTable,
  openRows,
  packagePaths,
  secondTable,
  shapeOf,
  sourcePaths,
  type RouteValues,
  type PublishedPath,
} from '../support/published-paths';
import { textInside } from '../support/read-inside';
import { ask } from '../support/ready-uploads';
import { mappingOf, openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors, bearer, chair } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/*
 * Which rows of a published data set each address returns, by licence and caller. Every row holds a unique number, so
 * the rows in a response can be counted whatever its format.
 */

const licencesOf = { 1: ['SUFL 1.0'], 2: ['CC-BY 4.0'], 3: ['CC-BY-SA 4.0', 'SUFL 1.0'] };
type Nr = keyof typeof licencesOf;
const numbers: Nr[] = [1, 2, 3];

const user = (subject: string): Actor => ({ ...actors.other, subject, email: `${subject}@example.org` });
const answered = user('answered');
const unanswered = user('unanswered');

/** Callers, and the data sets under SUFL 1.0 of which they see all published rows. */
const askers: [name: string, actor: Actor | null, seesAll: Nr[]][] = [
  ['a visitor', null, []],
  ['a user without a download', actors.other, []],
  ['a user who has not answered their download form', unanswered, []],
  ['a user who answered the download form of data set 1', answered, [1]],
  ['a user who answered the form of another data set, and downloaded open ones', user('elsewhere'), [3]],
  ['the contributor', actors.contributor, [1, 3]],
  ['an expert who reviewed data set 1', actors.expert1, []],
  ['an expert who reviewed none', actors.expert3, []],
];

const chairAsker: (typeof askers)[number] = ['a member of the chair', chair, []];

let api: SourceApi;
let web: TestWeb;
const routeValues = {} as Record<Nr, RouteValues>;
/** Download sessions that hold data set 1, keyed by user. */
const sessions = new Map<string, string>();

beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  // The check results are not needed here.
  api.repository.settings.jobWaitMs = 0;
  for (const nr of numbers) await publish(nr);
  await download(answered, [1, 2], true);
  await download(unanswered, [1], false);
  await download(user('elsewhere'), [2], false);
  await download(user('elsewhere'), [3], true);
});
afterAll(async () => {
  await web.close();
  await api.close();
});

/** Unique number of a row, such as 30.001 for the first row of the first data set. */
const mark = (nr: Nr, row: number) => (20 + nr * 10 + row / 1000).toFixed(3);

async function publish(nr: Nr): Promise<void> {
  const { db } = api.repository;
  const csv = (from: number, count: number) =>
    ['sex,grip', ...Array.from({ length: count }, (_, i) => `f,${mark(nr, from + i)}`)].join('\n');
  const tables = [
    { name: 'first', csv: csv(1, firstTable) },
    { name: 'second', csv: csv(firstTable + 1, secondTable) },
  ];
  const metadata = withEntries(completeMetadata(`Fitness ${nr}`), entry(20, licencesOf[nr]));
  const { id, number } = await api.addUpload({ tables, metadata });
  for (const { name } of tables) {
    const body = mappingOf({ sex: 'sex|m/f', grip: 'handgrip|kg' });
    await ask(api, actors.contributor, `/api/mapping/raw/${id}/${name}`, { method: 'POST', body });
  }
  await db.update(uploads).set({ status: 'Accepted', nr }).where(eq(uploads.number, number));
  if (nr === 1) await recordVote(number);
  await publishUpload(api.repository, { upload: number }, new AbortController().signal);
  routeValues[nr] = { nr, upload: id, session: '', fileName: `motothek-${nr}-fitness-${nr}.zip` };
}

async function recordVote(upload: number): Promise<void> {
  const { db, now } = api.repository;
  await recordPerson(db, actors.expert1, now());
  const moments = { startedAt: now(), endedAt: now() };
  const vote = { panel: 1 as const, expert: actors.expert1.subject, rating: 1 as const, note: '', version: 1 };
  await db.insert(votes).values({ upload, ...vote, ...moments });
}

/** Creates a download session and answers its form if `isAnswered`. */
async function download(actor: Actor, chosen: Nr[], isAnswered: boolean): Promise<void> {
  const started = await ask(api, actor, '/api/search/download', { method: 'POST', body: chosen });
  const session = started.headers.get('Location')?.split('/').at(-1) ?? '';
  if (chosen.includes(1)) sessions.set(actor.subject, session);
  if (!isAnswered) return;
  const body = {
    session,
    institution: 'University',
    country: 'Germany',
    purpose: 'Teaching',
    accurate: true,
    licence: true,
  };
  const opened = await ask(api, actor, `/api/search/downloads/${session}`, { method: 'POST', body });
  expect(opened.status).toBe(201);
}

const cookies = new Map<Actor, Promise<string>>();

async function answerOf(route: string, address: string, actor: Actor | null, init: RequestInit = {}) {
  const isWeb = route.startsWith('web ');
  if (!isWeb)
    return api.api.request(address, { ...init, headers: { ...init.headers, ...(actor && (await bearer(actor))) } });
  if (actor && !cookies.has(actor)) cookies.set(actor, web.signIn(actor));
  return web.ask(address, { ...init, cookie: actor ? await cookies.get(actor) : undefined });
}

/** Rows of a data set that a response contains, counted from 1. */
async function rowsIn(response: Response, nr: Nr): Promise<number[]> {
  const text = await textInside(Buffer.from(await response.arrayBuffer()));
  const found = [...text.matchAll(/\b(\d0)\.(\d{3}|\d\d?)\b/g)];
  const own = found.filter(([, whole]) => whole === String(20 + nr * 10));
  const rows = own.map(([, , part = '']) => Number(part.padEnd(3, '0')));
  return [...new Set(rows)].filter((row) => row >= 1 && row <= firstTable + secondTable).sort((a, b) => a - b);
}

const isBusy = ({ status }: Response) => status === 429 || status >= 500;

/** Messages about paths that return other rows than expected. */
async function errorsOf(
  paths: PublishedPath[],
  actor: Actor | null,
  expected: (path: PublishedPath, nr: Nr) => { count: number; last: number },
  init?: RequestInit,
): Promise<string[]> {
  const look = async (path: PublishedPath, nr: Nr) => {
    const address = path.address(routeValues[nr]);
    const response = await answerOf(path.route, address, actor, init);
    const rows = await rowsIn(response, nr);
    const { count, last } = expected(path, nr);
    // Who is refused because too much is asked at once would have no row for another reason.
    const isRight = rows.length === count && (rows.at(-1) ?? 0) <= last && !isBusy(response);
    const told = `${response.status}, ${rows.length} rows up to ${rows.at(-1)}`;
    return isRight ? [] : `${address}: ${told}, not ${count} up to ${last}`;
  };
  const found: (string | never[])[] = [];
  for (const path of paths) found.push(...(await Promise.all(numbers.map((nr) => look(path, nr)))));
  return found.flat();
}

const everyRow = firstTable + secondTable;
const limitedTo = (seesAll: Nr[]) => (path: PublishedPath, nr: Nr) =>
  nr === 2 || seesAll.includes(nr) ? { count: path.rows[0], last: everyRow } : { count: path.rows[1], last: openRows };

describe.each(askers)('%s', (_, actor, seesAll) => {
  test('sees as much published data as the licence allows, on every path', async () => {
    expect(await errorsOf(dataPaths, actor, limitedTo(seesAll))).toEqual([]);
  });

  test('gets only packages of their own sessions with an answered form', async () => {
    for (const [subject, session] of sessions) {
      const mayHaveIt = actor?.subject === subject && actor === answered;
      for (const path of packagePaths) {
        const address = path.address({ ...routeValues[1], session });
        const rows = await rowsIn(await answerOf(path.route, address, actor), 1);
        expect(rows, address).toHaveLength(path.rows[mayHaveIt ? 0 : 1]);
      }
    }
  });

  test('can read the upload only as its contributor', async () => {
    const expected = ({ rows: [all, others] }: PublishedPath) => ({
      count: actor === actors.contributor ? all : others,
      last: everyRow,
    });
    expect(await errorsOf(sourcePaths, actor, expected)).toEqual([]);
  });
});

test.each(askers.filter(([, actor]) => actor !== actors.contributor))(
  '%s finds no row at any other address',
  async (_, actor) => {
    const session = sessions.get(actor?.subject ?? '') ?? sessions.get('answered') ?? '';
    const found = closedPaths
      .filter((route) => /^(GET|web) /.test(route))
      .map(async (route) => {
        const address = fillRoute(route, { ...routeValues[1], session });
        const response = await answerOf(route, address, actor);
        const rows = await rowsIn(response, 1);
        return rows.length === 0 && !isBusy(response) ? [] : `${address}: ${response.status}, rows ${rows.join()}`;
      });
    expect((await Promise.all(found)).flat()).toEqual([]);
  },
);

test('the contributor finds rows at the addresses of their upload that are closed to others', async () => {
  const found: string[] = [];
  for (const route of closedPaths.filter((one) => /^(GET|web) /.test(one))) {
    const address = fillRoute(route, { ...routeValues[1], session: sessions.get('answered') ?? '' });
    if ((await rowsIn(await answerOf(route, address, actors.contributor), 1)).length > 0) found.push(route);
  }
  expect(found).toEqual([
    'GET /api/mapping/:kind/:id/:table/distributions',
    'web /file-upload/data/:id',
    'web /file-upload/rows/:id',
    'web /file-upload/check/:id',
    'web /file-upload/preview/:id',
  ]);
});

test('a range, another format or a HEAD request returns no more rows', async () => {
  const headers = { Range: 'bytes=0-999999', Accept: 'application/octet-stream, */*', 'If-Match': '*' };
  const apiPaths = dataPaths.filter(({ route }) => route.startsWith('GET'));
  expect(await errorsOf(apiPaths, null, limitedTo([]), { headers })).toEqual([]);
  expect(await errorsOf(dataPaths, null, () => ({ count: 0, last: 0 }), { method: 'HEAD' })).toEqual([]);
});

test('a row is counted in whatever file it is', async () => {
  const planted = await plantedFiles(mark(1, 7));
  for (const [name, bytes] of planted) {
    expect(await rowsIn(new Response(new Uint8Array(await zipOf([[name, bytes]]))), 1), name).toEqual([7]);
  }
});

test('every route of API and web app is listed as returning rows or none', () => {
  const named = [...[...dataPaths, ...packagePaths, ...sourcePaths].map(({ route }) => route), ...closedPaths].map(
    shapeOf,
  );
  const registered = [
    ...api.api.routes
      .filter(({ method, path }) => method !== 'ALL' && path !== '/*')
      .map(({ method, path }) => `${method} ${path}`),
    ...webRoutes(routes).map((path) => `web ${path}`),
  ].map(shapeOf);
  expect([...new Set(registered)].filter((route) => !named.includes(route))).toEqual([]);
  expect([...new Set(named)].filter((route) => !registered.includes(route))).toEqual([]);
});

/** Paths to the data of a published data set, of which nothing but the page and its citations is left. */
const isData = ({ route }: PublishedPath) => /^GET .*\/(?:data|quality)\/:nr|:fileName$|\/package\//.test(route);

/**
 * What is left of a withdrawn data set at every address: no row for anybody, and 410 with a code of its own at those that
 * had data. A caller who may not even know of a session or upload gets what they always get.
 */
async function expectNothingLeft(actor: Actor | null): Promise<void> {
  const wrong: string[] = [];
  const look = async (path: PublishedPath, nr: Nr, session: string) => {
    const address = path.address({ ...routeValues[nr], session });
    const response = await answerOf(path.route, address, actor);
    const { status } = response;
    const body = await response.clone().text();
    const rows = await rowsIn(response, nr);
    if (rows.length > 0 || isBusy(response)) wrong.push(`${address}: ${status}, rows ${rows.join()}`);
    const isTold = status === 410 && (path.route.startsWith('web') || body.includes('"data-set-withdrawn"'));
    const isDenied = [302, 401, 403, 404].includes(status) && !path.route.includes('/search/data/');
    if (isData(path) && !isTold && !isDenied) wrong.push(`${address}: ${status}`);
  };
  const own = sessions.get(actor?.subject ?? '') ?? sessions.get('answered') ?? '';
  const others = closedPaths.filter((route) => /^(GET|web) /.test(route));
  const all = [
    ...[...dataPaths, ...packagePaths, ...sourcePaths],
    ...others.map((route): PublishedPath => ({ route, address: (values) => fillRoute(route, values), rows: [0, 0] })),
  ];
  // One after the other, because some addresses are those of all three, and answer one call of an account at a time.
  for (const path of all) for (const nr of numbers) await look(path, nr, own);
  expect(wrong).toEqual([]);
}

describe.each(['withdrawn', 'removed'] as const)('of what is %s', (state) => {
  beforeAll(async () => {
    for (const nr of numbers) {
      const act = state === 'withdrawn' ? 'withdrawal' : 'removal';
      const address = `/api/editorial/${routeValues[nr].upload}/${act}`;
      const body = { decision: 'withdraw', reason: 'The consent was taken back.' };
      expect((await ask(api, chair, address, { method: 'POST', body })).status).toBe(200);
      if (state === 'withdrawn') continue;
      const own = `/api/fileupload/${routeValues[nr].upload}/removal/confirmation`;
      expect((await ask(api, actors.contributor, own, { method: 'POST' })).status).toBe(200);
    }
  });

  test.each([...askers, chairAsker])('%s gets not one row', async (_, actor) => {
    await expectNothingLeft(actor);
  });

  test('a range, another format or a HEAD request is refused as well', async () => {
    const headers = { Range: 'bytes=0-999999', Accept: 'application/octet-stream, */*', 'If-Match': '*' };
    const none = () => ({ count: 0, last: 0 });
    expect(await errorsOf([...dataPaths, ...sourcePaths], actors.contributor, none, { headers })).toEqual([]);
    expect(await errorsOf(dataPaths, answered, none, { method: 'HEAD' })).toEqual([]);
  });
});

function webRoutes(list: readonly RouteConfigEntry[], parent = ''): string[] {
  return list.flatMap(({ path, children }) => {
    const address = path ? `${parent}/${path}` : parent;
    return [address || '/', ...webRoutes(children ?? [], address)];
  });
}
