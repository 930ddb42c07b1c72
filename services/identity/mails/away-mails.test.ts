import { beforeEach, expect, test, vi } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { startProvider } from '../testing/running-provider';

const password = 'correct horse battery';
const hourMs = 60 * 60 * 1000;
const { database, provider } = await openProvider();
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  provider.clock.aheadMs = 0;
  provider.failMails(null);
  provider.holdMails(null);
  provider.mails.length = 0;
  provider.errors.length = 0;
  await database.pool.query('delete from identity.waiting_mails');
  await provider.identity.accounts.add({ email, name: 'A Person', password });
});

async function askForLink(address = email, at = provider): Promise<VisitedPage> {
  const browser = new Browser(at.origin);
  browser.headers = { 'X-Forwarded-For': `10.0.0.${people}` };
  return browser.submit(await browser.open('/identity/forgotten-password'), { email: address });
}
const error = (code: string) => Object.assign(new Error('the mail was not taken'), { code });
const waiting = async () => (await database.pool.query('select * from identity.waiting_mails')).rows;
const listed = () => provider.identity.administration.waitingMails(9);
const links = async () => {
  const account = await provider.identity.accounts.find(email);
  return (await database.pool.query('select * from identity.password_resets where account_id = $1', [account?.id]))
    .rows;
};
const askForReset = (at = provider) => askForLink(email, at);
const register = async (at = provider) => {
  const browser = new Browser(at.origin);
  return browser.submit(await browser.open('/identity/register'), {
    email: `new-${email}`,
    name: 'A Person',
    password,
  });
};
const tokens = () => provider.mails.map(({ text }) => /[?&]token=(\S+)/.exec(text)?.[1] ?? 'none');
/** The page at the link of a mail, the last one unless a number is given. */
const pageOfLink = (number = -1) => {
  const link = /\/identity\/\S*token=\S*/.exec(provider.mails.at(number)?.text ?? '')?.[0] ?? 'none';
  return new Browser(provider.origin).open(link);
};

test.each(['ECONNREFUSED', 'ENOSPC'])(
  'a mail that fails with %s waits, and its link is valid from when it is sent',
  async (code) => {
    provider.failMails(() => error(code));
    await askForLink();
    for (let hour = 0; hour < 71; hour += 1) {
      provider.clock.aheadMs = hour * hourMs;
      await provider.settled();
    }
    expect(await waiting()).toMatchObject([{ attempts: 71 }]);
    expect(await provider.identity.administration.waitingMails(9)).toMatchObject([{ recipient: email, code }]);
    provider.failMails(null);
    provider.clock.aheadMs = 71 * hourMs;
    await provider.settled();
    expect(provider.mails).toMatchObject([{ to: email, subject: 'Choose a new password for Motothek' }]);
    expect((await pageOfLink()).html).toContain('<h1>Choose a new password</h1>');
    expect(await waiting()).toEqual([]);
  },
);

test('after three days a mail is given up, and listed', async () => {
  provider.failMails(() => error('ECONNREFUSED'));
  await askForLink();
  await provider.settled();
  provider.clock.aheadMs = 72 * hourMs;
  await provider.settled();
  expect(provider.errors).toEqual(['A mail waits because it could not be sent', 'A mail was not sent']);
  expect(await listed()).toMatchObject([{ recipient: email, nextAt: null, code: 'ECONNREFUSED', attempts: 2 }]);
});

test('a registration and its mail survive an outage of the mail server', async () => {
  provider.failMails(() => error('ECONNREFUSED'));
  await register();
  await provider.settled();
  provider.failMails(null);
  provider.clock.aheadMs = 60 * hourMs;
  await provider.settled();
  const link = /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
  provider.clock.aheadMs = 83 * hourMs;
  const browser = new Browser(provider.origin);
  await browser.submit(await browser.open(link), { password });
  expect(await provider.identity.accounts.verify(`new-${email}`, password)).not.toBeNull();
});

test('a mail of a server that was killed while sending arrives once, by the next one', async () => {
  // Its mail server never answers, so its lease is all that is left of it.
  const killed = await startProvider(database.pool);
  let attempts = 0;
  killed.holdMails(() => {
    attempts += 1;
    return new Promise<never>(() => {});
  });
  await askForLink(email, killed);
  await expect.poll(() => attempts).toBe(1);
  await provider.settled();
  expect(provider.mails).toEqual([]);
  provider.clock.aheadMs = 3 * 60 * 1000;
  await provider.settled();
  await provider.settled();
  expect(provider.mails.map(({ to }) => to)).toEqual([email]);
  expect(await waiting()).toEqual([]);
});

const asked = [
  ['a confirmation', register],
  ['a reset', askForReset],
] as const;
test.each(asked)(
  'the link of %s stays valid if its server is killed after sending, and the mail comes again',
  async (_, ask) => {
    const killed = await startProvider(database.pool);
    killed.holdMails((mail) => {
      provider.mails.push(mail);
      return new Promise<never>(() => {});
    });
    await ask(killed);
    await expect.poll(() => provider.mails.length).toBe(1);
    provider.clock.aheadMs = 3 * 60 * 1000;
    await provider.settled();
    const [first, second] = tokens();
    expect(second).toBe(first);
    expect((await pageOfLink(0)).status).toBe(200);
    expect(await waiting()).toEqual([]);
  },
);

test.each(asked)('the link of %s works although the answer of the mail server was lost', async (_, ask) => {
  provider.holdMails(async (mail) => {
    provider.mails.push(mail);
    throw error('ETIMEDOUT');
  });
  await ask();
  await provider.settled();
  expect(await waiting()).toHaveLength(1);
  expect((await pageOfLink(0)).status).toBe(200);
});

test('a server that is slower than its lease neither voids nor repeats what the next one has sent', async () => {
  const slow = await startProvider(database.pool);
  let fail = (_: Error) => {};
  slow.holdMails(() => new Promise<never>((_, reject) => (fail = reject)));
  await register(slow);
  const isHeld = async () => (await waiting())[0]?.attempts;
  await expect.poll(isHeld).toBe(1);
  provider.clock.aheadMs = 3 * 60 * 1000;
  provider.failMails(() => error('ECONNREFUSED'));
  await provider.settled();
  const [postponed] = await waiting();
  fail(error('EENVELOPE'));
  await slow.close();
  expect(await waiting()).toEqual([postponed]);
  provider.failMails(null);
  provider.clock.aheadMs = hourMs;
  await provider.settled();
  expect((await pageOfLink()).status).toBe(200);
});

test('a mail server that neither takes nor refuses a mail is left before the lease of two minutes is over', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let isHeld = false;
  provider.holdMails(() => {
    isHeld = true;
    return held;
  });
  await askForLink();
  await expect.poll(() => isHeld).toBe(true);
  const limit = timers.mock.calls.find(([, ms = 0]) => ms >= 60_000 && ms < 120_000)?.[0] as (() => void) | undefined;
  timers.mockRestore();
  limit?.();
  await expect
    .poll(() => provider.errors)
    .toEqual(['A mail waits because it could not be sent'])
    .finally(release);
  expect(await waiting()).toMatchObject([{ attempts: 1 }]);
});

test('a sent mail whose order cannot be removed is not reported as not sent', async () => {
  const query = database.pool.query.bind(database.pool) as (...given: unknown[]) => unknown;
  vi.spyOn(database.pool, 'query').mockImplementation(((...given: unknown[]) => {
    const { text = '' } = given[0] as { text?: string };
    const isRemoval = text.startsWith('delete from "identity"."waiting_mails"');
    return isRemoval ? Promise.reject(error('57P01')) : query(...given);
  }) as never);
  await askForLink();
  await provider.settled().finally(() => vi.restoreAllMocks());
  expect(provider.mails).toHaveLength(1);
  expect(provider.errors).toEqual(['A mail was sent, but will be sent again because its order could not be removed']);
});

test('several servers send each mail once', async () => {
  const other = await startProvider(database.pool);
  provider.failMails(() => error('ECONNREFUSED'));
  other.failMails(() => error('ECONNREFUSED'));
  const addresses: string[] = [];
  for (let number = 0; number < 12; number += 1) {
    addresses.push(`many-${number}-${email}`);
    await provider.identity.accounts.add({ email: addresses[number]!, name: 'A Person', password });
    await askForLink(addresses[number]);
  }
  await provider.settled();
  for (const each of [provider, other]) {
    each.failMails(null);
    each.clock.aheadMs = hourMs;
  }
  await Promise.all([provider.settled(), other.settled(), provider.settled(), other.settled()]);
  const sent = [...provider.mails, ...other.mails];
  expect(sent.map(({ to }) => to).sort()).toEqual(addresses.sort());
  expect(new Set(sent.map(({ id }) => id)).size).toBe(12);
  await other.close();
});

test('no token is stored while a mail waits', async () => {
  provider.failMails(() => error('ECONNREFUSED'));
  await askForLink();
  await provider.settled();
  const stored = JSON.stringify([await waiting(), await links()]);
  expect(await waiting()).toMatchObject([{ order: { kind: 'reset', email, language: 'en' } }]);
  provider.failMails(null);
  provider.clock.aheadMs = hourMs;
  await provider.settled();
  expect(stored).not.toContain(tokens()[0]);
});

test('a stopping provider does not wait for the mail server, and the next one sends', async () => {
  const stopped = await startProvider(database.pool);
  stopped.failMails(() => error('ECONNREFUSED'));
  await askForLink(email, stopped);
  await stopped.close();
  expect(await waiting()).toHaveLength(1);
  provider.clock.aheadMs = hourMs;
  await provider.settled();
  expect(provider.mails).toMatchObject([{ to: email }]);
});

test('pages say where mails are only where they are written to a folder', async () => {
  const demonstration = await startProvider(database.pool, undefined, '/data/outbox');
  expect((await askForLink(email, demonstration)).html).toContain('It writes them to the folder /data/outbox,');
  await demonstration.close();
  expect((await askForLink()).html).not.toContain('It writes them to the folder');
});
