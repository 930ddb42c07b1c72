import type { Browser, BrowserContext, Page } from '@playwright/test';

import { accounts, newVisitor, signIn } from '../e2e/support/journey';
import type { Language } from '../e2e/support/words';
import type { Screen, Visitor } from './catalogue';
import type { Places } from './places';

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Opens screens of one server, each in a browser profile of its own. */
export interface Walk {
  /** The screen, in the state the catalogue names; the caller closes its context. */
  open(screen: Screen, language: Language): Promise<Page>;
}

/** `origin`: address of the running server whose `places` were prepared. */
export function startWalk(browser: Browser, origin: string, places: Places): Walk {
  const profiles = new Map<string, Promise<StorageState>>();
  const profileOf = (visitor: Exclude<Visitor, 'nobody'>, language: Language) => {
    const key = `${visitor} ${language}`;
    const profile = profiles.get(key) ?? signedInProfile(browser, origin, visitor, language);
    profiles.set(key, profile);
    return profile;
  };
  return {
    open: async (screen, language) => {
      const page = await newVisitor(browser, language, true, origin);
      recordFaults(page);
      if (screen.visitor !== 'nobody') {
        await page.context().addCookies((await profileOf(screen.visitor, language)).cookies);
      }
      const response = await page.goto(screen.address(places), { waitUntil: 'load' });
      const status = response?.status();
      if (status !== (screen.status ?? 200)) throw new Error(`${screen.id} (${language}) answers ${status}.`);
      await screen.act?.(page, language, places);
      await page.waitForLoadState('networkidle');
      return page;
    },
  };
}

const faults = new WeakMap<Page, string[]>();

/** What the page's own script complained of, such as HTML that is not what it would have drawn itself. */
export function scriptFaults(page: Page): string[] {
  return faults.get(page) ?? [];
}

function recordFaults(page: Page): void {
  const found: string[] = [];
  faults.set(page, found);
  page.on('pageerror', (error) => found.push(error.message));
  page.on('console', (message) => {
    // An answer of 4xx is what some of the screens are.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      found.push(message.text());
    }
  });
}

async function signedInProfile(
  browser: Browser,
  origin: string,
  visitor: keyof typeof accounts,
  language: Language,
): Promise<StorageState> {
  const page = await newVisitor(browser, language, true, origin);
  await signIn(page, language, accounts[visitor]);
  const profile = await page.context().storageState();
  await page.context().close();
  return profile;
}
