import { readFile } from 'node:fs/promises';

import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { readWorkbook } from '../support/read-workbook';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn } from './support/journey';
import type { Language } from './support/words';

const words = {
  en: {
    xlsx: 'Download problems',
    csv: 'Download this list (csv)',
    file: 'taken-problems',
    sheet: 'Problems',
    head: 'Row,Column',
  },
  de: {
    xlsx: 'Probleme herunterladen',
    csv: 'Diese Liste als CSV',
    file: 'taken-Probleme',
    sheet: 'Probleme',
    head: 'Zeile;Spalte',
  },
};

async function take(page: Page, link: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: link }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), path: await download.path() };
}

test('the problems of a file can be downloaded as a workbook and as csv, with every cell', async ({ browser }, {
  project,
}) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const w = words[language];
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  const seed = project.name === 'js' ? 420 : 421;
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 2, weakGrips: 23 });
  await uploadRaw(page, language, { name: 'taken.csv', mimeType: 'text/csv', buffer });
  await mapColumns(page, language, [['F', 'grip (kg)', 'handgrip|kg']]);

  const workbook = await take(page, w.xlsx);
  expect(workbook.name).toBe(`${w.file}.xlsx`);
  const rows = (await readWorkbook(workbook.path)).get(w.sheet) ?? [];
  expect(rows.filter(([row, letters]) => row !== '' && letters === 'F')).toHaveLength(25);

  const csv = await take(page, w.csv);
  expect(csv.name).toBe(`${w.file}.csv`);
  const lines = (await readFile(csv.path, 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain(w.head);
  expect(lines).toHaveLength(rows.length);
  await page.context().close();
});
