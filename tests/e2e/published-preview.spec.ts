import { expect, test } from '@playwright/test';

import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    link: 'What others will see',
    heading: 'This is what others will see',
    columns: 'Columns that are published',
    withheld: 'Columns that are left out or made less detailed',
    converted: 'converted from m to cm',
    next: 'Next rows',
    change: 'Change target of column G note',
    check: 'Go to the check',
  },
  de: {
    link: 'So sehen andere Ihre Daten',
    heading: 'So sehen andere Ihre Daten',
    columns: 'Spalten, die veröffentlicht werden',
    withheld: 'Spalten, die weggelassen oder vergröbert werden',
    converted: 'umgerechnet von m in cm',
    next: 'Nächste Zeilen',
    change: 'Ändern Ziel der Spalte G note',
    check: 'Zur Prüfung',
  },
};

const targets: [letters: string, name: string, value: string][] = [
  ['A', 'child', 'person_id|'],
  ['B', 'sex', 'sex|m/f'],
  ['C', 'born', 'birth_date|'],
  ['D', 'tested', 'test_date|'],
  ['E', 'code', 'postal_code|'],
  ['F', 'jump', 'slj|m'],
  ['G', 'note', 'remark|'],
];

/** Children with many values that are not published. */
function childrenCsv(seed: string): Buffer {
  const rows = Array.from({ length: 300 }, (_, i) => {
    const born = `${String(1 + (i % 28)).padStart(2, '0')}.03.2009`;
    return `child-${i},${i % 2 ? 'm' : 'f'},${born},17.06.2019,76131,1.${10 + (i % 80)},hidden ${seed},${i}`;
  });
  return Buffer.from(`child,sex,born,tested,code,jump,note,shirt\n${rows.join('\n')}\n`);
}

test('a contributor previews what will be published', async ({ browser }, { project }) => {
  // Each language once, one of them without script.
  const language: Language = project.use.javaScriptEnabled === false ? 'de' : 'en';
  const [w, t] = [words[language], texts[language]];
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  const file = { name: `children-${project.name}.csv`, mimeType: 'text/csv', buffer: childrenCsv(project.name) };
  const id = await uploadRaw(page, language, file);
  await mapColumns(page, language, targets);
  await page.getByRole('link', { name: t.link, exact: true }).click();

  await expect(page.getByRole('heading', { level: 2, name: t.heading })).toBeVisible();
  const columns = page.getByRole('table', { name: t.columns });
  await expect(columns.getByRole('row')).toHaveCount(7);
  await expect(columns.getByRole('row', { name: t.converted })).toContainText('slj');
  const withheld = page.getByRole('table', { name: t.withheld });
  await expect(withheld.getByRole('rowheader')).toHaveText([/child/, /born/, /tested/, /code/, /note/, /shirt/]);
  const rows = page.getByRole('table', { name: 'data', exact: true });
  await expect(rows.getByRole('row', { name: /^2 / })).toContainText(/2019-06\s*761\s*110/);
  await expect(page.getByRole('main')).not.toContainText(/child-\d|hidden|2009|17\.06|76131/);
  await expectSoundScreen(page, language);

  await page.getByRole('link', { name: t.next }).click();
  await expect(rows.getByRole('rowheader').first()).toHaveText('52');
  await expect(page.getByRole('link', { name: t.check, exact: true })).toBeVisible();
  await page.getByRole('link', { name: t.change }).click();
  await expect(page.getByRole('combobox', { name: w.target('G', 'note') })).toHaveValue('remark|');

  await page.goto(`/file-upload/delete/${id}`);
  await page.getByRole('button', { name: w.deleteFile }).click();
  await expect(page).toHaveURL(/\/file-upload$/);
  await page.context().close();
});
