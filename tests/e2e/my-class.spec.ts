import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, test, type Page } from '@playwright/test';

import { classList } from '../fixtures/class-list';
import { expectSoundScreen, newVisitor, origin } from './support/journey';
import { startServer } from './support/server-process';
import { languages, type Language } from './support/words';

const texts = {
  en: {
    title: (number: number) => new RegExp(`^My class, step ${number} of 3`),
    promise: 'We keep nothing of your class',
    file: 'File',
    paste: 'Or paste the table here',
    readFile: 'Read file',
    read: 'Read pasted table',
    target: (letters: string, name: string) => `Target for column ${letters} ${name}`,
    compare: 'Compare',
    toColumns: 'Back to the columns',
    toTable: 'Back to your table',
    goOn: 'Go on with the table that was read',
    day: 'Day of the tests',
    xlsx: 'Save as xlsx',
    children: 'Results: Your class',
    medians: 'Medians by test and sex: Your class',
    jump: 'Standing long jump',
    below: 'below average',
    impossible: 'left out',
    problem: '1180 cm is impossible',
    mean: /Row 32: Mittelwert/,
    unplaced: '2 results: the sex is missing',
    noFile: 'No file selected!',
    noText: 'Paste a table.',
    shared: 'have the same target',
    wrongDay: 'Enter a day of the tests that exists',
    unused: 'not in the report, unless you choose what they mean: Rucksack.',
    unusedHere: 'Columns that are not in the report: Rucksack.',
    noDay: 'Enter the day of the tests: the table has dates of birth',
    futureDay: 'The day of the tests is in the future',
    unlikelyDay: 'most of the children were not born yet',
    noResults: 'No column holds results',
    other: 'Deutsch',
    own: 'English',
    jumpOption: 'Standing long jump (cm)',
    none: 'not mapped',
    kept: 'Nothing of this report is kept',
    notADiagnosis: 'not a diagnosis',
  },
  de: {
    title: (number: number) => new RegExp(`^Meine Klasse, Schritt ${number} von 3`),
    promise: 'Wir bewahren nichts von Ihrer Klasse auf',
    file: 'Datei',
    paste: 'Oder fügen Sie die Tabelle hier ein',
    readFile: 'Datei einlesen',
    read: 'Eingefügte Tabelle einlesen',
    target: (letters: string, name: string) => `Ziel für Spalte ${letters} ${name}`,
    compare: 'Vergleichen',
    toColumns: 'Zurück zu den Spalten',
    toTable: 'Zurück zu Ihrer Tabelle',
    goOn: 'Mit der eingelesenen Tabelle weitermachen',
    day: 'Tag der Tests',
    xlsx: 'Als xlsx speichern',
    children: 'Ergebnisse: Ihre Klasse',
    medians: 'Mediane nach Test und Geschlecht: Ihre Klasse',
    jump: 'Standweitsprung',
    below: 'unter dem Durchschnitt',
    impossible: 'weggelassen',
    problem: '1180 cm ist unmöglich',
    mean: /Zeile 32: Mittelwert/,
    unplaced: '2 Ergebnisse: das Geschlecht fehlt',
    noFile: 'Wählen Sie zuerst eine Datei aus.',
    noText: 'Fügen Sie eine Tabelle ein.',
    shared: 'haben dasselbe Ziel',
    wrongDay: 'Geben Sie einen Tag der Tests ein',
    unused: 'kommen nicht in den Bericht, wenn Sie nicht wählen, was sie bedeuten: Rucksack.',
    unusedHere: 'Spalten, die nicht im Bericht sind: Rucksack.',
    noDay: 'Geben Sie den Tag der Tests ein: Die Tabelle enthält Geburtsdaten',
    futureDay: 'Der Tag der Tests liegt in der Zukunft',
    unlikelyDay: 'waren die meisten Kinder noch nicht geboren',
    noResults: 'Keine Spalte enthält Ergebnisse',
    other: 'English',
    own: 'Deutsch',
    jumpOption: 'Standweitsprung (cm)',
    none: 'nicht zugeordnet',
    kept: 'Nichts von diesem Bericht wird aufbewahrt',
    notADiagnosis: 'keine Diagnose',
  },
};

test.beforeAll(async ({ request }) => {
  // The curves of the demonstration are made after its start.
  await expect
    .poll(async () => ((await (await request.get(`${origin()}/api/norms`)).json()) as { version: string }).version)
    .not.toBeNull();
});

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const switchTo = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('button', { name }).click();

async function paste(page: Page, language: Language, text = classList): Promise<void> {
  const t = texts[language];
  await page.goto('/compare/my-class');
  await page.getByLabel(t.paste, { exact: true }).fill(text);
  await button(page, t.read).click();
}

for (const language of languages) {
  const t = texts[language];
  const other = language === 'en' ? 'de' : 'en';

  test(`a class goes from a pasted table to a report and back (${language})`, async ({
    browser,
    javaScriptEnabled,
  }) => {
    const page = await newVisitor(browser, language, javaScriptEnabled);
    await page.goto('/compare/my-class');
    await expect(page.locator('main p').first()).toContainText(t.promise);
    await expectSoundScreen(page, language);

    await paste(page, language);
    await expect(page).toHaveTitle(t.title(2));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title(2));
    await expectSoundScreen(page, language);
    const jump = page.getByLabel(t.target('F', 'SW / cm'));
    await expect(jump).toHaveValue('slj|cm');
    await expect(page.getByLabel(t.target('A', 'Vorname'))).toHaveValue('child-name');

    await button(page, t.compare).click();
    await expect(page).toHaveTitle(t.title(3));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title(3));
    await expectReport(page, language);
    await expectSoundScreen(page, language);

    const [download] = await Promise.all([page.waitForEvent('download'), button(page, t.xlsx).click()]);
    expect(download.suggestedFilename()).toMatch(/^motothek-\d{4}-\d{2}-\d{2}\.xlsx$/);

    await switchTo(page, t.other);
    await expectReport(page, other);
    await switchTo(page, t.own);
    await button(page, t.toColumns).click();
    await expect(jump).toHaveValue('slj|cm');
    await button(page, t.toTable).click();
    await expect(page).toHaveTitle(t.title(1));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.title(1));
    await button(page, t.goOn).click();
    await expect(jump).toHaveValue('slj|cm');
    await page.context().close();
  });

  test(`errors keep everything (${language})`, async ({ browser, javaScriptEnabled }) => {
    const page = await newVisitor(browser, language, javaScriptEnabled);
    await page.goto('/compare/my-class');
    await page.getByLabel(t.paste, { exact: true }).fill('Name\tSex\nAda\tf');
    await button(page, t.readFile).click();
    await expectError(page, t.noFile);
    await expect(page.getByLabel(t.paste, { exact: true })).toHaveValue('Name\tSex\nAda\tf');
    await page.getByLabel(t.paste, { exact: true }).fill('');
    await button(page, t.read).click();
    await expectError(page, t.noText);
    await expectSoundScreen(page, language);

    await paste(page, language);
    const run = page.getByLabel(t.target('G', '6min / m'));
    await run.selectOption({ label: t.jumpOption });
    await button(page, t.compare).click();
    await expectError(page, t.shared);
    await expect(run).toHaveValue('slj|cm');
    await expect(run).toHaveAttribute('aria-invalid', 'true');
    await expectSoundScreen(page, language);

    await run.selectOption('');
    await page.getByLabel(t.day).fill('31.2.2026');
    await switchTo(page, t.other);
    await switchTo(page, t.own);
    await expect(page.getByLabel(t.day)).toHaveValue('31.2.2026');
    await button(page, t.compare).click();
    await expectError(page, t.wrongDay);
    await page.getByLabel(t.day).fill('');
    await page.getByLabel(t.target('F', 'SW / cm')).selectOption('');
    await button(page, t.compare).click();
    await expectError(page, t.noResults);
    await expect(run).toHaveValue('');
    await page.context().close();
  });

  test(`dates of birth need a day of the tests that can be (${language})`, async ({ browser, javaScriptEnabled }) => {
    const page = await newVisitor(browser, language, javaScriptEnabled);
    await paste(
      page,
      language,
      'Name\tm/w\tGeburtstag\tSW (cm)\tRucksack\nAda\tw\t20.5.2016\t120\trot\nBo\tm\t1.8.2016\t99\tblau',
    );
    await expect(page.getByText(t.unused)).toBeVisible();
    const day = page.getByLabel(t.day);
    for (const [typed, message] of [
      ['', t.noDay],
      ['1.1.2099', t.futureDay],
      ['1.1.2010', t.unlikelyDay],
    ] as const) {
      await day.fill(typed);
      await button(page, t.compare).click();
      await expectError(page, message);
      await expect(day).toHaveAttribute('aria-invalid', 'true');
      await expect(day).toHaveValue(typed);
    }
    await day.fill('20.5.2026');
    await button(page, t.compare).click();
    await expect(page.getByRole('row', { name: /Ada/ })).toContainText(/\d+: /);
    await expect(page.getByText(t.unusedHere)).toBeVisible();
    await page.context().close();
  });

  test(`a typed text survives a change of the language (${language})`, async ({ browser, javaScriptEnabled }) => {
    const page = await newVisitor(browser, language, javaScriptEnabled);
    await page.goto('/compare/my-class');
    await page.getByLabel(t.paste, { exact: true }).fill('Name\tSex\nAda\tf');
    await switchTo(page, t.other);
    await expect(page.getByLabel(texts[other].paste, { exact: true })).toHaveValue('Name\tSex\nAda\tf');
    await page.context().close();
  });

  test(`a file is read like a pasted table (${language})`, async ({ browser, javaScriptEnabled }) => {
    const page = await newVisitor(browser, language, javaScriptEnabled);
    await page.goto('/compare/my-class');
    const buffer = Buffer.from(classList.replaceAll('\t', ';'), 'latin1');
    await page.getByLabel(t.file, { exact: true }).setInputFiles({ name: 'klasse.csv', mimeType: 'text/csv', buffer });
    await button(page, t.readFile).click();
    await button(page, t.compare).click();
    await expectReport(page, language);
    await page.context().close();
  });
}

async function expectError(page: Page, message: string): Promise<void> {
  await expect(page.locator('.notice-error')).toContainText(message);
  await expect(page).toHaveTitle(/^(Error|Fehler): /);
}

/** The report of the class list: standings in words, what is missing and why. */
async function expectReport(page: Page, language: Language): Promise<void> {
  const t = texts[language];
  await expect(page.getByText(t.kept)).toBeVisible();
  await expect(page.getByText(t.notADiagnosis).first()).toBeVisible();
  const children = page.getByRole('table', { name: t.children });
  await expect(children.getByRole('row')).toHaveCount(27);
  await expect(children.getByRole('row', { name: /Ada Müller/ })).toContainText(/\d+: /);
  await expect(children.getByRole('row', { name: /Kim 1 Neu/ })).toContainText(t.below);
  await expect(children.getByRole('row', { name: /Ben Koch/ })).toContainText(t.impossible);
  await expect(children.getByRole('row', { name: /=1\+1 Neu/ })).toBeVisible();
  const medians = page.getByRole('table', { name: t.medians });
  await expect(medians.getByRole('row', { name: new RegExp(t.jump) })).toHaveCount(2);
  await expect(page.getByText(t.unplaced)).toBeVisible();
  await expect(page.getByText(t.problem)).toBeVisible();
  await expect(page.getByText(t.mean)).toBeVisible();
  await expect(page.locator('main a[href^="/data-set/"]').first()).toHaveText(/[a-z]{4}/i);
}

test('after a report and a refusal no byte of a class is left on the server', async ({ browser }) => {
  test.skip(test.info().project.name === 'js', 'what the server keeps does not depend on script');
  const temporary = mkdtempSync(path.join(tmpdir(), 'motothek-class-'));
  const server = await startServer({ TMPDIR: temporary });
  const mark = 'qvxplantedqvx';
  const marked = classList.replaceAll('Ada', mark).replaceAll('6min', mark).replaceAll('905', `${mark}5`);
  try {
    const page = await newVisitor(browser, 'en', false, server.origin);
    await paste(page, 'en', marked);
    await expect(page.getByText(mark).first()).toBeVisible();
    await button(page, 'Compare').click();
    await expect(page.getByRole('row', { name: new RegExp(mark) }).first()).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save as xlsx').click()]);
    await download.delete();
    await page.goto('/compare/my-class');
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles({
        name: `${mark}.xlsx`,
        mimeType: 'application/octet-stream',
        buffer: Buffer.from(`PK\u0003\u0004${mark}`),
      });
    await button(page, 'Read file').click();
    await expect(page.locator('.notice-error')).toBeVisible();
    await page.context().close();
  } finally {
    await server.terminate();
  }
  expect(server.output()).not.toContain(mark);
  const found = [server.dataDir, temporary].flatMap((folder) => filesWith(folder, mark));
  rmSync(temporary, { recursive: true, force: true });
  await server.stop();
  expect(found).toEqual([]);
});

/** Files below a folder whose names or bytes have a text. */
function filesWith(folder: string, text: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => path.join(parentPath, name));
  return paths.filter((file) => file.includes(text) || readFileSync(file).includes(text));
}
