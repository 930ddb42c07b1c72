import { defineConfig } from '@playwright/test';

import { chromiumArguments, chromiumPath } from './e2e/support/chromium';

/** The journeys: every one with and without JavaScript, in English and German, against the built server. */
export default defineConfig({
  testDir: './e2e',
  outputDir: '../test-results',
  snapshotPathTemplate: '{testDir}/../screens/trees/{arg}{ext}',
  globalSetup: './e2e/support/global-setup.ts',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  workers: 2,
  // A machine that others use too may be late once; what passed only then is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-GB',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: chromiumPath(), args: chromiumArguments },
  },
  projects: [
    { name: 'no-js', use: { javaScriptEnabled: false } },
    { name: 'js', use: { javaScriptEnabled: true } },
  ],
});
