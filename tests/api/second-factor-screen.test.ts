import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainOf, textOf } from '../support/main-of-page';
import { actors, createTestApi, serveTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';
import { voteFields, votePage, voteScreens } from '../support/vote-screens';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(serveTestApi(api, undefined, ['Experts']));
});
afterAll(async () => {
  web?.close();
  await api?.close();
});

test.each([
  ['en', 'Your role requires two-step login.', 'Log in with two steps'],
  ['de', 'Ihre Rolle verlangt die Anmeldung in zwei Schritten.', 'In zwei Schritten anmelden'],
] as const)('an expert without a second factor is told the way to the board (%s)', async (language, told, way) => {
  const cookie = await web.signIn(actors.expert1, language);
  const page = await web.ask('/editorial-board?page=2', { cookie });
  const html = await page.text();
  expect(page.status).toBe(403);
  expect(html).toContain(told);
  const address = encodeURIComponent('/editorial-board?page=2');
  expect(html).toContain(`href="/authentication/login?again=yes&amp;returnUrl=${address}">${way}</a>`);
  expect(textOf(mainOf(html), ' ')).not.toContain('false');
  expect((await web.ask('/', { cookie })).status).toBe(200);
});

test.each([
  ['en', 'Your role requires two-step login. Log in again with two steps'],
  ['de', 'Ihre Rolle verlangt die Anmeldung in zwei Schritten. Melden Sie sich noch einmal'],
] as const)('a token with which a script could review is refused at its field (%s)', async (language, told) => {
  const cookie = await web.signIn(actors.expert1, language);
  const until = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
  const body = new URLSearchParams({ label: 'Votes', until, scopes: 'review', intent: 'save' });
  const refused = await (await web.ask('/access-tokens', { cookie, method: 'POST', body })).text();
  expect(refused).toContain(`<a href="#scopes">${told}`);
});

test.each([
  ['en', 'A note.', 'Log in with two steps', 'What you wrote is kept as a draft.'],
  ['de', 'Eine Notiz.', 'In zwei Schritten anmelden', 'ist als Entwurf gespeichert.'],
] as const)('the vote page leads on, too, and says that the vote is kept (%s)', async (language, note, way, kept) => {
  const { read, post } = voteScreens(web, api);
  const id = language === 'en' ? '1r' : '2r';
  const opened = await read(actors.expert1, votePage(id), language);
  expect([opened.status, opened.text]).toEqual([403, expect.stringContaining(way)]);
  expect(opened.text).not.toContain(kept);
  const sent = await post(actors.expert1, votePage(id), voteFields(actors.expert1, { note }), language);
  expect([sent.status, sent.text]).toEqual([403, expect.stringContaining(way)]);
  expect(sent.text).toContain(kept);
});
