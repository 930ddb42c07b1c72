import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { writeSampleCsv } from '../bench/sample-csv';
import { gripStudyCsv } from '../fixtures/grip-study';
import { uploadInterrupted } from '../resume/interrupted-upload';
import { accounts, newVisitor, signIn, waitForScript } from './support/journey';
import { words } from './support/words';

const w = words.en;

test.skip(({ javaScriptEnabled }) => !javaScriptEnabled, 'a form without script cannot resume');

test('an upload continues after cuts, a closed tab and a killed server, and every byte arrives', async ({
  browser,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-resume-'));
  try {
    const file = path.join(folder, 'interrupted.csv');
    await writeSampleCsv(file, 150_000_000);
    const { bytes, sent, keptPercent, isEqual } = await uploadInterrupted(browser, file);
    expect(isEqual).toBe(true);
    expect(keptPercent).toBeGreaterThan(10);
    // About ten megabytes are in transit at each of seven interruptions. Starting again each time would send four
    // files.
    expect(sent).toBeLessThan(bytes * 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const language of ['en', 'de'] as const) {
  test(`a lost connection is reported, and the upload can be cancelled (${language})`, async ({ browser }) => {
    const page = await newVisitor(browser, language, true);
    await signIn(page, language, accounts.contributor);
    await page.route('**/file-upload/part/**', (route) => route.abort('connectionreset'));
    await page.goto('/file-upload');
    // Before script has loaded, the form is sent as a plain one.
    await waitForScript(page);
    const buffer = gripStudyCsv(language === 'en' ? 71 : 72, 'international', { zeroGrips: 0, weakGrips: 0 });
    const field = page.getByLabel(words[language].rawFile);
    await field.setInputFiles({ name: 'lost.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: words[language].uploadRaw }).click();
    await expect(page.getByRole('button', { name: words[language].tryNow })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeVisible();

    await page.unroute('**/file-upload/part/**');
    await page.getByRole('button', { name: words[language].cancelUpload }).click();
    await expect(page.getByRole('alert').filter({ hasText: words[language].stopped })).toBeVisible();
    await expect(page.getByRole('progressbar')).toBeHidden();
    await page.context().close();
  });
}

test('an unfinished upload is listed with its last day, and can be deleted without script', async ({ browser }) => {
  const page = await newVisitor(browser, 'en', true);
  await signIn(page, 'en', accounts.contributor);
  await page.route('**/file-upload/part/**', (route) => route.abort('connectionreset'));
  await page.goto('/file-upload');
  await waitForScript(page);
  const buffer = gripStudyCsv(73, 'international', { zeroGrips: 0, weakGrips: 0 });
  await page.getByLabel(w.rawFile).setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: w.uploadRaw }).click();
  await expect(page.getByRole('button', { name: w.tryNow })).toBeVisible();

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: new URL(page.url()).origin,
    storageState: await page.context().storageState(),
  });
  const later = await plain.newPage();
  await later.goto('/file-upload');
  const list = later.getByRole('region', { name: 'unfinished upload' });
  await expect(list).toContainText('half.csv');
  await expect(list).toContainText('kept until');
  await list.getByRole('button', { name: 'Delete half.csv' }).click();
  await expect(later.getByText('The unfinished upload has been deleted.')).toBeVisible();
  await expect(later.getByText('half.csv')).toBeHidden();
  await plain.close();
  await page.context().close();
});

test('files dropped beside the field are chosen and uploaded', async ({ browser }) => {
  const page = await newVisitor(browser, 'en', true);
  await signIn(page, 'en', accounts.contributor);
  await page.goto('/file-upload');
  await waitForScript(page);
  const text = gripStudyCsv(74, 'international', { zeroGrips: 0, weakGrips: 0 }).toString('utf8');
  const dropped = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'dropped.csv', { type: 'text/csv' }));
    return transfer;
  }, text);
  const zone = page.locator('.drop-zone').first();
  for (const kind of ['dragenter', 'dragover', 'drop']) {
    await zone.dispatchEvent(kind, { dataTransfer: dropped });
  }
  await expect(zone.getByText('dropped.csv')).toBeVisible();
  await page.getByRole('button', { name: w.uploadRaw }).click();
  await page.waitForURL(/\/file-upload\/data\/\d+r/);
  await expect(page.getByText('dropped.csv').first()).toBeVisible();
  await page.context().close();
});
