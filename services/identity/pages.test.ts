import { afterEach, beforeAll, expect, test } from 'vitest';

import { infoPages } from '@domain/info-pages';

import { attribute, Browser, type VisitedPage } from './testing/browser';
import { openSignIn, signInRequest } from './testing/running-provider';
import { openProvider } from '../../tests/support/open-provider';

const email = 'erika@example.org';
const password = 'correct horse battery';
const { provider } = await openProvider();

beforeAll(async () => {
  await provider.identity.accounts.add({ email, name: 'Erika', password });
});
afterEach(() => expect(provider.errors.splice(0)).toEqual([]));

/** Presses a language button, which sends the page's form, as in a browser. */
function pressLanguage(
  browser: Browser,
  page: VisitedPage,
  language: 'en' | 'de',
  typed: Record<string, string> = {},
): Promise<VisitedPage> {
  const [button = ''] = new RegExp(`<button[^>]*lang="${language}"[^>]*>`).exec(page.html) ?? [];
  expect(button).toContain('formnovalidate');
  expect(page.html).toContain(`<form id="${attribute(button, 'form')}" method="post"`);
  return browser.submit(page, { ...typed, language });
}

const newBrowser = () => new Browser(provider.origin);

test('the sign-in page has landmarks, one heading, labels, no script, and strict headers', async () => {
  const { page } = await openSignIn(newBrowser());
  expect(page.html.match(/<h1>/g)).toHaveLength(1);
  for (const part of [
    '<header class="top-bar">',
    '<nav aria-label="Main">',
    '<main id="main"',
    '<footer class="footer">',
  ]) {
    expect(page.html).toContain(part);
  }
  expect(page.html).toMatch(/<body>\s*<a class="skip-link" href="#main">Skip to content<\/a>/);
  expect(page.html).toContain('<label for="email">E-mail</label>');
  expect(page.html).toContain('<label for="password">Password</label>');
  expect(page.html).toContain('autocomplete="username"');
  expect(page.html).toContain('autocomplete="current-password"');
  expect(page.html).toMatch(/<button>\s*Log in\s*<\/button>/);
  expect(page.html).not.toMatch(/<script|style=|\son\w+=/i);
  expect(page.headers.get('content-security-policy')).toBe(
    `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self' ${provider.origin}; frame-ancestors 'none'; base-uri 'none'`,
  );
  expect(page.headers.get('referrer-policy')).toBe('same-origin');
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('content-language')).toBe('en');
});

test("the page uses the web app's stylesheet, brand mark and fonts", async () => {
  const { page } = await openSignIn(newBrowser());
  const hrefs = [...page.html.matchAll(/<link[^>]*>/g)].map(([tag]) => attribute(tag, 'href'));
  expect(hrefs).toEqual(['/assets/test.woff2', '/assets/test.css', '/logo.svg'].map((path) => provider.origin + path));
  expect(page.html).toMatch(new RegExp(`<img src="${provider.origin}/logo.svg" alt=""[^>]*>Motothek`));
});

test('the footer links to the same pages in the same order as that of the web app', async () => {
  const { page } = await openSignIn(newBrowser());
  const footer = /<footer[^]*<\/footer>/.exec(page.html)?.[0] ?? '';
  const addresses = [...footer.matchAll(/<a [^>]*>/g)].map(([tag]) => attribute(tag, 'href'));
  expect(addresses).toEqual(infoPages.map((name) => `${provider.origin}/info/${name}`));
  expect(footer).toContain('>Privacy policy</a>');
});

test('a wrong password keeps the typed e-mail address, not the password, and is reported twice', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const answer = await browser.submit(page, { email, password: 'not the password' });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('<title>Error: Log in – Motothek</title>');
  expect(answer.html).toContain('There is a problem');
  expect(
    answer.html.match(/The e-mail address or password is incorrect, or your address is not confirmed yet\./g),
  ).toHaveLength(2);
  expect(answer.html).toContain('<a href="#email">');
  expect(answer.html).toContain(`value="${email}"`);
  expect(answer.html).not.toContain('not the password');
  expect((await browser.submit(answer, { password })).address).toContain('code=');
});

test('an unknown account gets the same response as a wrong password', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const answer = await browser.submit(page, { email: 'nobody@example.org', password });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('The e-mail address or password is incorrect, or your address is not confirmed yet.');
});

test('each missing entry is named', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const answer = await browser.submit(page);
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('<a href="#email">Enter your e-mail address.</a>');
  expect(answer.html).toContain('<a href="#password">Enter a password.</a>');
});

test('with the language cookie the pages are in German', async () => {
  const browser = newBrowser();
  browser.setCookie('language', 'DE-at');
  const { page } = await openSignIn(browser);
  expect(page.html).toContain('<html lang="de">');
  expect(page.html).toContain('<title>Anmelden – Motothek</title>');
  expect(page.html).toContain('<label for="password">Passwort</label>');
  const answer = await browser.submit(page, { email, password: 'falsch' });
  expect(answer.html).toContain('<title>Fehler: Anmelden – Motothek</title>');
  expect(answer.html).toContain('Es gibt ein Problem');
  expect(answer.headers.get('content-language')).toBe('de');
});

test('the language buttons keep the entries, never a password, and set the cookie of the web app', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const german = await pressLanguage(browser, page, 'de', { email: 'typed@example.org', password: 'secret words' });
  expect([german.status, german.html.includes('<html lang="de">')]).toEqual([200, true]);
  expect(german.html).toContain('value="typed@example.org"');
  expect(german.html).not.toContain('secret words');
  expect(german.html).toContain('<title>Anmelden – Motothek</title>');
  expect(german.headers.getSetCookie().join()).toMatch(/language=DE-DE; Path=\/; SameSite=Lax; HttpOnly/);
  expect((await browser.open(page.address)).html).toContain('<html lang="de">');
  const english = await pressLanguage(browser, german, 'en', { email: 'typed@example.org' });
  expect(english.html).toContain('<html lang="en">');
  expect((await browser.submit(english, { email, password })).address).toContain('code=');
});

test('registering, a forgotten password and a new one continue in the other language with their entries', async () => {
  const typed = { email: 'new@example.org', name: 'Zoë <b>', password: 'secret words' };
  for (const [address, shown] of [
    ['/identity/register', ['value="new@example.org"', 'value="Zoë &lt;b&gt;"']],
    ['/identity/forgotten-password', ['value="new@example.org"']],
  ] as const) {
    const browser = newBrowser();
    const german = await pressLanguage(browser, await browser.open(address), 'de', typed);
    expect([address, german.status, german.html.includes('<html lang="de">')]).toEqual([address, 200, true]);
    for (const text of shown) expect(german.html).toContain(text);
    expect(german.html).not.toContain('secret words');
  }
  expect(await provider.identity.accounts.list()).toHaveLength(1);
  expect(provider.mails).toEqual([]);
});

test('the profile continues in the other language with its entries, unsaved', async () => {
  const browser = newBrowser();
  await browser.submit(await browser.open('/identity/sign-in'), { email, password });
  const page = await browser.open('/identity/profile');
  const german = await pressLanguage(browser, page, 'de', { name: 'Erika M.', 'new-password': 'secret words' });
  expect(german.html).toContain('value="Erika M."');
  expect(german.html).not.toContain('secret words');
  expect((await browser.open('/identity/profile')).html).toContain('value="Erika"');
});

test('the banner has buttons for the languages as well, and Enter in a field presses none of them', async () => {
  const page = await newBrowser().open('/identity/sign-in');
  const [header = '', rest = ''] = page.html.split('</header>');
  for (const part of [header, rest]) {
    expect(part.match(/<button[^>]*name="language"/g)).toHaveLength(2);
  }
  const [first = ''] = /<button[^>]*form="page-form"[^>]*>/.exec(page.html) ?? [];
  expect(first).toContain('aria-hidden="true"');
  expect(first).not.toContain('name=');
});

test('browsers keep the errors of a form of visitors for whoever goes back, and nothing of those who are logged in', async () => {
  const browser = newBrowser();
  const kept = async (address: string, entries: Record<string, string>) => {
    const page = await browser.submit(await browser.open(address), entries);
    return [page.status, page.headers.get('cache-control')];
  };
  const storable = [400, 'private, no-cache'];
  expect(await kept('/identity/sign-in', { email, password: 'wrong' })).toEqual(storable);
  expect(await kept('/identity/register', { email: 'nobody' })).toEqual(storable);
  expect(await kept('/identity/forgotten-password', { email: 'nobody' })).toEqual(storable);
  await browser.submit(await browser.open('/identity/sign-in'), { email, password });
  expect(await kept('/identity/profile', { name: '' })).toEqual([400, 'no-store']);
});

test('a language button on another site changes nothing', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  browser.headers = { Origin: 'https://evil.example' };
  expect((await pressLanguage(browser, page, 'de')).status).toBe(403);
});

test('on a page without a form the language buttons lead to the web app and back', async () => {
  const browser = newBrowser();
  const page = await browser.open('/identity/new-password?token=void');
  const action = `${provider.origin}/language?returnTo=${encodeURIComponent('/identity/new-password?token=void')}`;
  expect(page.html).toContain(`<form method="post" action="${action}" class="language-switch">`);
  const [german = ''] = /<button[^>]*lang="de"[^>]*>/.exec(page.html) ?? [];
  expect([attribute(german, 'value'), attribute(german, 'form')]).toEqual(['de', '']);
});

test('the eleventh attempt is refused with the time to wait, even with the right password', async () => {
  const browser = newBrowser();
  let { page } = await openSignIn(browser);
  await provider.identity.accounts.add({ email: 'limited@example.org', name: 'Limited', password });
  for (let attempt = 1; attempt <= 10; attempt++) {
    page = await browser.submit(page, { email: 'Limited@example.org', password: `wrong ${attempt}` });
    expect(page.status).toBe(400);
  }
  page = await browser.submit(page, { email: 'limited@example.org', password });
  expect(page.status).toBe(429);
  expect(page.html).toContain('Too many attempts. Try again in 15 minutes.');
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(890 - 60);

  provider.clock.aheadMs = 15 * 60 * 1000;
  expect((await browser.submit(page, { email: 'limited@example.org', password })).address).toContain('code=');
  provider.clock.aheadMs = 0;
});

test('concurrent attempts do not exceed the limit', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  await provider.identity.accounts.add({ email: 'stormed@example.org', name: 'Stormed', password });
  const entries = { email: 'stormed@example.org', password: 'wrong' };
  const answers = await Promise.all(Array.from({ length: 14 }, () => browser.submit(page, entries)));
  expect(answers.filter(({ status }) => status === 400).length).toBeLessThanOrEqual(10);
});

test('a form posted by another site is refused, whatever cookies it brings', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { 'Sec-Fetch-Site': 'cross-site' },
  ];
  for (const headers of foreign) {
    browser.headers = headers;
    const answer = await browser.submit(page, { email, password });
    expect(answer.status).toBe(403);
    expect(answer.html).toContain('This form was not accepted');
  }
  const withoutCookies = newBrowser();
  withoutCookies.headers = { Origin: 'https://evil.example' };
  const entries = { email, password };
  expect((await withoutCookies.post('/identity/sign-in', entries)).status).toBe(403);
});

test('a browser that does not report the origin of a form needs the token of the page', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  expect((await browser.submit(page, { email, password, 'form-token': 'forged' })).status).toBe(403);
  const others = (await openSignIn(newBrowser())).page;
  const stolen = attribute(/<input[^>]*name="form-token"[^>]*>/.exec(others.html)?.[0] ?? '', 'value');
  expect((await browser.submit(page, { email, password, 'form-token': stolen })).status).toBe(403);
  expect((await browser.submit(page, { email, password })).address).toContain('code=');
});

test('with the Origin of our own pages the token is not needed', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  browser.headers = { Origin: provider.origin };
  expect((await browser.submit(page, { email, password, 'form-token': '' })).address).toContain('code=');
});

test('an expired sign-in says so and offers a new one', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  await browser.submit(page, { email, password });
  const answer = await browser.submit(page, { email, password });
  expect(answer.status).toBe(400);
  expect(answer.html).toContain('This login has expired');
  expect(answer.html).toContain(`href="${provider.origin}/authentication/login"`);
});

test('a refused request of a client is shown on one of our pages', async () => {
  const browser = newBrowser();
  const request = signInRequest(provider.origin, { client_id: '<b>nobody</b>' });
  const page = await browser.open(request.address);
  expect(page.status).toBe(400);
  expect(page.html).toContain('There was an error signing in.');
  expect(page.html).toContain('Code: invalid_client');
  expect(page.html).not.toContain('<b>nobody');
});

test('unknown addresses return 404, also in German', async () => {
  const browser = newBrowser();
  expect((await browser.open('/identity/nowhere')).html).toContain('There is no page at this address.');
  browser.setCookie('language', 'de');
  const page = await browser.open('/identity/interaction/a/b/c');
  expect([page.status, page.html.includes('Nicht gefunden')]).toEqual([404, true]);
});

test('nonsensical input never causes a server error', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const action = page.address;
  const own = { Origin: provider.origin };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const requests: [string, RequestInit][] = [
    [action, { method: 'POST', headers: own, body: JSON.stringify({ email }) }],
    [action, { method: 'POST', headers: { ...own, ...form }, body: 'email=%00%ff&password=%00' }],
    [action, { method: 'POST', headers: { ...own, ...form }, body: `email=${'x'.repeat(4000)}&password=y` }],
    [action, { method: 'POST', headers: { ...own, ...form }, body: `email=a@b.de&password=${'y'.repeat(4000)}` }],
    [action, { method: 'POST', headers: { ...own, ...form }, body: `email=${'x'.repeat(20_000)}` }],
    [action, { method: 'PUT', headers: own, body: 'x' }],
    ['/identity/interaction/%00', {}],
    ['/identity/interaction/%E0%A4%A', {}],
    ['/identity/auth/%00', {}],
    ['/identity/auth?client_id=%00&scope=%00', {}],
    ['/identity/auth?client_id=motothek-web&client_id=motothek-web', {}],
    [`${signInRequest(provider.origin, { resource: 'not an address' }).address}`, {}],
    [`${signInRequest(provider.origin, { resource: 'https://elsewhere.example/api' }).address}`, {}],
    [`${signInRequest(provider.origin, { claims: '{' }).address}`, {}],
    ['/identity/session/end?id_token_hint=a.b.c', {}],
    ['/identity/session/end/confirm', { method: 'POST', headers: form, body: 'xsrf=%00' }],
    ['/identity/new-password?token=%00&token=b', {}],
    ['/identity/register?returnUrl=%00', {}],
    ['/identity/sign-in?returnUrl=//evil.example', {}],
    ['/identity/token', { method: 'POST', headers: form, body: 'grant_type=refresh_token&refresh_token=%00' }],
    [
      '/identity/token',
      {
        method: 'POST',
        headers: { ...form, Authorization: `Basic ${btoa('motothek-web:client-secret-of-the-test')}` },
        body: 'grant_type=refresh_token&refresh_token=%00',
      },
    ],
    ['/identity/token/revocation', { method: 'POST', headers: form, body: 'token=x' }],
    ['/identity//evil.example/', {}],
    ['/identity', {}],
  ];
  const statuses = [];
  for (const [address, init] of requests) {
    const { status } = await browser.request(address, init);
    statuses.push(`${status} ${init.method ?? 'GET'} ${address}`);
  }
  expect(statuses.filter((line) => line.startsWith('5'))).toEqual([]);
  expect(statuses[4]).toMatch(/^413 /);
});

test('cookies of the provider are hidden from script and limited to its path', async () => {
  const browser = newBrowser();
  const { page } = await openSignIn(browser);
  const form = new URLSearchParams({ email, password });
  const response = await browser.request(page.address, {
    method: 'POST',
    headers: { Origin: provider.origin },
    body: form,
  });
  const resumed = await browser.request(response.headers.get('location') ?? '');
  const session = resumed.headers.getSetCookie().find((line) => line.startsWith('identity-session='));
  expect(session).toMatch(/path=\/identity/i);
  expect(session).toMatch(/httponly/i);
  expect(session).toMatch(/samesite=lax/i);
  expect(session).not.toMatch(/expires/i);
});
