import { beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { deleteAccount } from '../accounts/delete-account';
import { findAccountById } from '../store/accounts';
import { openIdentityStore } from '../store/database';
import { Browser } from '../testing/browser';
import { startProvider } from '../testing/running-provider';

const password = 'correct horse battery';
const hourMs = 60 * 60 * 1000;
const { database, provider } = await openProvider();
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  provider.clock.aheadMs = 0;
  provider.failMails(() => Object.assign(new Error('the mail was not taken'), { code: 'EENVELOPE' }));
  provider.mails.length = 0;
  provider.errors.length = 0;
  await database.pool.query('delete from identity.waiting_mails');
  await provider.identity.accounts.add({ email, name: 'A Person', password });
});

async function post(page: string, fields: Record<string, string>) {
  const browser = new Browser(provider.origin);
  browser.headers = { 'X-Forwarded-For': `10.0.0.${people}` };
  return browser.submit(await browser.open(`/identity/${page}`), fields);
}
const askForLink = (address = email) => post('forgotten-password', { email: address });
const register = () => post('register', { email: `new-${email}`, name: 'A Person', password });
const listed = () => provider.identity.administration.waitingMails(9);
const waiting = async () => (await database.pool.query('select * from identity.waiting_mails')).rows;
const links = async () => (await database.pool.query('select * from identity.password_resets')).rows;

test('a mail that is refused for good is listed, its link does not count, and the page does not reveal it', async () => {
  const unknown = await askForLink('nobody@example.org');
  for (let asked = 0; asked < 4; asked += 1) {
    const page = await askForLink();
    expect([page.status, page.html]).toEqual([200, unknown.html]);
    await provider.settled();
  }
  expect(provider.errors).toEqual(Array(4).fill('A mail was not sent'));
  expect(await links()).toEqual([]);
  // However often a link was asked for: anybody can do that.
  expect(await listed()).toMatchObject([{ recipient: email, kind: 'reset', nextAt: null, code: 'EENVELOPE' }]);
  expect(await provider.identity.administration.countWaitingMails()).toBe(1);
  provider.failMails(null);
  provider.clock.aheadMs = 24 * hourMs;
  await provider.settled();
  expect(provider.mails).toEqual([]);
});

test('a refused mail is sent again or discarded, once', async () => {
  await askForLink();
  await register();
  await provider.settled();
  const [reset, confirmation] = await listed();
  expect(confirmation).toMatchObject({ recipient: `new-${email}`, nextAt: null });
  provider.failMails(null);
  const { orderMail } = provider.identity.administration;
  expect(await orderMail(reset!.id, 'send', null)).toBe(true);
  await provider.settled();
  expect(provider.mails.map(({ to }) => to)).toEqual([email]);
  const link = /\/identity\/\S*token=\S*/.exec(provider.mails[0]?.text ?? '')?.[0] ?? 'none';
  expect((await new Browser(provider.origin).open(link)).html).toContain('<h1>Choose a new password</h1>');
  expect(await orderMail(reset!.id, 'discard', null)).toBe(false);
  expect(await orderMail(confirmation!.id, 'discard', null)).toBe(true);
  expect(await waiting()).toEqual([]);
});

test('a refused mail goes with its account, also after the address has changed', async () => {
  const { administration, accounts } = provider.identity;
  await askForLink();
  await provider.settled();
  const { id } = (await accounts.find(email))!;
  const { version } = (await administration.find(id))!;
  const order = { act: 'correct', name: 'A Person', email: `later-${email}`, version } as const;
  await administration.order(id, order, { actor: null, language: 'en' });
  const { generation } = (await findAccountById(openIdentityStore(database.pool), id))!;
  const personalData = { count: () => Promise.reject(new Error()), forget: async () => {}, goOn: () => {} };
  await deleteAccount(openIdentityStore(database.pool), personalData, { id, generation, language: null, actor: null });
  expect(await waiting()).toEqual([]);
});

test('a refused mail is kept as long as the settings say, that of a registration no longer than it', async () => {
  await register();
  await askForLink();
  await provider.settled();
  expect(await listed()).toHaveLength(2);
  const startedLater = async (days: number) => {
    const later = await startProvider(database.pool, undefined, null, { aheadMs: days * 24 * hourMs, keepMailDays: 7 });
    await later.close();
    return (await listed()).map(({ kind }) => kind);
  };
  expect(await startedLater(2)).toEqual(['reset']);
  expect(await startedLater(9)).toEqual(['reset']);
  expect(await startedLater(11)).toEqual([]);
});
