import type { Browser, BrowserContext, Cookie, Page } from '@playwright/test';

import { accounts, newVisitor, signIn, waitForScript } from '../e2e/support/journey';
import type { Language } from '../e2e/support/words';
import type { Screen, Visitor } from './catalogue';
import type { ScreenIds } from './screen-ids';

/** Opens screens of one server. */
export interface Walk {
  /** Opens the screen in the state of the catalogue. The caller closes the page. */
  open(screen: Screen, language: Language): Promise<Page>;
}

/** A visitor's browser profile, kept for its cache, and the cookies with which each screen starts. */
interface Profile {
  context: BrowserContext;
  cookies: Cookie[];
}

/** `origin`: address of the running server with the prepared `ids`. */
export function startWalk(browser: Browser, origin: string, ids: ScreenIds): Walk {
  const profiles = new Map<string, Promise<Profile>>();
  const profileOf = (visitor: Visitor, language: Language) => {
    const key = `${visitor} ${language}`;
    const profile = profiles.get(key) ?? openProfile(browser, origin, visitor, language);
    profiles.set(key, profile);
    return profile;
  };
  return {
    open: async (screen, language) => {
      const { context, cookies } = await profileOf(screen.visitor, language);
      // Another screen may have changed the session or left a message.
      await context.clearCookies();
      await context.addCookies(cookies);
      const page = await context.newPage();
      recordErrors(page);
      const response = await page.goto(screen.address(ids), { waitUntil: 'load' });
      const status = response?.status();
      if (status !== (screen.status ?? 200)) throw new Error(`${screen.id} (${language}) answers ${status}.`);
      await waitForScript(page);
      await screen.act?.(page, language, ids);
      await page.waitForLoadState('networkidle');
      return page;
    },
  };
}

async function openProfile(browser: Browser, origin: string, visitor: Visitor, language: Language): Promise<Profile> {
  const page = await newVisitor(browser, language, true, origin);
  if (visitor !== 'nobody') await signIn(page, language, accounts[visitor]);
  const context = page.context();
  await page.close();
  return { context, cookies: await context.cookies() };
}

const errors = new WeakMap<Page, string[]>();

/** Errors reported by the page's own script, for example that the HTML differs from what it would render itself. */
export function scriptErrors(page: Page): string[] {
  return errors.get(page) ?? [];
}

function recordErrors(page: Page): void {
  const found: string[] = [];
  errors.set(page, found);
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    // Some screens have a 4xx status on purpose.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      found.push(message.text());
    }
  });
}
