import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/** Debian's headless shell comes first, because it matches the browser that Playwright installs and opens no window. */
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Prevents requests that Chromium would send on its own. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The browser of the journeys: CHROMIUM_PATH, Playwright's own after `npx playwright install chromium` (then
 * undefined), or an installed one. If there is none, throws with instructions.
 */
export function chromiumPath(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  if (existsSync(chromium.executablePath())) return undefined;
  const found = installed.find((path) => existsSync(path));
  if (found) return found;
  throw new Error(
    'No Chromium for the journeys: run `npx playwright install chromium`, install the package `chromium` ' +
      'of your system, or name one in CHROMIUM_PATH.',
  );
}
