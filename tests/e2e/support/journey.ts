import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Browser, type Page } from '@playwright/test';

import { demoPassword } from './server-process';
import { words, type Language } from './words';

export const accounts = {
  contributor: 'contributor@example.org',
  expert1: 'expert1@example.org',
  expert2: 'expert2@example.org',
  chair: 'chair@example.org',
  admin: 'admin@example.org',
};

/** Titles of some data sets of the demonstration, as the results name them in each language. */
export const demonstration = {
  en: {
    /** Under SUFL 1.0. */
    grip: 'Demonstration: grip strength of adults aged 18 to 82 in 2021',
    norms: 'Demonstration: norm values of eight motor tests, ages 6 to 17, 2019',
    school: 'Demonstration: motor performance of primary school pupils 2023',
  },
  de: {
    grip: 'Demonstration: Handkraft Erwachsener von 18 bis 82 Jahren 2021',
    norms: 'Demonstration: Normwerte von acht motorischen Tests, 6 bis 17 Jahre, 2019',
    school: 'Demonstration: Motorische Leistung von Grundschulkindern 2023',
  },
};

/** Rules of axe that apply to screens: WCAG 2.2 A and AA, and axe's own best practices. */
export const axeRules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The server of this worker: its address and its data folder. */
export function ownServer(): { origin: string; dataDir: string } {
  const servers = JSON.parse(process.env.E2E_SERVERS ?? '[]') as { origin: string; dataDir: string }[];
  return servers[Number(process.env.TEST_PARALLEL_INDEX)] ?? { origin: '', dataDir: '' };
}

export function origin(): string {
  return ownServer().origin;
}

/** For tests that need only one language: German with script, English without. */
export function takeTurns(language: Language, script: boolean | undefined): void {
  test.skip(script === (language === 'en'), 'in German with script, in English without');
}

const pagesWithoutScript = new WeakSet<Page>();

/** A new browser profile in a language, with or without JavaScript as the project says. */
export async function newVisitor(
  browser: Browser,
  language: Language,
  javaScriptEnabled: boolean | undefined,
  address = origin(),
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, baseURL: address });
  const value = language === 'de' ? 'DE-DE' : 'EN-GB';
  await context.addCookies([{ name: 'language', value, url: address }]);
  const page = await context.newPage();
  if (javaScriptEnabled === false) pagesWithoutScript.add(page);
  return page;
}

/** Signs in through the top bar and the provider's page, as a user does. */
export async function signIn(page: Page, language: Language, email: string): Promise<void> {
  const w = words[language];
  await page.goto('/');
  await page.getByRole('link', { name: w.login, exact: true }).click();
  await page.getByLabel(w.email, { exact: true }).fill(email);
  await page.getByLabel(w.password, { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: w.logIn, exact: true }).click();
  await expect(page.getByRole('link', { name: w.hello })).toBeVisible();
}

/** Expects what every screen needs: language, title, one h1, skip link, landmarks, and no finding of axe. */
export async function expectSoundScreen(page: Page, language: Language): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page).toHaveTitle(/ – Motothek$|^Motothek/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect(page.getByRole(landmark)).toHaveCount(1);
  }
  await expectAccessible(page);
}

/** The rules of axe for a page. Asking only for violations saves the description of all other elements. */
export function startAxe(page: Page): AxeBuilder {
  // Legacy mode suffices without frames of another origin, and the usual mode opens another page each time.
  return new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(axeRules);
}

/**
 * Applies the rules of axe to a page without script. axe needs timers, which such a page does not have, so the same
 * HTML is loaded without its scripts into a second page that has them. With script, accessibility.spec.ts covers the
 * screens of the catalogue and their contrasts, which take three quarters of the time of axe.
 */
async function expectAccessible(page: Page): Promise<void> {
  if (!pagesWithoutScript.has(page)) return;
  const html = (await page.content())
    .replace(/<script[^]*?<\/script>/g, '')
    .replace(/<link[^>]*modulepreload[^>]*>/g, '');
  if (!isNewMarkup(html)) return;
  const twin = await openTwin(page, html);
  const { violations } = await startAxe(twin).disableRules('color-contrast').analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, page.url()).toEqual([]);
}

const markupSeen = new Set<string>();

/** Whether a page differs from all previous ones in more than texts and numbers. */
function isNewMarkup(html: string): boolean {
  const markup = html
    .replace(/>[^<]*\S[^<]*</g, '>text<')
    .replace(/ (value|href|action|content|lang|src|alt|title|placeholder|aria-label)="[^"]+"/g, ' $1="text"')
    .replace(/\d+/g, '0');
  const isNew = !markupSeen.has(markup);
  markupSeen.add(markup);
  return isNew;
}

/** Reused for all pages of a browser, so that styles and fonts come from its cache. */
const twins = new WeakMap<Browser, Page>();

async function openTwin(page: Page, html: string): Promise<Page> {
  const address = page.url();
  const browser = page.context().browser()!;
  const twin = twins.get(browser) ?? (await (await browser.newContext({ javaScriptEnabled: true })).newPage());
  twins.set(browser, twin);
  await twin.unrouteAll();
  await twin.route(address, (route) => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }));
  await twin.goto(address);
  return twin;
}

/** Waits for the hydration of a page with script. React marks each hydrated element. */
export async function waitForScript(page: Page): Promise<void> {
  // Without named functions: the scripts that tsx runs mark them with a helper that the page does not have.
  await page.waitForFunction(() => {
    const hasScript = document.querySelector('script[type="module"]') !== null;
    const marks = Object.entries(document) as [string, { stateNode?: { current: HydratedRoot } }][];
    const root = marks.find(([name]) => name.startsWith('__reactContainer'))?.[1].stateNode?.current;
    return !hasScript || root?.memoizedState?.isDehydrated === false;
  });
  // Effects, which listen to what is typed, run after that. Without a timeout, a page that draws nothing may never be told.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
}

/** What React knows of a page, as far as it is needed here. */
interface HydratedRoot {
  memoizedState?: { isDehydrated?: boolean };
}

/** Reloads a waiting page with its button, as often as needed. */
export async function waitUntilDone(page: Page, language: Language): Promise<void> {
  const refresh = page.getByRole('button', { name: words[language].refresh, exact: true });
  await expect(async () => {
    if ((await refresh.count()) > 0) await refresh.first().click();
    // A page that is still empty has no button either.
    await page.waitForLoadState();
    expect(await refresh.count()).toBe(0);
  }).toPass();
}
