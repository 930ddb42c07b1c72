import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { MadePrivateLink } from '@domain/life/private-links';

import type { Actor } from '../../services/repository/context/context';
import { entry } from '../fixtures/complete-metadata';
import { acceptUpload, handleLifeJobs, type PublishedUpload, withdrawNow } from '../support/published-uploads';
import {
  closedPaths,
  dataPaths,
  fillRoute,
  packagePaths,
  type RouteValues,
  sourcePaths,
} from '../support/published-paths';
import { plantedFiles, zipOf } from '../support/planted-files';
import { textInside } from '../support/read-inside';
import { ask } from '../support/ready-uploads';
import { openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors, bearer, chair } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/*
 * Who gets data that is under embargo, at every address: its contributor at those of their upload, and whoever has its
 * private link at that. The rows have grips from 20.5 to 23.5.
 */

const user = (subject: string): Actor => ({ ...actors.other, subject, email: `${subject}@example.org` });

const askers: [name: string, actor: Actor | null][] = [
  ['a visitor', null],
  ['a user', actors.other],
  ['another user', user('elsewhere')],
  ['the contributor', actors.contributor],
  ['an expert', actors.expert1],
  ['another expert', actors.expert2],
  ['a third expert', actors.expert3],
  ['a member of the chair', chair],
  ['somebody with a private link of another data set', user('linked')],
];

let api: SourceApi;
let web: TestWeb;
let upload: PublishedUpload;
let other: PublishedUpload;
let values: RouteValues;
const links = new Map<PublishedUpload, string>();
const cookies = new Map<Actor, Promise<string>>();

beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  handleLifeJobs(api);
  const year = new Date().getFullYear() + 1;
  const metadata = [entry(29, [`---${year}-12-31`])];
  upload = await acceptUpload(api, { nr: 1, title: 'Held back', metadata });
  other = await acceptUpload(api, { nr: 2, title: 'Also held back', metadata });
  values = { nr: 1, upload: upload.id, session: '11111111-2222-4333-8444-555555555555', fileName: 'data.csv' };
  for (const one of [upload, other]) {
    const body = { label: 'Reviewer 2', until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) };
    const made = await ask(api, actors.contributor, `/api/fileupload/${one.id}/private-links`, {
      method: 'POST',
      body,
    });
    links.set(one, ((await made.json()) as MadePrivateLink).address.split('/').at(-1)!);
  }
});
afterAll(async () => {
  await web.close();
  await api.close();
});

async function textOf(route: string, address: string, actor: Actor | null): Promise<string> {
  return textInside(Buffer.from(await (await request(route, address, actor)).arrayBuffer()));
}

async function request(route: string, address: string, actor: Actor | null): Promise<Response> {
  if (!route.startsWith('web ')) return api.api.request(address, { headers: actor ? await bearer(actor) : {} });
  if (actor && !cookies.has(actor)) cookies.set(actor, web.signIn(actor));
  return web.ask(address, { cookie: actor ? await cookies.get(actor) : undefined });
}

const grips = /\b2[0-3]\.5\b/;

/** Routes that can be read, with the addresses that they have for a data set. */
function readable(values: RouteValues): [route: string, address: string][] {
  const described = [...dataPaths, ...packagePaths, ...sourcePaths].map(({ route, address }) => [
    route,
    address(values),
  ]);
  const others = closedPaths.map((route) => [route, fillRoute(route, values)]);
  // Sample files and the examples of the API's description have rows of their own.
  const isAsked = (route: string) => /^(GET|web) /.test(route) && !/samples|help-files|openapi|api\/docs/.test(route);
  // The data set has one table.
  const named = (address: string) => address.replace('table-2-second', 'data').replaceAll('second', 'grips');
  return ([...described, ...others] as [string, string][])
    .filter(([route]) => isAsked(route))
    .map(([route, address]) => [route, named(address)]);
}

/** Routes at which somebody gets a row. */
async function given(actor: Actor | null, of = values): Promise<string[]> {
  const found = new Set<string>();
  for (const [route, address] of readable(of)) {
    if (grips.test(await textOf(route, address, actor))) found.add(route);
  }
  return [...found];
}

/** Where contributors read their own rows, whether they are published or not. */
const ofOwnUpload = [
  'GET /api/fileupload/:id',
  'GET /api/fileupload/:id/rows',
  'GET /api/fileupload/:id/published',
  'GET /api/mapping/:kind/:id/:table/distributions',
  'web /file-upload/data/:id',
  'web /file-upload/rows/:id',
  'web /file-upload/check/:id',
  'web /file-upload/preview/:id',
];

describe.each(askers)('%s', (_, actor) => {
  test('gets no row of data under embargo, except the contributor of their own upload', async () => {
    const routes = await given(actor);
    expect(routes).toEqual(actor === actors.contributor ? ofOwnUpload : []);
  });

  test('gets the rows of the link that they have, and of no other', async () => {
    const own = links.get(other)!;
    expect(await textOf('GET', `/api/private-links/${own}/rows`, actor)).toMatch(grips);
    expect(await textOf('web ', `/private-link/${own}/rows`, actor)).toMatch(grips);
    const guessed = own.replace(/.$/, (end) => (end === 'A' ? 'B' : 'A'));
    for (const part of ['', '/rows', '/files/data.csv']) {
      expect((await request('GET', `/api/private-links/${guessed}${part}`, actor)).status).toBe(410);
      expect((await request('web ', `/private-link/${guessed}${part}`, actor)).status).toBe(410);
    }
  });
});

test('the same addresses give everybody the rows of a data set without embargo', async () => {
  const { id } = await acceptUpload(api, { nr: 3, title: 'Open' });
  expect(await given(null, { ...values, nr: 3, upload: id })).toEqual([
    'GET /api/search/data/:nr',
    'GET /api/search/data/:nr/rows',
    'web /',
    'GET /api/search/data/:nr/files/:fileName',
    'web /data-set/:nr/files/:fileName',
    'GET /api/search/data/:nr/package',
    'GET /api/pool',
    'GET /api/pool/package',
    'web /compare/pool/file',
    'web /:id',
    'web /data-set/:nr',
  ]);
});

test('the search finds a row in whatever file of a package it is', async () => {
  for (const [name, bytes] of await plantedFiles('20.5')) {
    expect(await textInside(await zipOf([[name, bytes]])), name).toMatch(grips);
  }
});

test('once it is withdrawn, nobody gets a row, with or without a link', async () => {
  await withdrawNow(api, upload);
  const link = links.get(upload)!;
  for (const [, actor] of askers) {
    expect(await given(actor)).toEqual([]);
    for (const part of ['', '/rows', '/files/data.csv', '/files/notice.txt']) {
      expect((await request('GET', `/api/private-links/${link}${part}`, actor)).status).toBe(410);
      expect((await request('web ', `/private-link/${link}${part}`, actor)).status).toBe(410);
    }
  }
});
