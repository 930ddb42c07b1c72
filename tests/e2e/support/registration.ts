import { expect, type Page } from '@playwright/test';

import { readOutbox } from './outbox';
import { words, type Language } from './words';

/** Name and password of accounts that tests register. */
export const registered = { name: 'Another User', password: 'another long password' };

/** Fills in the registration form, without sending it. */
export async function fillRegistration(page: Page, language: Language, email: string): Promise<void> {
  const w = words[language];
  await page.getByLabel(w.email, { exact: true }).fill(email);
  await page.getByLabel('Name', { exact: true }).fill(registered.name);
  await page.getByLabel(w.password, { exact: true }).fill(registered.password);
}

/** Sends the registration form of this page and opens the link of the mail, which shows the button to confirm. */
export async function registerByMail(page: Page, language: Language, email: string, dataDir: string): Promise<void> {
  await fillRegistration(page, language, email);
  await page.getByRole('button', { name: words[language].register, exact: true }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.goto(await confirmationAddress(email, dataDir));
}

/** Address in the newest mail that asks to confirm an e-mail address. */
export async function confirmationAddress(email: string, dataDir: string): Promise<string> {
  let address: string | undefined;
  await expect(() => {
    const mails = readOutbox(dataDir).filter(({ to }) => to === email);
    address = mails.flatMap(({ text }) => /\/identity\/confirm-address\?token=[\w-]+/.exec(text) ?? []).at(-1);
    expect(address).toBeTruthy();
  }).toPass();
  return address ?? '';
}
