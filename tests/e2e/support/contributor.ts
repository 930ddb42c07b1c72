import { expect, type Locator, type Page } from '@playwright/test';

import { waitUntilDone } from './journey';
import { words, type Language } from './words';

/** A file as Playwright's file chooser takes it. */
export interface FileToUpload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Uploads a RAW file and waits for its mapping screen. Returns the upload's id. */
export async function uploadRaw(page: Page, language: Language, file: FileToUpload | string): Promise<string> {
  const w = words[language];
  await page.goto('/file-upload');
  await page.getByLabel(w.rawFile).setInputFiles(file);
  await page.getByRole('button', { name: w.uploadRaw }).click();
  await page.waitForURL(/\/file-upload\/data\/\d+r/);
  await waitUntilDone(page, language);
  return /data\/(\d+r)/.exec(page.url())?.[1] ?? '';
}

/** Chooses targets by column name and saves; ends on the check screen. */
export async function mapColumns(
  page: Page,
  language: Language,
  targets: [letters: string, name: string, value: string][],
): Promise<void> {
  const w = words[language];
  for (const [letters, name, value] of targets) {
    await page.getByRole('combobox', { name: w.target(letters, name) }).selectOption(value);
  }
  await page.getByRole('button', { name: w.saveMapping }).first().click();
  await page.waitForURL(/\/file-upload\/check\//);
  await waitUntilDone(page, language);
}

/** Uploads a corrected file for an upload; ends on the page with the changes. */
export async function correctFile(
  page: Page,
  language: Language,
  id: string,
  file: FileToUpload | string,
): Promise<void> {
  const w = words[language];
  await page.goto(`/file-upload/correct/${id}`);
  await page.getByLabel(w.correctedFile, { exact: true }).setInputFiles(file);
  // The response may have the same address, so waiting for an address is not enough.
  const answer = page.waitForEvent('load');
  await page.getByRole('main').getByRole('button', { name: w.correctFile }).click();
  await answer;
  await waitUntilDone(page, language);
}

/** Number of rows in the problem list: those with a comment field, single unusual values among them, and the others. */
export async function countProblems(
  page: Page,
  language: Language,
): Promise<{ open: number; unusual: number; locked: number }> {
  const rows = page.getByRole('table', { name: words[language].problems }).getByRole('row');
  const all = (await rows.count()) - 1;
  const open = await rows.filter({ has: page.getByRole('textbox') }).count();
  const unusual = await rows.filter({ hasText: / is unusual | ist ungewöhnlich / }).count();
  return { open, unusual, locked: all - open };
}

type Entry = [en: string, de: string, value: string];

const texts: Entry[] = [
  ['Contact e-mail', 'Kontakt-E-Mail', 'contact@example.org'],
  ['Abstract', 'Zusammenfassung', 'Grip and jump of adults, made up for a test.'],
  ['Keyword', 'Schlagwort', 'strength'],
  ['Study name or acronym', 'Studienname oder Akronym', 'GRIP'],
  ['Setting', 'Setting', 'Laboratory'],
  ['Inclusion and exclusion criteria', 'Ein- und Ausschlusskriterien', 'Healthy adults.'],
  ['Number of persons tested', 'Anzahl getesteter Personen', '400'],
  ['Test battery', 'Testbatterie', 'Single tests'],
  ['Rights holder', 'Rechteinhaber:in', 'Example University'],
  ['Anonymisation', 'Anonymisierung', 'Names were removed.'],
];

const choices: Entry[] = [
  ['Study design', 'Studiendesign', 'Cross-sectional'],
  ['Country', 'Staat', 'Germany'],
  ['Sampling', 'Stichprobenziehung', 'Convenience sample'],
  ['Testers', 'Testpersonal', 'Trained study staff'],
  ['Ethics vote', 'Ethikvotum', 'Not required by law'],
];

/** Labels of the required metadata fields except title and licence, with values for them. */
function requiredMetadata(language: Language) {
  const name = ([en, de]: readonly [string, string, ...string[]]) => (language === 'en' ? en : de);
  const named = (entries: Entry[]) => entries.map((entry) => [name(entry), entry[2]] as const);
  return {
    persons: [name(['Author 1', 'Autor:in 1']), name(['Contact person 1', 'Kontaktperson 1'])],
    familyName: name(['Family name', 'Nachname']),
    givenName: name(['Given name', 'Vorname']),
    title: name(['Title', 'Titel']),
    texts: [[name(['Affiliation', 'Institution']), 'Example University'] as const, ...named(texts)],
    choices: named(choices),
    licence: name(['Licence', 'Lizenz']),
    collection: name(['Data collection 1', 'Datenerhebung 1']),
    begin: name(['Begin', 'Beginn']),
    year: name(['Year', 'Jahr']),
    consent: name(['Consent', 'Einwilligung']),
  };
}

/** Fills in every required field of the metadata, without saving. */
export async function fillMetadata(page: Page, language: Language, title: string, licence: string): Promise<void> {
  const fields = requiredMetadata(language);
  const text = (label: string, within: Page | Locator = page) =>
    within.getByRole('textbox', { name: label, exact: true });
  for (const group of fields.persons) {
    const person = page.getByRole('group', { name: group });
    await text(fields.familyName, person).fill('Muster');
    await text(fields.givenName, person).fill('Eva');
  }
  await text(fields.title).fill(title);
  for (const [label, value] of fields.texts) await page.getByLabel(label, { exact: true }).fill(value);
  for (const [label, value] of fields.choices) {
    await page.getByRole('combobox', { name: label, exact: true }).selectOption(value);
  }
  await page.getByRole('combobox', { name: fields.licence, exact: true }).selectOption(licence);
  const collection = page.getByRole('group', { name: fields.collection });
  await text(fields.year, collection.getByRole('group', { name: fields.begin })).fill('2019');
  await page.getByRole('checkbox', { name: fields.consent }).check();
}

/** Saves the metadata and waits for the answer. With script, leaving the page before would cut the request off. */
export async function saveMetadata(page: Page, language: Language): Promise<void> {
  const w = words[language];
  await page.getByRole('button', { name: w.save, exact: true }).first().click();
  await expect(page.getByRole('region', { name: w.success })).toBeVisible();
}

/** Saves the metadata and submits; ends on the confirmation. */
export async function saveAndSubmit(page: Page, language: Language, id: string): Promise<void> {
  const w = words[language];
  await saveMetadata(page, language);
  await page.goto(`/file-upload/submit/${id}`);
  await page.getByRole('button', { name: w.submit, exact: true }).click();
  await expect(page.getByText(w.submitted)).toBeVisible();
}
