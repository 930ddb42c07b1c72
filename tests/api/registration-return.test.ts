import { afterAll, beforeAll, expect, test } from 'vitest';

import { createTestApi, type TestApi } from '../support/test-api';
import { testBrowser } from '../support/test-browser';
import { createTestWeb, type TestWeb } from '../support/test-web';

let api: TestApi;
let web: TestWeb;
beforeAll(async () => {
  api = await createTestApi();
  web = await createTestWeb(api);
});
afterAll(async () => {
  expect([...api.serverErrors, ...web.serverErrors]).toEqual([]);
  web?.close();
  await api?.close();
});

/** Where the registration continues: the login that follows it, as the provider is told. */
async function continuesAt(address: string): Promise<string | null> {
  const answer = await testBrowser(web).ask(address);
  const to = new URL(answer.headers.get('Location') ?? '');
  expect([answer.status, to.pathname]).toEqual([302, '/register']);
  const next = new URL(to.searchParams.get('returnUrl') ?? '');
  expect(next.pathname).toBe('/authentication/login');
  return next.searchParams.get('returnUrl');
}

test('‘Register’ in the header continues on the page where it was pressed, as ‘Login’ does', async () => {
  const { page } = await testBrowser(web).open('/info/terms?part=1');
  const address = /<a href="([^"]*)">Register</.exec(page)?.[1] ?? 'none';
  expect(await continuesAt(address)).toBe('/info/terms?part=1');
});

test('it continues on the start page from there, and for an address of another site', async () => {
  expect(await continuesAt('/authentication/register')).toBeNull();
  expect(
    await continuesAt(`/authentication/register?returnUrl=${encodeURIComponent('https://evil.example/')}`),
  ).toBeNull();
});
