import { expect, test } from '@playwright/test';

import { startOutsideProvider, type OutsideProvider } from '../../services/identity/testing/outside-provider';
import { accounts, expectSoundScreen, newVisitor } from './support/journey';
import { confirmationAddress } from './support/registration';
import { demoPassword, startServer, type ServerProcess } from './support/server-process';
import { languages, words } from './support/words';

const texts = {
  en: {
    logIn: 'Log in with Other University',
    first: 'Your first login',
    next: 'Continue',
    ways: 'Ways to log in',
    only: 'This is your only way to log in.',
    failed: 'You could not log in with Other University',
    another: 'Log in another way',
    connect: 'Connect Other University',
    connectSubmit: 'Connect',
    connected: 'The login is connected.',
    disconnect: /^Disconnect Other University/,
    disconnected: 'The login is disconnected.',
    current: 'Current password',
  },
  de: {
    logIn: 'Mit Andere Universität anmelden',
    first: 'Ihre erste Anmeldung',
    next: 'Weiter',
    ways: 'Anmeldewege',
    only: 'Das ist Ihr einziger Anmeldeweg.',
    failed: 'Die Anmeldung mit Andere Universität hat nicht geklappt',
    another: 'Anders anmelden',
    connect: 'Mit Andere Universität verbinden',
    connectSubmit: 'Verbinden',
    connected: 'Die Anmeldung ist verbunden.',
    disconnect: /^Verbindung mit Andere Universität .*lösen$/,
    disconnected: 'Die Verbindung ist gelöst.',
    current: 'Aktuelles Passwort',
  },
};

let outside: OutsideProvider;
let server: ServerProcess;
test.beforeAll(async () => {
  const callbacks: string[] = [];
  outside = await startOutsideProvider(callbacks);
  const { clientId, clientSecret, clientAuth, scope, label } = outside.settings();
  server = await startServer({
    SIGN_IN_PROVIDERS: 'outside',
    SIGN_IN_OUTSIDE_ISSUER: outside.issuer,
    SIGN_IN_OUTSIDE_CLIENT_ID: clientId,
    SIGN_IN_OUTSIDE_CLIENT_SECRET: clientSecret,
    SIGN_IN_OUTSIDE_CLIENT_AUTH: clientAuth,
    SIGN_IN_OUTSIDE_SCOPE: scope,
    SIGN_IN_OUTSIDE_LABEL: label.en,
    SIGN_IN_OUTSIDE_LABEL_DE: label.de,
  });
  // The address is known only now.
  callbacks.push(`${server.origin}/identity/outside/callback/outside`);
  await outside.rotateKeys();
});
test.afterAll(async () => {
  await server.stop();
  await outside.close();
});

for (const language of languages) {
  const [w, t] = [words[language], texts[language]];

  test(`a first login with another provider ends where it began (${language})`, async ({ browser }, { project }) => {
    const email = `outside-${language}-${project.name}@example.org`;
    outside.person = { sub: email, name: 'Another User' };
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await page.goto('/my-downloads');
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.logIn }).click();
    await page.getByRole('button', { name: 'No', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.failed })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.another }).click();

    await page.getByRole('link', { name: t.logIn }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.first })).toBeVisible();
    await page.getByRole('button', { name: t.next, exact: true }).click();
    await expect(page.getByLabel(w.email, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expectSoundScreen(page, language);
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByRole('button', { name: t.next, exact: true }).click();
    await expect(page.getByText(email)).toBeVisible();
    await expectSoundScreen(page, language);
    await page.goto(await confirmationAddress(email, server.dataDir));
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: w.confirm, exact: true }).click();
    await expect(page).toHaveURL(/\/my-downloads$/);

    await page.getByRole('link', { name: `${w.hello} Another User` }).click();
    await page.getByRole('link', { name: t.ways }).click();
    await page.getByRole('button', { name: t.disconnect }).click();
    await expect(page.getByText(t.only)).toBeVisible();
    await expectSoundScreen(page, language);
  });

  test(`an account with a password connects another provider (${language})`, async ({ browser }, { project }) => {
    const email = project.name === 'js' ? accounts.expert1 : accounts.expert2;
    outside.person = { sub: `link-${language}-${project.name}`, name: 'Another User', email };
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled, server.origin);
    await page.goto('/identity/ways-to-log-in');
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel(w.password, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByRole('link', { name: t.connect }).click();
    await page.getByRole('button', { name: 'Yes', exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.current, { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: t.connectSubmit, exact: true }).click();
    await expect(page.getByText(t.connected)).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.disconnect }).click();
    await expect(page.getByText(t.disconnected)).toBeVisible();
  });
}
