import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';

import { openTestDatabase } from '../../../tests/support/test-database';
import { Browser, type VisitedPage } from '../testing/browser';
import { startProvider } from '../testing/running-provider';

const password = 'correct horse battery';
const nothing = {
  ...{ published: 0, underEmbargo: 0, embargoUntil: '', underReview: 0, unpublished: 0, shared: 0 },
  ...{ panels: 0, votes: 0, purposes: 0 },
};
const personalData = { count: () => Promise.resolve(nothing), forget: () => Promise.resolve(), goOn: () => {} };
const database = await openTestDatabase();
const provider = await startProvider(database.pool, undefined, null, { personalData });
afterAll(async () => {
  await provider.close();
  await database.close();
});

let number = 0;
let email = '';
let browser: Browser;
beforeEach(async () => {
  email = `ended-${++number}@example.org`;
  browser = new Browser(provider.origin);
  await provider.identity.accounts.add({ email, name: 'Erika', password });
  await browser.submit(await browser.open('/identity/sign-in'), { email, password });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

/** Sends the form of a page after the session has ended. */
async function sendLate(address: string, entries: Record<string, string>): Promise<VisitedPage> {
  const form = await browser.open(address);
  browser.forgetSession();
  return browser.submit(form, entries);
}

const noteOf = ({ html }: VisitedPage) =>
  /<section class="notice" aria-labelledby="note">\s*<h2 id="note">([^<]*)<\/h2>\s*<p>([^<]*)<\/p>/
    .exec(html)
    ?.slice(1);
const ended = 'You had been logged out';
const kept = `${ended}. What you entered is kept, except passwords, and is shown after the login. It is not saved yet.`;
const notDeleted = `${ended}, so nothing was deleted. To delete your account, fill in the form again.`;

test.each([
  ['/identity/profile', { name: 'Erika Ernst' }, kept],
  ['/identity/profile', { name: 'x'.repeat(5000) }, `${ended}, so nothing was changed. Fill in the form again.`],
  ['/identity/two-step/app', { code: '123456' }, `${ended}, so nothing was changed. Fill in the form again.`],
  ['/identity/delete-account', { 'current-password': password }, notDeleted],
])('the login page says why it is there, also after an error: %s', async (address, entries, text) => {
  const asked = await sendLate(address, entries);
  expect([asked.html.includes('<h1>Log in</h1>'), noteOf(asked)]).toEqual([true, ['Note', text]]);
  expect(noteOf(await browser.submit(asked, { email, password: 'wrong' }))).toEqual(['Note', text]);
});

test('the page of the deletion says after the login that nothing was deleted, in both languages', async () => {
  const asked = await sendLate('/identity/delete-account', { 'confirm-email': email, 'current-password': password });
  const back = await browser.submit(asked, { email, password });
  expect([back.html.includes('<h1>Delete account</h1>'), noteOf(back)]).toEqual([true, ['Note', notDeleted]]);
  browser.setCookie('language', 'de');
  const german = await browser.open(back.address);
  expect(noteOf(german)).toEqual([
    'Hinweis',
    'Sie waren nicht mehr angemeldet; deshalb wurde nichts gelöscht. Um Ihr Konto zu löschen, füllen Sie das Formular noch einmal aus.',
  ]);
  const refused = await browser.submit(back);
  expect([refused.status, noteOf(refused)]).toEqual([400, undefined]);
});

test('whoever only opens a page without a session is told nothing', async () => {
  for (const address of ['/identity/profile', '/identity/delete-account', '/identity/sign-in'])
    expect(noteOf(await new Browser(provider.origin).open(address))).toBeUndefined();
});
