import { expect, type Page } from '@playwright/test';

import { pressEnterOn, typeInto } from './keyboard';
import { demoPassword } from './server-process';
import { words, type Language } from './words';

/** Signs in from the page's top bar, or continues on the provider's page. */
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
