import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { expect, type Page, test } from '@playwright/test';

import { readZip } from '../support/read-zip';
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

const texts = {
  en: {
    title: 'Pool',
    jump: 'Standing long jump',
    youngest: 'Youngest age',
    oldest: 'Oldest age',
    show: 'Show fitting data sets',
    format: 'Format',
    take: 'Download the table',
    none: 'Choose at least one data set.',
    empty: 'No row of these data sets fits your choice.',
    login: 'Log in to fill in the download form',
    form: 'Fill in the download form',
    open: 'Take them as one table',
    results: 'As one table',
    closed: 'must not be passed on',
  },
  de: {
    title: 'Gemeinsame Tabelle',
    jump: 'Standweitsprung',
    youngest: 'Niedrigstes Alter',
    oldest: 'Höchstes Alter',
    show: 'Passende Datensätze anzeigen',
    format: 'Format',
    take: 'Tabelle herunterladen',
    none: 'Wählen Sie mindestens einen Datensatz.',
    empty: 'Keine Zeile dieser Datensätze gehört zu Ihrer Auswahl.',
    login: 'Anmelden und das Downloadformular ausfüllen',
    form: 'Downloadformular ausfüllen',
    open: 'Als gemeinsame Tabelle herunterladen',
    results: 'Als gemeinsame Tabelle',
    closed: 'nicht weitergegeben werden',
  },
};

/** The texts of the package that a button gives, by file. */
async function take(page: Page, name: string): Promise<Map<string, string>> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^motothek-pool-\d{4}-\d{2}-\d{2}\.zip$/);
  const files = await readZip(await readFile(await download.path()));
  return new Map([...files].map(([file, bytes]) => [file, bytes.toString('utf8')]));
}

/** Fills in the download form of the page. */
async function fillForm(page: Page, language: (typeof languages)[number], script: boolean): Promise<void> {
  const w = words[language];
  await page.getByLabel(w.institution).fill('Example University');
  await page.getByRole('combobox', { name: w.country }).selectOption(language === 'de' ? 'Deutschland' : 'Germany');
  await page.getByLabel(w.purpose).fill('Comparing studies');
  await page.getByLabel(w.accurate).check();
  await page.getByLabel(w.licence).check();
  // With script the download starts automatically, and loading another page could abort it.
  const started = script ? page.waitForEvent('download') : null;
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await started;
}

for (const language of languages) {
  const t = texts[language];
  const w = words[language];
  const { grip } = demonstration[language];

  test(`a visitor takes one table of the open data sets (${language})`, async ({ browser }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/compare/pool');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title);
    await expectSoundScreen(page, language);
    // The data set under SUFL 1.0 has no box.
    await expect(page.getByRole('row', { name: grip }).getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('link', { name: t.login })).toBeVisible();
    await page.getByRole('checkbox', { name: t.jump }).check();
    await page.getByLabel(t.youngest).fill('7');
    await page.getByLabel(t.oldest).fill('9');
    await page.getByRole('button', { name: t.show }).click();
    await expect(page).toHaveURL(/\/compare\/pool\?tests=slj&ages=7-9/);
    await expect(page.getByRole('checkbox', { name: t.jump })).toBeChecked();
    await expect(page.getByLabel(t.oldest)).toHaveValue('9');
    await expect(page.locator('input[name=set]:checked')).toHaveCount(2);

    const files = await take(page, t.take);
    const [head = '', ...rows] = (files.get('data.csv') ?? '').trim().split('\r\n');
    expect(head).toMatch(/^data_set,data_set_doi,person,/);
    expect(head.split(',').filter((key) => /^(slj|run6min)/.test(key))).toEqual(['slj']);
    const age = head.split(',').indexOf('age_y');
    expect(new Set(rows.map((row) => row.split(',')[0]))).toEqual(new Set(['1', '4']));
    expect(new Set(rows.map((row) => Math.floor(Number(row.split(',')[age]))))).toEqual(new Set([7, 8, 9]));
    expect(files.get('README.txt')).toContain('CC-BY-SA 4.0');

    for (const box of await page.locator('input[name=set]').all()) await box.uncheck();
    await page.getByRole('button', { name: t.take }).click();
    await expect(page.getByText(t.none)).toBeVisible();
    await page.getByLabel(t.youngest).fill('100');
    await page.getByLabel(t.oldest).fill('110');
    await page.getByRole('button', { name: t.take }).click();
    await expect(page.getByText(t.empty)).toBeVisible();
    await expect(page.getByLabel(t.youngest)).toHaveValue('100');
    await expectSoundScreen(page, language);
    await page.context().close();
  });

  test(`a user takes a data set under SUFL 1.0 with others after its download form (${language})`, async ({ browser }, {
    project,
  }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const script = project.use.javaScriptEnabled !== false;
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    const [email, password] = [`pool-${language}-${project.name}@example.org`, 'a reader of this journey'];
    execFileSync('node', ['build/account.js', 'add', email, 'Paula Pool', '--password-stdin'], {
      env: { ...process.env, DATA_DIR: ownServer().dataDir },
      input: `${password}\n`,
    });
    await page.goto('/compare/pool');
    await page.getByRole('link', { name: t.login }).click();
    await page.getByLabel(w.email, { exact: true }).fill(email);
    await page.getByLabel(w.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: w.logIn, exact: true }).click();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.form }).click();
    await fillForm(page, language, script);
    await page.getByRole('link', { name: t.open }).click();
    await expect(page.getByRole('row', { name: grip }).getByRole('checkbox')).toBeChecked();
    for (const box of await page.locator('input[name=set]').all()) await box.check();
    const files = await take(page, t.take);
    const rows = (files.get('data.csv') ?? '').trim().split('\r\n').slice(1);
    // Other journeys may have published more.
    const sets = new Set(rows.map((row) => row.split(',')[0]));
    expect([...sets]).toEqual(expect.arrayContaining(['1', '2', '4']));
    expect(files.get('README.txt')).toContain(t.closed);
    await page.context().close();
  });

  test(`the ticked results of a search become one table (${language})`, async ({ browser }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    await page.goto('/?q=grip');
    await page.getByRole('row', { name: grip }).getByRole('checkbox').check();
    await page.getByRole('button', { name: t.results, exact: true }).click();
    await expect(page).toHaveURL(/\/compare\/pool\?data-sets=2$/);
    await expect(page.getByRole('row', { name: grip }).getByRole('checkbox')).toBeChecked();
    await expect(page.locator('input[name=set]:checked')).toHaveCount(1);
    await page.context().close();
  });
}
