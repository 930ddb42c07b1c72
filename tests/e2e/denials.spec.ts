import { expect, request, test, type APIRequestContext } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { uploadRaw } from './support/contributor';
import { accounts, newVisitor, origin, ownServer, signIn } from './support/journey';
import { registerByMail } from './support/registration';
import { words } from './support/words';

/** Outcome of a request: a status, 'login' for a redirect to sign-in, or 'in'. */
type Outcome = 'login' | 'in' | 403 | 404;

/**
 * Every protected page with the outcomes for a visitor, the owner, another user and an expert. `:id` is the owner's
 * upload.
 */
const pages: [path: string, nobody: Outcome, owner: Outcome, other: Outcome, expert: Outcome][] = [
  ['/file-upload', 'login', 'in', 'in', 'in'],
  ['/file-upload/data/:id', 'login', 'in', 404, 404],
  ['/file-upload/check/:id', 'login', 'in', 404, 404],
  ['/file-upload/preview/:id', 'login', 'in', 404, 404],
  ['/file-upload/correct/:id', 'login', 'in', 404, 404],
  ['/file-upload/meta/:id', 'login', 'in', 404, 404],
  ['/file-upload/submit/:id', 'login', 'in', 404, 404],
  ['/file-upload/withdraw/:id', 'login', 'in', 404, 404],
  ['/file-upload/revise/:id', 'login', 'in', 404, 404],
  ['/file-upload/new-version/:id', 'login', 'in', 404, 404],
  ['/file-upload/delete/:id', 'login', 'in', 404, 404],
  ['/file-upload/original/:id', 'login', 'in', 404, 404],
  ['/file-upload/problems/:id', 'login', 'in', 404, 404],
  ['/my-downloads', 'login', 'in', 'in', 'in'],
  ['/saved-searches', 'login', 'in', 'in', 'in'],
  ['/my-downloads/11111111-2222-4333-8444-555555555555/all/x.zip', 'login', 404, 404, 404],
  ['/file-download/11111111-2222-4333-8444-555555555555', 'login', 404, 404, 404],
  ['/editorial-board', 'login', 403, 403, 'in'],
  ['/editorial-board/figures', 'login', 403, 403, 'in'],
  ['/editorial-board/figures-file', 'login', 403, 403, 'in'],
  ['/editorial-board/data/:id', 'login', 403, 403, 404],
  ['/editorial-board/check/:id', 'login', 403, 403, 404],
  ['/editorial-board/preview/:id', 'login', 403, 403, 404],
  ['/editorial-board/meta/:id', 'login', 403, 403, 404],
  ['/editorial-board/vote/:id', 'login', 403, 403, 404],
  ['/editorial-board/original/:id', 'login', 403, 403, 404],
  ['/editorial-board/problems/:id', 'login', 403, 403, 404],
];

async function outcomeOf(client: APIRequestContext, path: string, method: 'get' | 'post'): Promise<string> {
  const response = await client[method](path, {
    maxRedirects: 0,
    ...(method === 'post' ? { form: { intent: 'save' }, headers: { Origin: origin() } } : {}),
  });
  const location = response.headers().location ?? '';
  if (location.startsWith('/authentication/login')) return 'login';
  // 405: the page accepts no form.
  if ([401, 403, 404, 405].includes(response.status())) return String(response.status());
  return response.status() < 500 ? 'in' : `${response.status()}`;
}

test('every protected page responds to visitor, owner, other user and expert as the table says', async ({ browser }, {
  project,
}) => {
  test.skip(project.name === 'js', 'statuses do not depend on script');
  const owner = await newVisitor(browser, 'en', false);
  await signIn(owner, 'en', accounts.contributor);
  const buffer = gripStudyCsv(31, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(owner, 'en', { name: 'denials.csv', mimeType: 'text/csv', buffer });

  const other = await newVisitor(browser, 'en', false);
  await other.goto('/authentication/register');
  await registerByMail(other, 'en', `other-${Date.now()}@example.org`, ownServer().dataDir);
  await other.getByRole('button', { name: words.en.confirm, exact: true }).click();
  await expect(other.getByRole('link', { name: 'Hello Another User' })).toBeVisible();

  const expert = await newVisitor(browser, 'en', false);
  await signIn(expert, 'en', accounts.expert1);
  const nobody = await request.newContext({ baseURL: origin() });

  const clients = [nobody, owner.request, other.request, expert.request];
  const wrong: string[] = [];
  for (const [path, ...expected] of pages) {
    const address = path.replace(':id', id);
    for (const [index, client] of clients.entries()) {
      const outcome = await outcomeOf(client, address, 'get');
      if (outcome !== String(expected[index]))
        wrong.push(`GET ${path} as ${index}: ${outcome}, not ${expected[index]}`);
    }
    // A post without a session must never have an effect, whatever the response is.
    const posted = await outcomeOf(nobody, address, 'post');
    if (!['login', '401', '403', '404', '405'].includes(posted)) wrong.push(`POST ${path} as nobody: ${posted}`);
  }
  expect(wrong).toEqual([]);
  for (const page of [owner, other, expert]) await page.context().close();
  await nobody.dispose();
});

test('a callback that belongs to no sign-in leads to a page that says so', async () => {
  const client = await request.newContext({ baseURL: origin() });
  for (const query of ['code=x&state=abc', 'code=x&state=', 'state=a&state=b']) {
    const response = await client.get(`/authentication/login-callback?${query}`, { maxRedirects: 0 });
    expect([response.status(), response.headers().location]).toEqual([
      302,
      '/authentication/login-failed?message=callback',
    ]);
  }
  await client.dispose();
});

test('a form sent from another site has no effect and gets 403', async ({ browser }, { project }) => {
  test.skip(project.name === 'js', 'statuses do not depend on script');
  const page = await newVisitor(browser, 'en', false);
  await signIn(page, 'en', accounts.contributor);
  const response = await page.request.post('/authentication/logout', {
    headers: { Origin: 'https://evil.example' },
    form: {},
    maxRedirects: 0,
  });
  expect(response.status()).toBe(403);
  await page.goto('/my-downloads');
  await expect(page).toHaveURL(/my-downloads$/);
  await page.context().close();
});
