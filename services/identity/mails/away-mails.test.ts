import { beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser, type VisitedPage } from '../testing/browser';
import { startProvider } from '../testing/running-provider';

const password = 'correct horse battery';
const { database, provider } = await openProvider();
let people = 0;
let email: string;

beforeEach(async () => {
  email = `person-${++people}@example.org`;
  provider.mails.length = 0;
  provider.errors.length = 0;
  await provider.identity.accounts.add({ email, name: 'A Person', password });
});

async function askForLink(address = email): Promise<VisitedPage> {
  const browser = new Browser(provider.origin);
  browser.headers = { 'X-Forwarded-For': `10.0.0.${people}` };
  return browser.submit(await browser.open('/identity/forgotten-password'), { email: address });
}
const error = (code: string) => Object.assign(new Error('the mail was not taken'), { code });

test.each(['ECONNREFUSED', 'ENOSPC', 'EENVELOPE'])(
  'a link whose mail fails with %s does not count, and the page does not reveal the failure',
  async (code) => {
    provider.failMails(() => error(code));
    const unknown = await askForLink('nobody@example.org');
    for (let asked = 0; asked < 4; asked += 1) {
      const page = await askForLink();
      expect([page.status, page.html]).toEqual([200, unknown.html]);
      await provider.settled();
    }
    expect(provider.mails).toEqual([]);
    expect(provider.errors).toEqual(Array(4).fill('A mail was not sent'));
    provider.failMails(null);
    await askForLink();
    await provider.settled();
    expect(provider.mails).toMatchObject([{ to: email, subject: 'Choose a new password for Motothek' }]);
  },
);

test('a mail server that is soon available again gets the mail, whose link works', async () => {
  let attempts = 0;
  provider.failMails(() => (++attempts < 3 ? error('ECONNREFUSED') : null));
  await askForLink();
  await provider.settled();
  expect([attempts, provider.errors]).toEqual([3, []]);
  const link = /https?:\S*new-password\S*/.exec(provider.mails[0]?.text ?? '')?.[0] ?? '';
  expect((await new Browser(provider.origin).open(link)).html).toContain('<h1>Choose a new password</h1>');
  provider.failMails(null);
});

test('a stopping provider does not wait for the mail server', async () => {
  const stopped = await startProvider(database.pool, undefined, [3_600_000]);
  stopped.failMails(() => error('ECONNREFUSED'));
  const browser = new Browser(stopped.origin);
  await browser.submit(await browser.open('/identity/forgotten-password'), { email });
  await stopped.close();
  expect(stopped.errors).toEqual(['A mail was not sent']);
  const links = 'select * from identity.password_resets where account_id = $1';
  const account = await provider.identity.accounts.find(email);
  expect((await database.pool.query(links, [account?.id])).rows).toEqual([]);
});
