import { beforeEach, expect, test } from 'vitest';

import { openProvider } from '../../../tests/support/open-provider';
import { Browser } from '../testing/browser';
import { signInFully } from '../testing/running-provider';

const password = 'correct horse battery';
const { provider } = await openProvider();
const { accounts } = provider.identity;
let browser: Browser;

beforeEach(() => {
  browser = new Browser(provider.origin);
  provider.mails.length = 0;
});

test('nobody gets more mails because whoever enters their address confirms another one in between', async () => {
  await accounts.add({ email: 'a@example.org', name: 'A Person', password });
  await signInFully(browser, 'a@example.org', password);
  const enter = async (email: string) => {
    await browser.submit(await browser.open('/identity/profile'), { email, 'current-password': password });
    await provider.settled();
    return new URL(/https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? provider.origin);
  };
  const links: URL[] = [];
  for (let round = 1; round <= 3; round += 1) {
    for (let time = 0; time < 2; time += 1) links.push(await enter('victim@example.org'));
    const own = await browser.open((await enter(`a-${round}@example.org`)).href);
    expect((await browser.submit(own)).status).toBe(200);
  }
  expect(provider.mails.filter(({ to }) => to === 'victim@example.org')).toHaveLength(3);
  expect((await browser.open(links[0]!.href)).status).toBe(400);
  expect((await browser.open('/identity/profile')).html).not.toContain('victim@example.org');
});

test('a used link for a new password stays void if its mail is sent again', async () => {
  await accounts.add({ email: 'b@example.org', name: 'B Person', password });
  const link = () => /https?:\S*new-password\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
  provider.holdMails(async (mail) => {
    provider.mails.push(mail);
    throw Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' });
  });
  await browser.submit(await browser.open('/identity/forgotten-password'), { email: 'b@example.org' });
  await provider.settled();
  const used = link();
  expect((await browser.submit(await browser.open(used), { password: 'another good password' })).status).toBe(200);
  provider.holdMails(null);
  provider.clock.aheadMs = 60 * 60 * 1000;
  await provider.settled();
  expect((await browser.open(used)).status).toBe(400);
});

test.each([
  ['en', 'You are logged in as c-en@example.org, and this address is confirmed.', 'Profile', 'Back to Motothek'],
  ['de', 'Sie sind als c-de@example.org angemeldet, und diese Adresse ist bestätigt.', 'Profil', 'Zurück zur Motothek'],
])(
  'whoever opens a used confirmation again is told so and led on if they are logged in (%s)',
  async (language, ...texts) => {
    const [told, profile, home] = texts;
    browser.setCookie('language', language);
    const typed = { email: `c-${language}@example.org`, name: 'C Person', password };
    await browser.submit(await browser.open('/identity/register'), typed);
    await provider.settled();
    const link = /https?:\S*confirm-address\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
    await browser.submit(await browser.open(link));
    const again = await browser.open(link);
    expect([again.status, again.html.includes(told!)]).toEqual([400, true]);
    expect(again.html).toContain(`<a href="/identity/profile">${profile}</a>`);
    expect(again.html).toContain(`<a href="${provider.origin}/">${home}</a>`);
    expect(again.html).not.toContain('/identity/register');
  },
);

test('a mailed link opens in the language of its mail where nobody has chosen one', async () => {
  await accounts.add({ email: 'd@example.org', name: 'D Person', password });
  browser.setCookie('language', 'DE-DE');
  for (const [page, entries] of [
    ['register', { email: 'new-d@example.org', name: 'D Person', password }],
    ['forgotten-password', { email: 'd@example.org' }],
  ] as const) {
    await browser.submit(await browser.open(`/identity/${page}`), { ...entries });
    await provider.settled();
    const link = /https?:\S*token=\S*/.exec(provider.mails.at(-1)?.text ?? '')?.[0] ?? '';
    const [fresh, english] = [new Browser(provider.origin), new Browser(provider.origin)];
    english.setCookie('language', 'EN-GB');
    const opened = await fresh.open(link);
    expect([opened.status, opened.html.includes('<html lang="de">')]).toEqual([200, true]);
    expect((await fresh.open('/identity/sign-in')).html).toContain('<html lang="de">');
    expect((await english.open(link)).html).toContain('<html lang="en">');
  }
});
