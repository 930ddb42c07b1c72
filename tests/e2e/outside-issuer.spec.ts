import { expect, test, type Page } from '@playwright/test';

import { startIssuerLikeKeycloak, type KeycloakLike } from '../../services/identity/testing/issuer-like-keycloak';
import { uploadRaw } from './support/contributor';
import { documentedSettings } from './support/documented-settings';
import { newVisitor } from './support/journey';
import { freePort, startServer, type ServerProcess } from './support/server-process';
import { words } from './support/words';

/** Accounts at an outside provider whose tokens are like those of Keycloak, with the settings of the guide. */
const guide = documentedSettings('### Keycloak, step by step', 'IDENTITY_ISSUER');
const w = words.en;
const table = { name: 'grip.csv', mimeType: 'text/csv', buffer: Buffer.from(csv()) };
/** Part of the addresses in the guide that the provider of the test has instead. */
const [documented, documentedInside] = [guide.IDENTITY_ISSUER ?? '', guide.IDENTITY_INTERNAL_URL ?? ''];

function csv(): string {
  return ['id,handgrip', ...Array.from({ length: 2000 }, (_, row) => `person ${row},${20 + (row % 40)}`), ''].join(
    '\n',
  );
}

let realm: KeycloakLike;
let servers: ServerProcess[] = [];

/** Starts the provider for a site, and answers the settings of the guide with its addresses. */
async function openRealm(origin: string): Promise<Record<string, string>> {
  const { IDENTITY_CLIENT_ID: id = '', IDENTITY_AUDIENCE: audience } = guide;
  realm = await startIssuerLikeKeycloak({ id, secret: 'a-secret-at-keycloak', origin, audience });
  const settings = Object.entries(guide).map(([name, value]) => [
    name,
    value.replace(documented, realm.issuer).replace(documentedInside, realm.internalUrl),
  ]);
  return { ...Object.fromEntries(settings), IDENTITY_CLIENT_SECRET: 'a-secret-at-keycloak' };
}

test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  servers = [];
  await realm?.close();
});

async function logIn(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: w.login, exact: true }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('link', { name: `${w.hello} ${realm.person.name}` })).toBeVisible();
}

test('with accounts at a Keycloak: log in, upload, roles, profile, register, log out', async ({ browser }, {
  project,
}) => {
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  const settings = await openRealm(origin);
  const server = await startServer({ ...settings, PORT, ORIGIN: origin });
  servers.push(server);
  const visit = () => newVisitor(browser, 'en', project.use.javaScriptEnabled, origin);

  realm.person = { sub: 'f3b1', name: 'Clara Contributor', email: 'clara@example.org' };
  const page = await visit();
  await logIn(page);
  await uploadRaw(page, 'en', table);
  await expect(page.getByRole('link', { name: 'EBoard' })).toHaveCount(0);
  await page.getByRole('link', { name: `${w.hello} Clara Contributor` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${origin}/`);
  await page.getByRole('button', { name: w.logout }).click();
  await page.getByRole('button', { name: w.logout }).click();
  await expect(page.getByRole('link', { name: w.login, exact: true })).toBeVisible();

  realm.person = { sub: 'a9c4', name: 'Erika Expert', email: 'erika@example.org', clientRoles: ['expert'] };
  const expert = await visit();
  await logIn(expert);
  await expert.getByRole('link', { name: 'EBoard' }).click();
  await expect(expert.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(expert).toHaveURL(/board/);

  realm.person = { sub: 'b7d2', name: 'Nora New', email: 'nora@example.org' };
  const guest = await visit();
  await guest.goto('/info/terms');
  await guest.getByRole('link', { name: w.register, exact: true }).click();
  await guest.getByRole('button', { name: 'Register' }).click();
  await expect(guest.getByRole('link', { name: `${w.hello} Nora New` })).toBeVisible();
  await expect(guest).toHaveURL(`${origin}/info/terms`);
  expect(realm.strayCalls).toEqual([]);
  expect(server.streams().stdout).not.toMatch(/"level":"(?:warn|error)"/);
});
