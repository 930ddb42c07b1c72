import { expect, test } from '@playwright/test';

import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    show: 'Show distributions',
    name: 'Standing long jump (cm)',
    rows: [
      'male female',
      'results 25,001 25,000',
      'missing 0 1',
      'smallest 0 100',
      'median 151 149',
      'impossible: below 5 2 0',
    ],
    unusual: 'unusual: above 300 to 380 1 0',
  },
  de: {
    show: 'Verteilungen anzeigen',
    name: 'Standweitsprung (cm)',
    rows: [
      'männlich weiblich',
      'Ergebnisse 25.001 25.000',
      'fehlend 0 1',
      'kleinstes 0 100',
      'Median 151 149',
      'unmöglich: unter 5 2 0',
    ],
    unusual: 'ungewöhnlich: über 300 bis 380 1 0',
  },
};

/** Jumps of as many girls as boys: 100 to 199 cm, except two of 0, one of 310, and one missing value. */
function jumpsCsv(seed: string): Buffer {
  const rows = Array.from({ length: 50_002 }, (_, i) => {
    const jump =
      new Map([
        [1, '0'],
        [3, '0'],
        [5, '310'],
        [6, ''],
      ]).get(i) ?? String(100 + (i % 100));
    return `${i % 2 ? 'm' : 'f'},${jump},${i}${i === 0 ? seed : ''}`;
  });
  return Buffer.from(`sex,jump,line\n${rows.join('\n')}\n`);
}

test('a contributor views the distribution of the jumps in a long table', async ({ browser }, { project }) => {
  // Each language once, one of them without script.
  const language: Language = project.use.javaScriptEnabled === false ? 'de' : 'en';
  const [w, t] = [words[language], texts[language]];
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  await uploadRaw(page, language, { name: 'jumps.csv', mimeType: 'text/csv', buffer: jumpsCsv(project.name) });
  await mapColumns(page, language, [
    ['A', 'sex', 'sex|m/f'],
    ['B', 'jump', 'slj|cm'],
  ]);

  const picture = page.getByRole('img', { name: t.name });
  await expect(picture).toHaveCount(0);
  await page.getByRole('link', { name: t.show }).click();
  await expect(picture).toBeVisible();
  await page.getByText(w.showNumbers).click();
  const numbers = page.getByRole('table', { name: t.name });
  for (const row of [...t.rows, t.unusual]) {
    await expect(numbers.getByRole('row', { name: row, exact: true })).toBeVisible();
    if (row !== t.rows[0]) await expect(picture.locator('desc')).toContainText(row.split(' ')[0] ?? '');
  }
  await expectSoundScreen(page, language);
});
