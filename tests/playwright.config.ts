import { defineConfig } from '@playwright/test';

import { chromiumArguments, chromiumPath } from './e2e/support/chromium';

/** The journeys, each with and without JavaScript, in English and German, against the built server. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/../screens/trees/{arg}{ext}',
  globalSetup: './e2e/support/global-setup.ts',
  // To end hanging tests; even a slow or busy machine needs less time.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
  },
  projects: [
    { name: 'no-js', use: { javaScriptEnabled: false } },
    { name: 'js', use: { javaScriptEnabled: true } },
  ],
});
