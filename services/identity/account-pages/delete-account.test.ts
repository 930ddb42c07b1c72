import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';

import { adminRole, chairRole, expertRole } from '@domain/roles';

import { openTestDatabase, type TestDatabase } from '../../../tests/support/test-database';
import type { DeletedPerson, PersonalData } from '../accounts/delete-account';
import { createAccounts } from '../accounts/accounts';
import { runAccountCommand } from '../accounts/account-commands';
import { askForConfirmation } from '../store/address-confirmations';
import { openIdentityStore } from '../store/database';
import { Browser } from '../testing/browser';
import { type RunningProvider, signInFully, startProvider } from '../testing/running-provider';
import { setUpTwoSteps } from '../testing/two-steps';

const password = 'correct horse battery';
const kept = {
  ...{ published: 3, underEmbargo: 0, embargoUntil: '', underReview: 0, unpublished: 2, shared: 1 },
  ...{ panels: 0, votes: 4, purposes: 0 },
};
let forgotten: DeletedPerson[];
let meanwhile: () => Promise<unknown>;
let provider: RunningProvider;
let pool: TestDatabase['pool'];
let browser: Browser;
let close: () => Promise<void>;
const personalData: PersonalData = {
  count: async () => {
    await meanwhile();
    return kept;
  },
  forget: (_, person) => Promise.resolve(void forgotten.push(person)),
  goOn: () => {},
};

beforeEach(async () => {
  forgotten = [];
  meanwhile = () => Promise.resolve();
  const database = await openTestDatabase();
  pool = database.pool;
  provider = await startProvider(database.pool, undefined, null, { personalData });
  browser = new Browser(provider.origin);
  close = async () => {
    await provider.close();
    await database.close();
  };
});
afterEach(async () => {
  expect(provider.errors).toEqual([]);
  await close();
});

const email = 'leaving@example.org';
async function openForm(roles: string[] = []) {
  await provider.identity.accounts.add({ email, name: 'Leaving', password, roles });
  await signInFully(browser, email, password);
  return browser.open('/identity/delete-account');
}

test('the page says what goes and what stays, in both languages', async () => {
  const form = await openForm();
  expect(form.html).toContain('<th scope="row" role="rowheader">Published data sets: 3</th>');
  expect(form.html).toContain('Unpublished uploads that you share with co-authors: 1.');
  browser.setCookie('language', 'DE-de');
  const german = await browser.open('/identity/delete-account');
  expect(german.html).toContain('<th scope="row" role="rowheader">Veröffentlichte Datensätze: 3</th>');
});

test('what is under embargo has a row of its own, which says until when, if there is any', async () => {
  const form = await openForm();
  expect(form.html).not.toContain('under embargo');
  Object.assign(kept, { underEmbargo: 2, embargoUntil: '2027-06-30' });
  onTestFinished(() => void Object.assign(kept, { underEmbargo: 0, embargoUntil: '' }));
  const page = await browser.open('/identity/delete-account');
  expect(page.html).toContain('Accepted data sets under embargo: 2');
  expect(page.html).toContain('the last one on 30 June 2027; their original files stay until then');
  browser.setCookie('language', 'DE-de');
  const german = await browser.open('/identity/delete-account');
  expect(german.html).toContain('der letzte am 30. Juni 2027; bis dahin bleiben ihre Originaldateien');
});

test('nothing happens without the typed address and the password, and both are asked for at once', async () => {
  const form = await openForm();
  const answer = await browser.submit(form, { 'confirm-email': 'other@example.org' });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain(`<a href="#confirm-email">Type ${email} to confirm`);
  expect(answer.html).toContain('<a href="#current-password">Enter your current password.</a>');
  expect(answer.html).toContain('value="other@example.org"');
  const both = await browser.submit(form, { 'confirm-email': 'other', 'current-password': 'not the password' });
  expect(both.html).toContain(`<a href="#confirm-email">Type ${email} to confirm`);
  expect(both.html).toContain('<a href="#current-password">The current password is incorrect.');
  const address = await browser.submit(form, { 'confirm-email': 'other', 'current-password': password });
  expect(address.html).toContain(`<a href="#confirm-email">Type ${email} to confirm`);
  expect(address.html).not.toContain('href="#current-password"');
  const wrong = await browser.submit(form, { 'confirm-email': email, 'current-password': 'not the password' });
  expect(wrong.html).toContain('The current password is incorrect.');
  expect([forgotten, (await provider.identity.accounts.find(email))?.email]).toEqual([[], email]);
});

test('the account is gone at once, with every session and token', async () => {
  const form = await openForm();
  const elsewhere = new Browser(provider.origin);
  await signInFully(elsewhere, email, password);
  const entries = { 'confirm-email': email.toUpperCase(), 'current-password': password };
  const done = await browser.submit(form, entries);
  expect(done.html).toContain('<h1>Your account is deleted</h1>');
  expect(forgotten).toMatchObject([{ email, name: 'Leaving', language: 'en' }]);
  for (const one of [browser, elsewhere]) {
    expect((await one.open('/identity/profile')).html).toContain('<h1>Log in</h1>');
  }
  expect(await provider.identity.accounts.verify(email, password)).toBeNull();
  expect((await browser.submit(form, entries)).html).toContain('<h1>Log in</h1>');
});

test('the page after it says the same when it is opened again, but not to another account', async () => {
  const form = await openForm();
  const { address } = await browser.submit(form, { 'confirm-email': email, 'current-password': password });
  expect((await browser.open(address)).html).toContain('<h1>Your account is deleted</h1>');
  browser.setCookie('language', 'de-DE');
  expect((await browser.open(address)).html).toContain('<h1>Ihr Konto ist gelöscht</h1>');
  await openForm();
  expect((await browser.open(address)).address).toBe(`${provider.origin}/`);
});

test('who sends the form in two windows reads in both that the account is deleted', async () => {
  const form = await openForm();
  const { accounts } = provider.identity;
  meanwhile = async () => {
    if (await accounts.find(email)) await accounts.remove(email);
  };
  const done = await browser.submit(form, { 'confirm-email': email, 'current-password': password });
  expect([done.status, done.html]).toEqual([200, expect.stringContaining('<h1>Your account is deleted</h1>')]);
  expect(forgotten).toHaveLength(1);
});

test('the deletion is in the audit, and so are the roles before it, without a name', async () => {
  const form = await openForm();
  const { accounts } = provider.identity;
  const { id } = (await accounts.find(email))!;
  await accounts.setRole(email, expertRole);
  await accounts.correct(email, { name: 'Leaving Soon' });
  const again = new Browser(provider.origin);
  await signInFully(again, email, password);
  await again.submit(await again.open('/identity/delete-account'), {
    'confirm-email': email,
    'current-password': password,
  });
  expect(form.status).toBe(200);
  const { rows } = await pool.query('select act, actor, before, after from audit.acts where account = $1 order by id', [
    id,
  ]);
  expect(rows).toEqual([
    { act: 'account-added', actor: null, before: null, after: { roles: [] } },
    { act: 'role-added', actor: null, before: { roles: [] }, after: { roles: [expertRole] } },
    { act: 'corrected', actor: null, before: null, after: null },
    { act: 'account-deleted', actor: id, before: null, after: null },
  ]);
});

test('a new address that was not confirmed is among those that are forgotten', async () => {
  const form = await openForm();
  const { id, generation } = (await provider.identity.accounts.find(email))!;
  const added = { email: 'new@example.org', language: 'en', now: new Date(), account: { id, generation } } as const;
  await askForConfirmation(openIdentityStore(pool), added);
  await browser.submit(form, { 'confirm-email': email, 'current-password': password });
  expect(forgotten).toMatchObject([{ email, otherAddresses: ['new@example.org'] }]);
});

test('the only chair is refused until there is another one, on the page and by command', async () => {
  const refused = await openForm([chairRole]);
  expect([refused.status, refused.html]).toEqual([409, expect.stringContaining('You are the only chair')]);
  let written = '';
  const parts = { write: (text: string) => void (written += text), readLine: () => Promise.resolve('') };
  const run = () => runAccountCommand(['delete', email, '--yes'], { ...parts, accounts: provider.identity.accounts });
  expect([await run(), written]).toEqual([1, expect.stringContaining('the last account with the role Chair')]);
  await provider.identity.accounts.add({ email: 'chair@example.org', name: 'Chair', password, roles: [chairRole] });
  expect((await browser.open('/identity/delete-account')).status).toBe(200);
  expect(await run()).toBe(0);
  expect(forgotten).toMatchObject([{ email, language: null }]);
});

test('the only administrator is refused, and a locked account takes the place of nobody', async () => {
  const refused = await openForm([adminRole]);
  expect([refused.status, refused.html]).toEqual([
    409,
    expect.stringContaining('the only account with the role Admin'),
  ]);
  const { accounts } = provider.identity;
  await accounts.add({ email: 'admin@example.org', name: 'Admin', password, roles: [adminRole] });
  const form = await browser.open('/identity/delete-account');
  await accounts.lock('admin@example.org');
  const entries = { 'confirm-email': email, 'current-password': password };
  expect((await browser.submit(form, entries)).status).toBe(409);
  await accounts.unlock('admin@example.org');
  expect((await browser.submit(form, entries)).html).toContain('<h1>Your account is deleted</h1>');
});

test('with two steps, a code is asked for as well', async () => {
  await provider.identity.accounts.add({ email, name: 'Leaving', password });
  const { app } = await setUpTwoSteps(browser, provider, { email, password });
  const form = await browser.open('/identity/delete-account');
  const entries = { 'confirm-email': email, 'current-password': password };
  const without = await browser.submit(form, entries);
  expect(without.html).toContain('<a href="#current-code">Enter a code.</a>');
  expect((await browser.submit(form, { ...entries, 'current-code': '000000' })).status).toBe(400);
  expect(forgotten).toEqual([]);
  const done = await browser.submit(form, { ...entries, 'current-code': app.code(1) });
  expect(done.html).toContain('<h1>Your account is deleted</h1>');
});

test('an account without a password is told where to choose one', async () => {
  const form = await openForm();
  await pool.query("update identity.accounts set password_hash = '' where email = $1", [email]);
  const refused = await browser.submit(form, { 'confirm-email': email });
  expect(refused.html).toContain('Your account has no password yet. Choose one first');
});

test('where the repository is elsewhere, the page says so, and the command does', async () => {
  const database = await openTestDatabase();
  const alone = await startProvider(database.pool);
  await alone.identity.accounts.add({ email, name: 'Leaving', password });
  const visitor = new Browser(alone.origin);
  await signInFully(visitor, email, password);
  const page = await visitor.open('/identity/delete-account');
  expect([page.status, page.html]).toEqual([404, expect.stringContaining('Ask support to delete yours.')]);
  await expect(createAccounts(database.pool).remove(email)).rejects.toThrow('no-personal-data');
  await alone.close();
  await database.close();
});
