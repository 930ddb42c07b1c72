import { afterEach, beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { attribute, Browser, type VisitedPage } from '../testing/browser';

const password = 'correct horse battery';
const { provider } = await openProvider();
const ended = 'This is not saved yet.';
const ofOther = 'This form was opened from another account, so nothing was saved.';

let number = 0;
let email = '';
let other = '';
let browser: Browser;
beforeEach(async () => {
  email = `kept-${++number}@example.org`;
  other = `other-${email}`;
  browser = new Browser(provider.origin);
  await provider.identity.accounts.add({ email, name: 'Erika', password });
  await provider.identity.accounts.add({ email: other, name: 'Otto', password });
});
afterEach(() => {
  provider.clock.aheadMs = 0;
  expect(provider.errors.splice(0)).toEqual([]);
});

const openProfile = async () => browser.submit(await browser.open('/identity/profile'), { email, password });
const valueOf = ({ html }: VisitedPage, field: string) =>
  attribute(new RegExp(`<input[^>]*name="${field}"[^>]*>`).exec(html)?.[0] ?? '', 'value');
const shownIn = (page: VisitedPage) => [valueOf(page, 'name'), valueOf(page, 'email')];
const typed = { name: 'Erika Ernst', email: 'new address@example.org', 'current-password': password };

test('what was typed into the profile is there after a new login, and nothing is saved before', async () => {
  const form = await openProfile();
  browser.forgetSession();
  const asked = await browser.submit(form, typed);
  expect(asked.html).toContain('<h1>Log in</h1>');
  for (const secret of [typed.name, typed.email, password]) expect(browser.setCookieLines.join()).not.toContain(secret);
  const back = await browser.submit(asked, { email, password });
  expect(shownIn(back)).toEqual([typed.name, typed.email]);
  expect(back.html).toContain(ended);
  expect((await provider.identity.accounts.find(email))?.name).toBe('Erika');
  expect(shownIn(await browser.open('/identity/profile'))).toEqual([typed.name, typed.email]);

  const saved = await browser.submit(back, { email });
  expect([saved.html.includes('Your changes have been saved.'), saved.html.includes(ended)]).toEqual([true, false]);
  expect(shownIn(await browser.open('/identity/profile'))).toEqual([typed.name, email]);
});

test('a language button after the end of the session keeps it, too', async () => {
  const form = await openProfile();
  browser.forgetSession();
  const asked = await browser.submit(form, { ...typed, language: 'de' });
  const back = await browser.submit(asked, { email, password });
  expect(shownIn(back)).toEqual([typed.name, typed.email]);
  expect(back.html).toContain('<h1>Profil</h1>');
});

test('it is not shown to another account, which is told so, nor after a day', async () => {
  const form = await openProfile();
  browser.forgetSession();
  const asked = await browser.submit(form, typed);
  const copy = browser.copy();
  const theirs = await copy.submit(asked, { email: other, password });
  expect(shownIn(theirs)).toEqual(['Otto', other]);
  expect(theirs.html).toContain(ofOther);
  const again = await copy.open('/identity/profile');
  expect([shownIn(again), again.html.includes(ofOther)]).toEqual([['Otto', other], false]);
  provider.clock.aheadMs = 25 * 60 * 60 * 1000;
  const late = await browser.submit(asked, { email, password });
  expect([shownIn(late), late.html.includes(ended)]).toEqual([['Erika', email], false]);
});

test('a form of one account that is sent after another has logged in changes and keeps nothing, and says so', async () => {
  const form = await openProfile();
  await browser.submit(await browser.open('/identity/sign-in'), { email: other, password });
  const entries = [typed, { name: 'Erika Ernst', email }, { ...typed, language: 'en' }];
  for (const sent of entries) {
    const told = await browser.submit(form, sent);
    expect([told.status, shownIn(told)]).toEqual([409, ['Otto', other]]);
    expect(told.html).toContain(`${ofOther} You are logged in as ${other}.`);
  }
  expect(shownIn(await browser.open('/identity/profile'))).toEqual(['Otto', other]);
  expect((await provider.identity.accounts.find(other))?.name).toBe('Otto');
});

test('what is too long to be kept does not stop the login', async () => {
  const form = await openProfile();
  browser.forgetSession();
  const asked = await browser.submit(form, { name: 'x'.repeat(5000), email });
  expect(shownIn(await browser.submit(asked, { email, password }))).toEqual(['Erika', email]);
});

/** Types into the profile, loses the session and logs in again. */
async function comeBack(): Promise<VisitedPage> {
  const form = await openProfile();
  browser.forgetSession();
  return browser.submit(await browser.submit(form, typed), { email, password });
}

test('what was kept can be discarded', async () => {
  const back = await comeBack();
  const own = await browser.submit(back, { discard: 'yes' });
  expect([shownIn(own), own.html.includes(ended)]).toEqual([['Erika', email], false]);
  expect(own.html).not.toContain('Discard these entries');
  expect((await provider.identity.accounts.find(email))?.name).toBe('Erika');
});

test('the page says what is saved beside it, in both languages and after an error', async () => {
  const back = await comeBack();
  await provider.identity.accounts.correct(email, { name: 'Erika Neu' });
  for (const [sent, text, heading] of [
    [{ language: 'de' }, `Gespeichert ist: Erika Neu, ${email}.`, 'Hinweis'],
    [{ language: 'en' }, `What is saved: Erika Neu, ${email}.`, 'Note'],
    [{ name: '' }, `What is saved: Erika Neu, ${email}.`, 'Note'],
  ] as const) {
    const page = await browser.submit(back, sent);
    expect(page.html).toMatch(
      new RegExp(`<section class="notice" aria-labelledby="note">\\s*<h2 id="note">${heading}</h2>`),
    );
    expect([sent, page.html.includes(text), valueOf(page, 'email')]).toEqual([sent, true, typed.email]);
  }
});

test('whoever opens the profile of their own account later is told nothing of it, and it waits', async () => {
  const form = await openProfile();
  browser.forgetSession();
  await browser.submit(form, typed);
  const theirs = await browser.submit(await browser.open('/identity/profile'), { email: other, password });
  expect([theirs.status, shownIn(theirs), theirs.html.includes(ofOther)]).toEqual([200, ['Otto', other], false]);
  browser.forgetSession();
  expect(shownIn(await openProfile())).toEqual([typed.name, typed.email]);
});
