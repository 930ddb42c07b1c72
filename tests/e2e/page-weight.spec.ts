import { expect, test, type Browser, type Page } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { uploadRaw } from './support/contributor';
import { accounts, newVisitor, origin, signIn } from './support/journey';
import { loadPage, type PageLoad } from './support/page-load';

/** Limits of the product for the home page in bytes, compressed with gzip. */
const htmlAndCssBar = 30_000;
const scriptBar = 110_000;

/** The standard rates a layout shift (CLS) below 0.1 as good; a tenth of it is required here. */
const layoutShiftBar = 0.01;

/** Half a day, the minimum for responses that may be cached. */
const longSeconds = 43_200;

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'weighs what a browser with script loads');

/** Loads an address with an empty cache in the session of the page. */
async function freshLoad(browser: Browser, page: Page, address: string): Promise<PageLoad> {
  const context = await browser.newContext({ baseURL: origin(), storageState: await page.context().storageState() });
  const load = await loadPage(await context.newPage(), address);
  await context.close();
  return load;
}

function expectQuick({ responses, errors, layoutShift }: PageLoad, address: string): void {
  expect(errors, address).toEqual([]);
  expect(layoutShift, address).toBeLessThan(layoutShiftBar);
  expect(responses.length, address).toBeGreaterThan(2);
  for (const response of responses) {
    const url = new URL(response.url());
    expect(url.origin, response.url()).toBe(origin());
    const cache = response.headers()['cache-control'] ?? '';
    if (url.pathname.startsWith('/assets/')) {
      expect(cache, response.url()).toBe('public, max-age=31536000, immutable');
    } else if (['image', 'font'].includes(response.request().resourceType())) {
      const [, age = '0'] = /^public, max-age=(\d+)/.exec(cache) ?? [];
      expect(Number(age), response.url()).toBeGreaterThanOrEqual(longSeconds);
    }
  }
}

for (const language of ['en', 'de'] as const) {
  test(`home is light, and its script does not block (${language})`, async ({ browser }) => {
    const page = await newVisitor(browser, language, true);
    const load = await freshLoad(browser, page, '/');
    expectQuick(load, '/');
    expect(load.packed.html + load.packed.css).toBeLessThanOrEqual(htmlAndCssBar);
    expect(load.packed.html + load.packed.css).toBeGreaterThan(1000);
    expect(load.packed.script).toBeLessThanOrEqual(scriptBar);
    expect(load.packed.script).toBeGreaterThan(10_000);
    await page.goto('/');
    const blocking = page.locator('script[src]:not([defer]):not([async]):not([type="module"])');
    expect(await blocking.count()).toBe(0);
    await page.context().close();
  });
}

test('every kind of screen loads without errors, shifts or requests to other hosts', async ({ browser }) => {
  const visitor = await newVisitor(browser, 'en', true);
  const contributor = await newVisitor(browser, 'en', true);
  await signIn(contributor, 'en', accounts.contributor);
  const buffer = gripStudyCsv(7001, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(contributor, 'en', { name: 'weight.csv', mimeType: 'text/csv', buffer });
  const expert = await newVisitor(browser, 'en', true);
  await signIn(expert, 'en', accounts.expert1);
  const screens: [Page, string][] = [
    [visitor, '/?q='],
    [visitor, '/data-set/1'],
    [visitor, '/compare?test=slj'],
    [visitor, '/info/manual'],
    [visitor, '/authentication/login'],
    [contributor, '/file-upload'],
    [contributor, `/file-upload/data/${id}`],
    [contributor, `/file-upload/meta/${id}`],
    [expert, '/editorial-board/vote/1r'],
  ];
  for (const [page, address] of screens) {
    expectQuick(await freshLoad(browser, page, address), address);
  }
  for (const page of [visitor, contributor, expert]) await page.context().close();
});

test('text is compressed for clients that accept it, and unchanged files are not sent again', async ({ request }) => {
  const home = await request.get(`${origin()}/`);
  expect(home.headers()['content-encoding']).toBe('gzip');
  expect(home.headers()['vary']).toContain('Accept-Encoding');
  const [, stylesheet] = /href="(\/assets\/[^"]+\.css)"/.exec(await home.text()) ?? [];
  const style = await request.get(origin() + stylesheet, { headers: { 'Accept-Encoding': 'gzip, br' } });
  expect(style.headers()['content-encoding']).toBe('br');
  const again = await request.get(origin() + stylesheet, { headers: { 'If-None-Match': style.headers()['etag']! } });
  expect(again.status()).toBe(304);
});

test('a page rendered for one user is never sent to another', async ({ browser, request }) => {
  const contributor = await newVisitor(browser, 'en', true);
  await signIn(contributor, 'en', accounts.contributor);
  const address = `${origin()}/?q=shared-page`;
  const read = async (headers?: Record<string, string>) => {
    const response = await request.get(address, { headers });
    const { etag: tag = '', 'content-security-policy': policy = '' } = response.headers();
    return { text: await response.text(), policy, tag };
  };
  await test.step('visitors get the same page, whose policy names its scripts, and get it once', async () => {
    const answers = [await read(), await read(), await read({ Cookie: 'language=DE-DE' })];
    expect(answers[1]).toEqual(answers[0]);
    for (const { text, policy } of answers) {
      expect(text).not.toContain('nonce=');
      expect(policy).toMatch(/script-src 'self'(?: 'sha256-[\w+/=]{44}')+;/);
    }
    expect(answers[0]!.text).toContain('<html lang="en"');
    expect(answers[2]!.text).toContain('<html lang="de"');
    const again = await request.get(address, { headers: { 'If-None-Match': answers[0]!.tag } });
    expect([again.status(), await again.text()]).toEqual([304, '']);
  });
  await test.step('signed-in users see their own page, and visitors see nothing of it', async () => {
    const own = await contributor.goto('/?q=shared-page');
    expect(await own!.text()).toContain('Demo Contributor');
    expect(await own!.text()).toContain('name="form-token"');
    expect(own!.headers()['cache-control']).toBe('private, no-store');
    const { text } = await read();
    expect(text).not.toContain('Demo Contributor');
    expect(text).not.toContain('name="form-token"');
  });
  await test.step('a message for one user is shown only to that user', async () => {
    const { name, value } = await flashOfRefusedDownload(contributor);
    const shown = await request.get(address, { headers: { Cookie: `${name}=${value}` } });
    expect(await shown.text()).toContain('role="alert"');
    expect(shown.headers()['set-cookie']).toContain(`${name}=;`);
    expect((await read()).text).not.toContain('role="alert"');
  });
  await contributor.context().close();
});

/** A cookie with a message, as a refused download sets it. */
async function flashOfRefusedDownload(page: Page): Promise<{ name: string; value: string }> {
  const response = await page.request.post('/search/download', {
    form: { nr: '999999' },
    headers: { Origin: origin() },
    maxRedirects: 0,
  });
  const [, value = ''] = /flash=([^;]+)/.exec(response.headers()['set-cookie'] ?? '') ?? [];
  expect(value, `${response.status()}`).not.toBe('');
  return { name: 'flash', value };
}
