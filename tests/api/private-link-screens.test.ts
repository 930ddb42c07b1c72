import { afterAll, beforeAll, expect, test } from 'vitest';

import type { MadePrivateLink, PrivateLinks } from '@domain/life/private-links';

import { entry } from '../fixtures/complete-metadata';
import { acceptUpload, handleLifeJobs, type PublishedUpload } from '../support/published-uploads';
import { ask } from '../support/ready-uploads';
import { openSourceApi, type SourceApi } from '../support/source-uploads';
import { actors } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: SourceApi;
let web: TestWeb;
let upload: PublishedUpload;
let link = '';
beforeAll(async () => {
  api = await openSourceApi();
  web = await createTestWeb(api);
  handleLifeJobs(api);
  const year = new Date().getFullYear() + 1;
  upload = await acceptUpload(api, {
    nr: 1,
    title: 'Held back',
    metadata: [entry(29, [`---${year}-12-31`]), entry(2.1, ['Noch nicht öffentlich'], [0]), entry(5.1, ['en'], [0])],
  });
  const body = { label: 'Reviewer 2', until: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10) };
  const made = await ask(api, actors.contributor, `/api/fileupload/${upload.id}/private-links`, {
    method: 'POST',
    body,
  });
  link = `/private-link/${((await made.json()) as MadePrivateLink).address.split('/').at(-1)}`;
});
afterAll(async () => {
  await web.close();
  await api.close();
});

const uses = async () =>
  ((await (await ask(api, actors.contributor, `/api/fileupload/${upload.id}/private-links`)).json()) as PrivateLinks)
    .links[0]?.uses;

test('a private link is read without an account, kept by nobody and listed nowhere', async () => {
  const page = await web.ask(link);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Held back');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).not.toMatch(/<script type="module"|Reviewer 2|grips/);
  expect(page.headers.get('Cache-Control')).toBe('private, no-store');
  expect(page.headers.get('X-Robots-Tag')).toContain('noindex');
  // A stricter policy would take the Origin from the form of the language.
  expect(page.headers.get('Referrer-Policy')).toBe('same-origin');
});

test.each([
  ['', 'en', '<h1><span lang="en">Held back</span></h1><p class="other-title"><span lang="de">Noch nicht öffentlich<'],
  ['', 'de', '<h1><span lang="de">Noch nicht öffentlich</span></h1><p class="other-title"><span lang="en">Held back<'],
  [
    '/rows',
    'de',
    '<p><span lang="de">Noch nicht öffentlich</span></p><p class="other-title"><span lang="en">Held back<',
  ],
])(
  'the page%s of a link has both titles, the one in the reader’s language first: %s',
  async (page, language, titles) => {
    const response = await web.ask(`${link}${page}`, { cookie: `language=${language.toUpperCase()}-X` });
    expect(await response.text()).toContain(titles);
  },
);

/** Ids of the fields to which links of the summary lead, and of those with an error. */
function fieldsWithErrors(html: string) {
  const ids = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, id]) => id);
  return [ids(/<a href="#(label|until|reason)">/g), ids(/id="(label|until|reason)-error"/g)];
}

test('every wrong entry of a form that chooses a day is told at once', async () => {
  const owner = await web.signIn(actors.contributor);
  const body = new URLSearchParams({ label: ' ', until: '2020-01-01' });
  const ofLink = await web.ask(`/file-upload/private-links/${upload.id}`, { method: 'POST', body, cookie: owner });
  expect([ofLink.status, ...fieldsWithErrors(await ofLink.text())]).toEqual([
    400,
    ['label', 'until'],
    ['label', 'until'],
  ]);
  const chair = await web.signIn({ ...actors.expert1, subject: 'chair', roles: ['Chair'] });
  const longer = new URLSearchParams({ until: '2020-01-01', reason: 'x' });
  const ofEmbargo = await web.ask(`/editorial-board/embargo/${upload.id}`, {
    method: 'POST',
    body: longer,
    cookie: chair,
  });
  expect([ofEmbargo.status, ...fieldsWithErrors(await ofEmbargo.text())]).toEqual([
    400,
    ['until', 'reason'],
    ['until', 'reason'],
  ]);
});

test('each visit of the page counts once, also if it is prefetched; rows and files do not', async () => {
  const before = (await uses()) ?? 0;
  await web.ask(`${link}/rows`);
  const file = await web.ask(`${link}/files/data.csv`);
  expect(await file.text()).toContain('f,20.5');
  expect(file.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await uses()).toBe(Math.max(before, 1));
  await web.ask(link);
  await web.ask(link, { headers: { 'Sec-Purpose': 'prefetch' } });
  expect(await uses()).toBe(Math.max(before, 1) + 2);
});

test('a link that is not valid tells what to do and nothing of the data, in both languages', async () => {
  const unknown = `/private-link/${'A'.repeat(43)}`;
  for (const [language, text] of [
    ['EN-GB', 'This link is not valid'],
    ['DE-DE', 'Dieser Link ist nicht gültig'],
  ]) {
    for (const path of [unknown, `${unknown}/rows`]) {
      const answer = await web.ask(path, { cookie: `language=${language}` });
      expect(answer.status).toBe(410);
      expect(await answer.text()).toContain(text);
    }
  }
  expect((await web.ask(`${unknown}/files/data.csv`)).status).toBe(410);
});

test('private links and embargo of an upload are screens of its contributor alone', async () => {
  const cookie = await web.signIn(actors.other);
  for (const screen of ['private-links', 'embargo']) {
    expect((await web.ask(`/file-upload/${screen}/${upload.id}`, { cookie })).status).toBe(404);
  }
  const expert = await web.signIn(actors.expert1);
  expect((await web.ask(`/editorial-board/embargo/${upload.id}`, { cookie: expert })).status).toBe(403);
});

test.each([
  ['an access token', () => '/access-tokens', { scopes: 'read' }],
  ['a private link', () => `/file-upload/private-links/${upload.id}`, {}],
])('the page that shows %s only once has no buttons that would lose it', async (_, address, more) => {
  const cookie = await web.signIn(actors.contributor);
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = new URLSearchParams({ label: 'Shown once', until, intent: 'save', ...more });
  const made = await web.ask(address(), { cookie, method: 'POST', body });
  expect(made.status).toBe(303);
  const flash = made.headers.getSetCookie().map((line) => `; ${line.split(';')[0]}`);
  const shown = await (await web.ask(address(), { cookie: cookie + flash.join('') })).text();
  expect(shown).toContain('Copy it now, because it is shown only once');
  expect(shown).not.toContain('name="language"');
  expect(await (await web.ask(address(), { cookie })).text()).toContain('name="language"');
});

test('to publish today is confirmed first, and no day of the hint is today', async () => {
  const cookie = await web.signIn(actors.contributor);
  const page = `/file-upload/embargo/${upload.id}`;
  const shown = await (await web.ask(page, { cookie })).text();
  const today = /name="until"[^>]*min="([^"]+)"/.exec(shown)?.[1] ?? /min="([^"]+)"/.exec(shown)?.[1] ?? '';
  expect(today).toMatch(/^\d{4}-/);
  expect(shown).not.toContain(`for example ${today}`);
  const send = (more: Record<string, string>) =>
    web.ask(page, { cookie, method: 'POST', body: new URLSearchParams({ until: today, intent: 'save', ...more }) });
  const asked = await send({});
  expect(asked.status).toBe(400);
  const question = await asked.text();
  expect(question).toContain('href="#publishNow"');
  expect(question.split('You chose today').length).toBeGreaterThanOrEqual(3);
  const opened = /name="opened" value="([^"]+)"/.exec(question)?.[1] ?? '';
  expect((await send({ opened, publishNow: 'on' })).status).toBe(303);
});
