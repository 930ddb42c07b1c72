import { afterAll, beforeAll, expect, test } from 'vitest';

import { ProblemDetailsSchema } from '@domain/api/problem-details';
import { licences } from '@domain/licences';

import { publishForTest } from '../support/published-data-sets';
import { actors, createTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

/*
 * What the web app answers where a file is refused: its own page to browsers, problem details to programs, and the
 * sign-in to whoever is not signed in.
 */

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const closedFile = '/data-set/2/files/data.csv?lang=de';
let api: TestApi;
let web: TestWeb;
let cookie: string;

beforeAll(async () => {
  api = await createTestApi();
  await publishForTest(api.repository, {
    nr: 2,
    title: 'Grip',
    owner: 'somebody',
    rights: [licences[2]],
    tables: [{ name: 'data', select: 'select 1 as a', columns: [{ key: 'handgrip', unit: 'kg', source: 'a' }] }],
  });
  web = await createTestWeb(api);
  cookie = await web.signIn(actors.other, 'de');
});
afterAll(async () => {
  await web?.close();
  await api?.close();
});

const ask = (path: string, Accept: string, signedIn: string | undefined = cookie) =>
  web.ask(path, { headers: { Accept }, cookie: signedIn });

test('whoever is not signed in is led to the sign-in, and back to the file', async () => {
  for (const accept of [browser, '*/*']) {
    const { status, headers } = await ask(closedFile, accept, '');
    expect(status).toBe(302);
    expect(headers.get('Location')).toBe(`/authentication/login?returnUrl=${encodeURIComponent(closedFile)}`);
  }
});

test.each([
  ['a file under SUFL 1.0 without the form', closedFile, 403, 'Füllen Sie zuerst das Downloadformular aus.'],
  ['a file that does not exist', '/data-set/9/files/data.csv', 404, 'Nicht gefunden'],
  ['the file of nobody’s upload', '/file-upload/original/999r', 404, 'Nicht gefunden'],
  ['the problems of nobody’s upload', '/file-upload/problems/x', 404, 'Nicht gefunden'],
  ['a file of the editorial board', '/editorial-board/original/1r', 403, '403'],
  ['a package that does not exist', '/my-downloads/x/all/motothek.zip', 404, 'Nicht gefunden'],
])('a browser that asks for %s gets a page', async (_, path, status, text) => {
  const answer = await ask(path, browser);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'text/html; charset=utf-8']);
  expect(answer.headers.get('Vary')).toMatch(/Accept,/);
  const html = await answer.text();
  expect(html).toContain('<html lang="de">');
  if (text !== '403') expect(html).toContain(text);
  expect(web.serverErrors).toEqual([]);
});

test.each([
  [closedFile, 403, 'licence-form-open'],
  ['/data-set/9/files/data.csv', 404, 'not-found'],
  ['/file-upload/original/999r', 404, 'not-found'],
  ['/my-downloads/x/all/motothek.zip', 404, 'not-found'],
])('a program that asks for %s gets problem details', async (path, status, code) => {
  for (const accept of ['*/*', 'text/csv', 'application/json']) {
    const answer = await ask(path, accept);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'application/problem+json']);
    expect(answer.headers.get('Vary')).toMatch(/Accept,/);
    expect(ProblemDetailsSchema.parse(await answer.json())).toMatchObject({ code, status });
  }
});
