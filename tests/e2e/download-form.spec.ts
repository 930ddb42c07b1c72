import { execFileSync } from 'node:child_process';

import { expect, test } from '@playwright/test';

import {
  accounts,
  demonstration,
  expectSoundScreen,
  newVisitor,
  ownServer,
  signIn,
  takeTurns,
} from './support/journey';
import { languages, words } from './support/words';

const limited = {
  en: {
    login: 'Log in to fill in the download form',
    form: 'Fill in the download form',
    limit: 'You see the first 20 of the',
    next: 'Next rows',
    shown: /, rows 1 to 20 of /,
    all: /, rows 1 to 25 of /,
  },
  de: {
    login: 'Anmelden und das Downloadformular ausfüllen',
    form: 'Downloadformular ausfüllen',
    limit: 'Sie sehen die ersten 20 von',
    next: 'Nächste Zeilen',
    shown: /, Zeilen 1 bis 20 von /,
    all: /, Zeilen 1 bis 25 von /,
  },
};

/** Adds an account that has neither contributed nor reviewed anything. */
function addAccount(email: string, password: string): void {
  execFileSync('node', ['build/account.js', 'add', email, 'Rita Reader', '--password-stdin'], {
    env: { ...process.env, DATA_DIR: ownServer().dataDir },
    input: `${password}\n`,
  });
}

for (const language of languages) {
  const w = words[language];
  const title = demonstration[language].grip;

  test(`a visitor sees the first rows of a data set under SUFL 1.0, and all of them after the download form (${language})`, async ({
    browser,
  }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const t = limited[language];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/?q=grip');
    await page.getByRole('button', { name: w.showData(title) }).click();
    const preview = page.getByRole('region', { name: w.dataOf(title) });
    await expect(preview.getByRole('table', { name: t.shown }).getByRole('row')).toHaveCount(21);
    await expect(preview).toContainText(t.limit);
    await expect(preview.getByRole('button', { name: t.next })).toHaveCount(0);
    await expectSoundScreen(page, language);

    const [email, password] = [`reader-${language}-${project.name}@example.org`, 'a reader of this journey'];
    addAccount(email, password);
    await preview.getByRole('link', { name: t.login }).click();
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel(w.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await preview.getByRole('button', { name: t.form }).click();
    await expect(page).toHaveURL(/\/file-download\/[0-9a-f-]{36}(?:\?|$)/);
    await page.getByLabel(w.institution).fill('Example University');
    await page.getByRole('combobox', { name: w.country }).selectOption(language === 'de' ? 'Deutschland' : 'Germany');
    await page.getByLabel(w.purpose).fill('Comparing grip by age');
    await page.getByLabel(w.accurate).check();
    await page.getByLabel(w.licence).check();
    // The download starts by itself, and loading another page could abort it.
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('link', { name: /\(zip\)/ })).toBeVisible();
    await started;

    await page.goto('/?q=grip');
    await page.getByRole('button', { name: w.showData(title) }).click();
    await expect(preview.getByRole('table', { name: t.all })).toBeVisible();
    await expect(preview.getByRole('button', { name: t.next })).toBeVisible();
    await expect(preview).not.toContainText(t.limit);
    await page.context().close();
  });

  test(`a data set under SUFL 1.0 is downloaded after its download form (${language})`, async ({ browser }, {
    project,
  }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    await page.goto('/?q=grip');
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page).toHaveURL(/\/file-download\/[0-9a-f-]{36}(?:\?|$)/);
    await expectSoundScreen(page, language);

    await page.getByLabel(w.institution).fill('Example University');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${w.error}`));
    await expect(page.getByLabel(w.institution)).toHaveValue('Example University');
    await expectSoundScreen(page, language);

    await page.getByRole('combobox', { name: w.country }).selectOption(language === 'de' ? 'Deutschland' : 'Germany');
    await page.getByLabel(w.purpose).fill('Comparing grip by age');
    await page.getByLabel(w.accurate).check();
    await page.getByLabel(w.licence).check();
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toHaveCount(0);
    expect((await started).suggestedFilename()).toMatch(/\.zip$/);
    await expect(page).toHaveURL(/start=yes$/);
    await expectSoundScreen(page, language);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /\(zip\)/ }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);

    await page.goto('/my-downloads');
    await expect(page.getByRole('table', { name: w.myDownloads })).toContainText('SUFL 1.0');
    await page.context().close();
  });
}
