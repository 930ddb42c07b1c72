import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';

const password = 'correct horse battery';
const { provider } = await openProvider();
let people = 0;
let email: string;
let browser: Browser;
beforeEach(async () => {
  email = `person-${++people}@example.org`;
  browser = new Browser(provider.origin);
  await provider.identity.accounts.add({ email, name: 'A Person', password });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

async function openMailed(page: string): Promise<VisitedPage> {
  await provider.settled();
  const links = provider.mails.flatMap(({ text }) => new RegExp(`https?:\\S*${page}\\S*`).exec(text) ?? []);
  return browser.open(links.at(-1) ?? '');
}
const logIn = async (page: string) => browser.submit(await browser.open(page), { email, password });

/** Reloads the page, and opens it as the language button does. */
async function expectToStay({ address }: VisitedPage, english: string, german: string): Promise<void> {
  const titles = [];
  for (const language of ['en-US', 'de-DE']) {
    browser.setCookie('language', language);
    titles.push(/<h1>([^<]*)<\/h1>/.exec((await browser.open(address)).html)?.[1]);
  }
  expect(titles).toEqual([english, german]);
}

test('the page after a new password by mail says the same when it is opened again', async () => {
  await browser.submit(await browser.open('/identity/forgotten-password'), { email });
  const done = await browser.submit(await openMailed('new-password'), { password: 'another good password' });
  await expectToStay(done, 'Your password has been changed', 'Ihr Passwort wurde geändert');
});

test('the page after a new address says the same when it is opened again', async () => {
  const profile = await logIn('/identity/profile');
  await browser.submit(profile, { email: `new-${email}`, 'current-password': password });
  const done = await browser.submit(await openMailed('confirm-address'));
  await expectToStay(done, 'Your address is confirmed', 'Ihre Adresse ist bestätigt');
});

test('that an address was taken meanwhile is told again, too', async () => {
  const other = `other-${email}`;
  await browser.submit(await browser.open('/identity/register'), { email: other, name: 'Other', password });
  const question = await openMailed('confirm-address');
  await provider.identity.accounts.add({ email: other, name: 'Other', password });
  const told = await browser.submit(question);
  const again = await browser.open(told.address);
  expect([told.status, again.status]).toEqual([400, 400]);
  for (const { html } of [told, again]) expect(html).toContain('An account with this address has been created');
});
