import { afterAll, beforeAll, expect, test } from 'vitest';

import { mainOf, textOf } from '../support/main-of-page';
import { actors, createTestApi, serveTestApi, type TestApi } from '../support/test-api';
import { createTestWeb, type TestWeb } from '../support/test-web';

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
