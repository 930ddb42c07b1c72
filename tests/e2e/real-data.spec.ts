import { existsSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from '@playwright/test';

import { bodyPerformanceFolder, bodyPerformanceTargets } from './support/body-performance';
import { countProblems, mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn, takeTurns } from './support/journey';
import { words, type Language } from './support/words';

const german: [string, string, string][] = [
  ['A', 'Alter', 'age_y|a'],
  ['B', 'Geschlecht', 'sex|m/w'],
  ['C', 'Größe (cm)', 'height|cm'],
  ['D', 'Gewicht (kg)', 'mass|kg'],
  ['H', 'Handkraft (kg)', 'handgrip|kg'],
  ['I', 'Sit and Reach (cm)', 'sitreach|cm'],
  ['K', 'Standweitsprung (cm)', 'slj|cm'],
];

/** Number of impossible and unusual cells in each file, according to the bounds of the vocabulary. */
const files: [
  name: string,
  language: Language,
  columns: typeof bodyPerformanceTargets,
  locked: number,
  unusual: number,
][] = [
  ['body-performance.csv', 'en', bodyPerformanceTargets, 15, 14],
  ['body-performance-clean.csv', 'en', bodyPerformanceTargets, 0, 14],
  ['body-performance-de.csv', 'de', german, 15, 14],
];

for (const [name, language, columns, locked, unusual] of files) {
  test(`${name}: exactly ${locked} impossible and ${unusual} unusual cells are reported`, async ({ browser }, {
    project,
  }) => {
    const file = path.join(bodyPerformanceFolder, name);
    test.skip(!existsSync(file), `${file} is not there`);
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    const id = await uploadRaw(page, language, file);
    await mapColumns(page, language, columns);
    expect(await countProblems(page, language)).toMatchObject({ unusual, locked });
    // Another journey may upload the same file, and an identical one would be refused.
    await page.goto(`/file-upload/delete/${id}`);
    await page.getByRole('button', { name: words[language].deleteFile }).click();
    await expect(page).toHaveURL(/\/file-upload$/);
    await page.context().close();
  });
}
