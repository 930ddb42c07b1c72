import { expect, type Locator, type Page } from '@playwright/test';

import { requiredMetadata } from './contributor';
import { chooseByTyping, pressEnterOn, tickByKeyboard, typeInto } from './keyboard';
import { demoPassword } from './server-process';
import { words, type Language } from './words';

/** Signs in from the page's top bar, or goes on from the provider's page. */
export async function signInByKeyboard(page: Page, language: Language, email: string): Promise<void> {
  const w = words[language];
  const password = page.getByLabel(w.password, { exact: true });
  if ((await password.count()) === 0) {
    await pressEnterOn(page, page.getByRole('link', { name: w.login, exact: true }));
    await expect(password).toBeVisible();
  }
  await typeInto(page, page.getByLabel(w.email, { exact: true }), email);
  await typeInto(page, password, demoPassword);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: w.hello })).toBeVisible();
}

/** Fills in every required field of the metadata but the title, under an open licence; does not save. */
export async function fillMetadataByKeyboard(page: Page, language: Language): Promise<void> {
  const fields = requiredMetadata(language);
  const text = (label: string, within: Page | Locator = page) =>
    within.getByRole('textbox', { name: label, exact: true });
  for (const group of fields.persons) {
    const person = page.getByRole('group', { name: group });
    await typeInto(page, text(fields.familyName, person), 'Muster');
    await typeInto(page, text(fields.givenName, person), 'Eva');
  }
  for (const [label, value] of fields.texts) {
    await typeInto(page, page.getByLabel(label, { exact: true }), value);
  }
  for (const [label, value] of [...fields.choices, [fields.licence, 'CC-BY 4.0'] as const]) {
    await chooseByTyping(page, page.getByRole('combobox', { name: label, exact: true }), value);
  }
  const begin = page
    .getByRole('group', { name: fields.collection })
    .getByRole('group', { name: fields.begin });
  await typeInto(page, text(fields.year, begin), '2019');
  await tickByKeyboard(page, page.getByRole('checkbox', { name: fields.consent }));
}
