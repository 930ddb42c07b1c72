import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

/** Debian's headless shell first: what Playwright brings itself is the same, and draws no window of its own. */
const installed = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Keeps Chromium from asking the network for anything of its own. */
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
 * The browser of the journeys: CHROMIUM_PATH, Playwright's own where `npx playwright install chromium`
 * has brought it (then undefined), or one that is installed. Says what to do when there is none.
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
