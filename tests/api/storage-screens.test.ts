import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

import { openWebStore } from '../../app/store/open-web-store';
import { actors, bearer, createTestApi, person, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { uploadForm } from '../support/upload-calls';

let api: TestApi;
/** The web app's own connections. */
let pool: pg.Pool;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  pool = new pg.Pool({ ...api.connection, max: 2 });
  web = await createTestWeb({ ...api, pool });
});
afterEach(() => {
  vi.restoreAllMocks();
  api.serverErrors.length = 0;
  web.serverErrors.length = 0;
});
afterAll(async () => {
  web?.close();
  await pool?.end();
  await api?.close();
});

const content = (bytes: number) => `a,b\n${'1,2\n'.repeat(bytes / 4)}`;
const send = (cookie: string, bytes: number) =>
  web.ask('/file-upload/receive/raw', {
    method: 'POST',
    body: uploadForm([{ name: 'grip.csv', content: content(bytes) }]),
    cookie,
  });
const countOf = (text: string, html: string) => html.split(text).length - 1;

const words = {
  en: {
    line: 'Your space: 0 of 5 kB used.',
    after: 'Your space: 3.2 of 5 kB used.',
    refusal: 'There is no room for grip.csv: You have used 3.2 kB of the 5 kB in your account.',
    full: 'We have no space left to store this. Contact support.',
    title: 'There is no space left',
    serverFull: 'Nothing can be uploaded at the moment: the server has no space left.',
    notStored: 'What you sent could not be saved.',
    unknown: 'We could not confirm that this form was saved.',
    codes: 'Codes for missing values',
  },
  de: {
    line: 'Ihr Speicherplatz: 0 von 5 kB belegt.',
    after: 'Ihr Speicherplatz: 3,2 von 5 kB belegt.',
    refusal: 'Für grip.csv ist kein Platz mehr: 3,2 kB von 5 kB Ihres Kontos sind belegt.',
    full: 'Es ist kein Speicherplatz mehr vorhanden. Wenden Sie sich an den Support.',
    title: 'Es ist kein Speicherplatz mehr frei',
    serverFull: 'Zurzeit kann nichts hochgeladen werden: Auf dem Server ist kein Speicherplatz mehr frei.',
    notStored: 'Ihre letzte Eingabe konnte nicht gespeichert werden.',
    unknown: 'Wir konnten nicht feststellen, ob dieses Formular gespeichert wurde.',
    codes: 'Codes für fehlende Werte',
  },
} as const;
const languages = ['en', 'de'] as const;
const plain = (html: string) => html.replaceAll('\u00a0', ' ').replaceAll('<!-- -->', '');

test.each(languages)(
  'the upload screen shows the space used, and says twice that a file finds none, in %s',
  async (language) => {
    const said = words[language];
    const storage = { accountBytes: 5000, totalBytes: null, reserveBytes: 0 };
    Object.assign(api.repository.settings, { storage });
    const cookie = await web.signIn(person(`saver-${language}`, 'Sina Saver', []), language);
    const shown = async () => plain(await (await web.ask('/file-upload', { cookie })).text());
    expect(await shown()).toContain(said.line);
    // The two files differ by language, because a file of another user is refused as identical.
    const first = `${language}\n${'1\n'.repeat(1599)}`.slice(0, 3200);
    const body = uploadForm([{ name: 'first.csv', content: first }]);
    const taken = await web.ask('/file-upload/receive/raw', { method: 'POST', body, cookie });
    expect(taken.status).toBe(303);
    expect(await shown()).toContain(said.after);
    const id = taken.headers.get('Location')?.split('/').at(-1) ?? '';
    for (const page of [`/file-upload/documents/${id}`, `/file-upload/correct/${id}`]) {
      expect(plain(await (await web.ask(page, { cookie })).text())).toContain(said.after);
    }

    const refused = await send(cookie, 4000);
    expect(refused.status).toBe(507);
    // In the summary, at the field and in the list of files.
    expect(countOf(said.refusal, plain(await refused.text()))).toBe(3);

    Object.assign(api.repository.settings, { storage: { ...storage, reserveBytes: 2e12 } });
    expect(await shown()).toContain(said.serverFull);
    const below = await send(cookie, 400);
    expect(below.status).toBe(507);
    expect(countOf(said.full, plain(await below.text()))).toBe(3);
    // Everything else works: signing in stores a session.
    const again = await web.signIn(person(`saver-${language}`, 'Sina Saver', []), language);
    expect((await web.ask('/file-upload', { cookie: again })).status).toBe(200);
  },
);

test('below half of the reserve only drafts are refused: saves, sends and orders about a form go on', async () => {
  const store = await openWebStore(pool, ['a secret of the tests'], undefined, () => Promise.resolve(true));
  const low = await createTestWeb({ ...api, pool }, undefined, { draftsOf: store.draftsOf });
  const cookie = await low.signIn(actors.expert1);
  const post = (path: string, fields: Record<string, string>, headers = {}) =>
    low.ask(path, { method: 'POST', body: new URLSearchParams(fields), cookie, headers });
  const institution = 'An institute of some length';
  const profile = '/editorial-board/profile';

  const draft = await post(profile, { intent: 'draft', institution });
  expect(draft.status).toBe(507);
  expect(await draft.text()).toContain(institution);
  expect((await post('/drafts/board?object=profile', { institution })).status).toBe(507);

  const reversed = { awayFrom: '2027-02-02', awayUntil: '2027-02-01' };
  const refused = await post(profile, { intent: 'save', institution, ...reversed });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(institution);
  expect((await post(profile, { intent: 'save', institution })).status).toBe(303);
  expect(await (await low.ask(profile, { cookie })).text()).toContain(`value="${institution}"`);
  const token = { scopes: 'read', label: 'A script of mine', until: '2027-01-31' };
  expect((await post('/access-tokens', token)).status).toBe(303);
  store.close();
  low.close();
});

/** The database takes nothing more: PostgreSQL's disk_full. */
function fillDatabase(...pools: pg.Pool[]): void {
  for (const each of pools) {
    const fail = () => Promise.reject(Object.assign(new Error('could not extend file'), { code: '53100' }));
    vi.spyOn(each, 'query').mockImplementation(fail);
    vi.spyOn(each, 'connect').mockImplementation(fail);
  }
}

test.each(languages)('a form that a full database cannot store is shown again with 507, in %s', async (language) => {
  const cookie = await web.signIn(actors.contributor, language);
  fillDatabase(api.pool, pool);
  const body = new URLSearchParams({ title: 'Kraft', note: 'first line' });
  const answer = await web.ask('/file-upload/meta/1r', { method: 'POST', body, cookie });
  expect(answer.status).toBe(507);
  const html = await answer.text();
  expect(html).toContain(`<h1>${words[language].title}</h1>`);
  expect(html).toContain('<input type="hidden" name="note" value="first line"/>');
  expect(html).toContain(words[language].notStored);
  expect(html).not.toContain(words[language].unknown);
});

test.each(languages)('a mapping that it cannot store is shown in words, in %s', async (language) => {
  const cookie = await web.signIn(actors.contributor, language);
  fillDatabase(api.pool, pool);
  const body = new URLSearchParams([
    ['source', 'Alter'],
    ['target', 'age|y'],
    ['source', 'Name'],
    ['target', ''],
    ['suggested', 'Alter'],
    ['missingCodes', '-9'],
  ]);
  const answer = await web.ask('/file-upload/data/1r', { method: 'POST', body, cookie });
  const html = await answer.text();
  expect(html).toContain('<dt>Alter</dt><dd lang="">age (y)</dd>');
  expect(html).toContain(`<dt>${words[language].codes}</dt><dd lang="">-9</dd>`);
  for (const name of ['suggested', 'source', 'target']) expect(html).not.toContain(`<dt>${name}</dt>`);
});

test('so is a page if only the database of the repository is full, and the API says why', async () => {
  const cookie = await web.signIn(actors.contributor);
  fillDatabase(api.pool);
  const page = await web.ask('/file-upload', { cookie });
  expect(page.status).toBe(507);
  expect(await page.text()).toContain(`<h1>${words.en.title}</h1>`);
  const answer = await api.api.request('/api/fileupload/user', { headers: await bearer(actors.contributor) });
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([507, 'application/problem+json']);
  expect(await answer.json()).toMatchObject({ code: 'storage-full', title: words.en.full });
});
