import { beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser } from '../testing/browser';

const password = 'correct horse battery';
const { provider } = await openProvider();
const { accounts } = provider.identity;
let people = 0;
let email: string;
let owner: Browser;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  owner = new Browser(provider.origin);
  // Mails of the test before may still be on their way.
  await provider.settled();
  provider.mails.length = 0;
});

/** Somebody else registers with the address more often than registrations are looked at. */
async function crowd(times = 11): Promise<void> {
  const stranger = new Browser(provider.origin);
  const form = await stranger.open('/identity/register');
  const entries = { email, name: 'Mallory', password: 'the password of a stranger' };
  for (let time = 0; time < times; time += 1) await stranger.submit(form, entries);
  await provider.settled();
}

async function registerOwner(): Promise<string> {
  await owner.submit(await owner.open('/identity/register'), { email, name: 'The Owner', password });
  await provider.settled();
  return /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
}

test('registrations of others after a link was mailed do not keep its owner out', async () => {
  const link = await registerOwner();
  await crowd();
  const question = await owner.open(link);
  expect(question.html).not.toContain('type="password"');
  await owner.submit(question);
  expect((await accounts.verify(email, password))?.name).toBe('The Owner');
});

test('in another browser, the password of a crowded registration is right', async () => {
  const link = await registerOwner();
  await crowd();
  const elsewhere = new Browser(provider.origin);
  await elsewhere.submit(await elsewhere.open(link), { password });
  expect((await accounts.verify(email, password))?.name).toBe('The Owner');
});

test('a registration between those of others is found by its browser, with any link', async () => {
  await crowd(3);
  const linkOfStranger = await registerOwner();
  await crowd();
  const question = await owner.open(linkOfStranger);
  expect(question.html).not.toContain('type="password"');
  await owner.submit(question);
  expect((await accounts.verify(email, password))?.name).toBe('The Owner');
});

test('of several registrations in one browser the newest counts, whichever link is opened', async () => {
  const first = await registerOwner();
  await owner.submit(await owner.open('/identity/register'), { email, name: 'Corrected', password });
  await owner.submit(await owner.open(first));
  expect((await accounts.verify(email, password))?.name).toBe('Corrected');
});
