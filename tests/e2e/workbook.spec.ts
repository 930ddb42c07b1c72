import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { makeWorkbook, rowsXml } from '../../services/repository/ingest/testing/workbook';

import { bodyPerformanceFolder, bodyPerformanceTargets } from './support/body-performance';
import { countProblems, mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, waitUntilDone } from './support/journey';
import { words } from './support/words';

const w = words.en;

for (const name of ['body-performance.xlsx', 'body-performance.xls']) {
  test(`${name}: every sheet is mapped and checked separately`, async ({ browser }, { project }) => {
    const file = path.join(bodyPerformanceFolder, name);
    test.skip(!existsSync(file), `${file} is not there`);
    const script = project.use.javaScriptEnabled;
    test.skip(name.endsWith('.xls') === script, 'one with script, the other without');
    const page = await newVisitor(browser, 'en', script);
    await signIn(page, 'en', accounts.contributor);
    const id = await uploadRaw(page, 'en', file);
    await expectSoundScreen(page, 'en');
    // Saving the first sheet's mapping leads to the second sheet, then to the check.
    for (const [letters, column, target] of bodyPerformanceTargets) {
      await page.getByRole('combobox', { name: w.target(letters, column) }).selectOption(target);
    }
    await page.getByRole('button', { name: w.saveMapping }).first().click();
    await page.waitForURL(/table=Frauen/);
    await mapColumns(page, 'en', bodyPerformanceTargets);
    const found = { unusual: 0, locked: 0 };
    for (const sheet of ['Männer', 'Frauen']) {
      await page.goto(`/file-upload/check/${id}?table=${encodeURIComponent(sheet)}`);
      await waitUntilDone(page, 'en');
      const { unusual, locked } = await countProblems(page, 'en');
      found.unusual += unusual;
      found.locked += locked;
    }
    // As many as in the csv file with both.
    expect(found).toEqual({ unusual: 14, locked: 15 });
    await page.goto(`/file-upload/delete/${id}`);
    await page.getByRole('button', { name: w.deleteFile }).click();
    await expect(page).toHaveURL(/\/file-upload$/);
    await page.context().close();
  });
}

test('another sheet has its own targets, also when a choice was made in the one before', async ({ browser }, {
  project,
}) => {
  const script = project.use.javaScriptEnabled;
  const page = await newVisitor(browser, 'en', script);
  await signIn(page, 'en', accounts.contributor);
  const children = (first: number) =>
    Array.from({ length: 1500 }, (_, row) => [first + row, 6 + (row % 5), 110 + row / 10]);
  const sheets = {
    Ages: rowsXml([['Nr', 'age', 'height (cm)'], ...children(script ? 1 : 20_001)]),
    Heights: rowsXml([
      ['Nr', 'height (cm)', 'age'],
      ...children(script ? 40_001 : 60_001).map(([nr, age, height]) => [nr!, height!, age!]),
    ]),
  };
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const buffer = await makeWorkbook({ sheets });
  await uploadRaw(page, 'en', { name: `sheets-${script ? 'js' : 'plain'}.xlsx`, mimeType, buffer });
  const target = (letters: string, column: string) => page.getByRole('combobox', { name: w.target(letters, column) });
  await target('B', 'age').selectOption('handgrip|kg');
  await page.getByRole('link', { name: 'Heights' }).click();
  await expect(target('B', 'height (cm)')).toHaveValue('height|cm');
  await expect(target('C', 'age')).toHaveValue('age_y|a');
  await target('C', 'age').selectOption('');
  await page.getByRole('link', { name: 'Ages' }).click();
  // Only script has stored the choice as a draft.
  await expect(target('B', 'age')).toHaveValue(script ? 'handgrip|kg' : 'age_y|a');
  await expect(target('C', 'height (cm)')).toHaveValue('height|cm');
  await page.context().close();
});
