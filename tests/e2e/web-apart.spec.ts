import { expect, test, type Browser, type Page } from '@playwright/test';

import { startIssuerLikeKeycloak } from '../../services/identity/testing/issuer-like-keycloak';
import { uploadRaw } from './support/contributor';
import { documentedSettings } from './support/documented-settings';
import { accounts, newVisitor, signIn } from './support/journey';
import { freePort, startServer, type ServerProcess } from './support/server-process';
import { words } from './support/words';

/** The web app and the API in two processes on this machine, with the commands of docs/operations.md. */
const w = words.en;
const rows = Array.from({ length: 2000 }, (_, row) => `person ${row},${20 + (row % 40)}`);
const table = { name: 'grip.csv', mimeType: 'text/csv', buffer: Buffer.from(['id,handgrip', ...rows, ''].join('\n')) };

let started: { close(): Promise<unknown> }[] = [];
test.afterEach(async () => {
  await Promise.all(started.map((each) => each.close()));
  started = [];
});

/** Settings of both processes with ports that are free. Each gets a folder of its own from `startServer`. */
async function documentedPair() {
  const [web, api] = [await freePort(), await freePort()].map(String) as [string, string];
  const read = (variable: string) => {
    const settings = documentedSettings('### Web and API apart', variable);
    delete settings.DATA_DIR;
    const entries = Object.entries(settings).map(([name, value]) => [
      name,
      value.replace('3000', web).replace('3001', api),
    ]);
    return Object.fromEntries(entries) as Record<string, string>;
  };
  const withoutAccounts: Record<string, string> = { ...read('REPOSITORY_URL'), DEMO: 'off' };
  return { api: read('TRUSTED_PROXIES'), web: withoutAccounts };
}

async function start(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServer(settings);
  started.push({ close: () => server.stop() });
  return server;
}

const visit = (browser: Browser, page: { origin: string; script: boolean | undefined }): Promise<Page> =>
  newVisitor(browser, 'en', page.script, page.origin);

test('everything is reached at the address of the web app', async ({ browser }, { project }) => {
  const settings = await documentedPair();
  const api = await start(settings.api);
  const { origin } = await start(settings.web);
  const page = await visit(browser, { origin, script: project.use.javaScriptEnabled });
  await page.goto('/file-upload');
  await signIn(page, 'en', accounts.contributor);
  await uploadRaw(page, 'en', table);
  await page.getByRole('link', { name: w.hello }).click();
  await expect(page).toHaveURL(new RegExp(`^${origin}/identity/profile`));
  await page.goBack();

  const compressed = await fetch(`${origin}/api/search`, { headers: { 'Accept-Encoding': 'gzip' } });
  expect(compressed.headers.get('Content-Encoding')).toBe('gzip');
  expect(await compressed.json()).toBeTruthy();
  const metadata = await fetch(`${origin}/identity/.well-known/openid-configuration`);
  expect(await metadata.json()).toMatchObject({ issuer: `${origin}/identity`, jwks_uri: `${origin}/identity/jwks` });

  await page.getByRole('button', { name: w.logout }).click();
  await expect(page.getByRole('link', { name: w.login, exact: true })).toBeVisible();
  await page.goto('/file-upload');
  await expect(page.getByLabel(w.password, { exact: true })).toBeVisible();

  await api.kill();
  const during = await fetch(`${origin}/identity/profile`);
  expect([during.status, during.headers.get('Retry-After')]).toEqual([503, expect.any(String)]);
  await api.start();
  expect((await fetch(`${origin}/identity/sign-in`)).status).toBe(200);
});

test('the API counts attempts by visitor, not by web app', async () => {
  const settings = await documentedPair();
  await start(settings.api);
  const { origin } = await start({ ...settings.web, TRUSTED_PROXIES: '127.0.0.1' });
  const tries = async (address: string, times: number) => {
    let last = 0;
    for (let time = 0; time < times; time++) {
      const headers = { 'X-Forwarded-For': address, Origin: origin };
      const form = new URLSearchParams({ email: 'nobody@example.org' });
      const answer = await fetch(`${origin}/identity/forgotten-password`, {
        method: 'POST',
        headers,
        body: form,
        redirect: 'manual',
      });
      last = answer.status;
    }
    return last;
  };
  expect(await tries('203.0.113.7', 101)).toBe(429);
  expect(await tries('203.0.113.8', 1)).toBe(303);
});

test('with an outside provider, both know it and only the web app signs in', async ({ browser }, { project }) => {
  const settings = await documentedPair();
  const origin = settings.web.ORIGIN ?? '';
  const [id, secret] = ['motothek-web', 'a-secret-at-keycloak'];
  const realm = await startIssuerLikeKeycloak({ id, secret, origin, audience: 'motothek-api' });
  started.push(realm);
  realm.person = { sub: 'f3b1', name: 'Erika Expert', email: 'erika@example.org', realmRoles: ['expert'] };
  const shared = {
    IDENTITY_ISSUER: realm.issuer,
    IDENTITY_INTERNAL_URL: realm.internalUrl,
    IDENTITY_AUDIENCE: 'motothek-api',
    IDENTITY_ROLES_CLAIM: 'realm_access.roles',
    IDENTITY_ROLES_MAP: 'expert:Experts',
  };
  delete settings.api.IDENTITY_CLIENT_SECRET;
  await start({ ...settings.api, ...shared });
  await start({ ...settings.web, ...shared, IDENTITY_CLIENT_SECRET: secret });
  const page = await visit(browser, { origin, script: project.use.javaScriptEnabled });
  await page.goto('/');
  await page.getByRole('link', { name: w.login, exact: true }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'EBoard' }).click();
  await expect(page).toHaveURL(/board/);
  expect((await fetch(`${origin}/identity/profile`)).status).toBe(404);
  expect(realm.strayCalls).toEqual([]);
});
