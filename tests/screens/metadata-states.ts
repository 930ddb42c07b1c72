import type { Page } from '@playwright/test';

import { words, type Language } from '../e2e/support/words';
import type { ScreenIds } from './screen-ids';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Entries that each break a rule of the metadata, keyed by the id of their control. */
const wrongEntries = {
  'f1-0': 'Muster|Probe',
  'f1_1-0-0': '0000-0002-1825-0098',
  'f1_2-0-0': 'https://ror.org/0abcdef12',
  'f2-0': 'x'.repeat(501),
  'f3-0-part-2': 'Eva',
  'f3_1-0-0': 'nobody',
  'f5-0': 'y'.repeat(1501),
  'f9-0': '1949',
  'f9-0-part-4': '2019',
  'f9-0-part-5': '13',
  'f14-0': '12.5',
  'f26-0': 'a paper',
  'f29-0': '2027',
  'f29-0-part-4': '2026',
};
/** Choices that require more: a role without a person, an unconfirmed licence, a vote without its number. */
const wrongChoices = { 'f4_1-0-0': 'Other', 'f20-0': 'SUFL 1.0', 'f22-0': 'Approved' };

/** Saves the metadata with one error of every kind. */
export async function makeEveryError(page: Page, language: Language): Promise<void> {
  for (const [id, text] of Object.entries(wrongEntries)) await page.locator(`[id="${id}"]`).fill(text);
  for (const [id, value] of Object.entries(wrongChoices)) await page.locator(`[id="${id}"]`).selectOption(value);
  await press(page, words[language].save);
  await page.getByRole('heading', { name: words[language].problem }).waitFor();
}

/** Saves a draft after another window has saved one. */
export async function comeSecond(page: Page, language: Language): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  for (const one of [other, page]) {
    await one.locator('#f2-0').fill(`Title of ${Date.now()}`);
    await press(one, words[language].saveDraft);
    await one.getByRole('heading', { name: words[language][one === page ? 'problem' : 'success'] }).waitFor();
  }
  await other.close();
}

/** Discards a draft, and opens the button that deletes it permanently. */
export async function discardDraft(page: Page, language: Language): Promise<void> {
  const { saveDraft, discardDraft, success } = words[language];
  await page.locator('#f2-0').fill(`Title of ${Date.now()}`);
  await press(page, saveDraft);
  await page.getByRole('heading', { name: success }).waitFor();
  await press(page, discardDraft);
  const note = page.getByRole('note').first();
  await note.locator('summary').click();
  await note.getByRole('button').nth(1).waitFor();
}

/** Saves metadata of a file that has been submitted since the form was opened. */
export async function comeLate(page: Page, language: Language, { typed, submitted }: ScreenIds): Promise<void> {
  await page.route('**/file-upload/meta/**', (sent, request) =>
    sent.continue({ url: request.url().replace(typed, submitted) }),
  );
  await page.locator('#f2-0').fill('A title');
  await press(page, words[language].save);
  await page.getByRole('heading', { name: words[language].problem }).waitFor();
}
