import { readFile } from 'node:fs/promises';

import { expect, test } from '@playwright/test';

import { readZip } from '../support/read-zip';
import { expectSoundScreen, newVisitor, ownServer } from './support/journey';
import { readOutbox } from './support/outbox';
import { registerByMail, registered } from './support/registration';
import { languages, words } from './support/words';

const texts = {
  en: {
    aboutMe: 'Everything about me',
    download: 'Download everything about me (zip)',
    profile: /^Profile: change/,
    remove: 'Delete account',
    address: 'Type your e-mail address',
    current: 'Current password',
    done: 'Your account is deleted',
    signInFailed: 'or your address is not confirmed yet.',
  },
  de: {
    aboutMe: 'Alles über mich',
    download: 'Alles über mich herunterladen (Zip)',
    profile: /^Profil: Angaben/,
    remove: 'Konto löschen',
    address: 'E-Mail-Adresse eingeben',
    current: 'Aktuelles Passwort',
    done: 'Ihr Konto ist gelöscht',
    signInFailed: 'oder Ihre Adresse ist noch nicht bestätigt.',
  },
};

for (const language of languages) {
  const [w, t] = [words[language], texts[language]];

  test(`somebody takes everything about them along and deletes the account (${language})`, async ({ browser }, {
    project,
  }) => {
    const { dataDir } = ownServer();
    const email = `leaving-${language}-${project.name}-${Date.now()}@example.org`;
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/my-downloads');
    await page.getByRole('link', { name: w.register, exact: true }).last().click();
    await registerByMail(page, language, email, dataDir);
    await page.getByRole('button', { name: w.confirm, exact: true }).click();
    await page.getByRole('link', { name: `${w.hello} ${registered.name}` }).click();

    await page.getByRole('link', { name: t.aboutMe, exact: true }).click();
    await expectSoundScreen(page, language);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: t.download }).click();
    const zip = await readZip(await readFile(await (await downloading).path()));
    expect(zip.get('data/account.json')?.toString()).toContain(email);
    expect(zip.get('index.html')?.toString()).toContain(t.aboutMe);

    await page.getByRole('link', { name: t.profile }).click();
    await page.getByRole('link', { name: t.remove, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: w.deleteForGood }).click();
    await expectSoundScreen(page, language);
    await page.getByLabel(t.address, { exact: true }).fill(email);
    await page.getByLabel(t.current, { exact: true }).fill(registered.password);
    await page.getByRole('button', { name: w.deleteForGood }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.done })).toBeVisible();
    await expectSoundScreen(page, language);

    const last = () => readOutbox(dataDir).filter(({ to }) => to === email);
    await expect.poll(() => last().length).toBe(1);
    await page.goto('/my-downloads');
    await page.goto('/authentication/login');
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel(w.password, { exact: true }).fill(registered.password);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expect(page.getByRole('main').getByText(t.signInFailed).first()).toBeVisible();
  });
}
