import { randomBytes } from 'node:crypto';

import { expect, test } from '@playwright/test';

import { makeWorkbook, rowsXml } from '../../services/repository/ingest/testing/workbook';
import { gripStudyCsv } from '../fixtures/grip-study';
import { correctFile, mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn, waitUntilDone } from './support/journey';
import { words } from './support/words';

const texts = {
  en: {
    rows: 'Rows that are not data',
    leave: 'Leave this table out',
    use: 'Use this table',
    same: 'Use the same mapping for 3b',
    take: 'Count as data (Row 14)',
    leaveRows: 'Leave these rows out',
    from: 'From row',
    reason: 'Reason for leaving them out',
    first: 'Enter rows of this table, from 3 to 14.',
    lost: 'Row 5 of the previous file: withdrew',
    notFound: /were not found again in the corrected one/,
    look: /^Look at the rows of table/,
    settle: /^Dealt with/,
  },
  de: {
    rows: 'Zeilen, die keine Daten sind',
    leave: 'Diese Tabelle weglassen',
    use: 'Diese Tabelle verwenden',
    same: 'Dieselbe Zuordnung für 3b verwenden',
    take: 'Als Daten zählen (Zeile 14)',
    leaveRows: 'Diese Zeilen weglassen',
    from: 'Von Zeile',
    reason: 'Grund für das Weglassen',
    first: 'Geben Sie Zeilen dieser Tabelle an, von 3 bis 14.',
    lost: 'Zeile 5 der vorherigen Datei: withdrew',
    notFound: /wurden in der korrigierten Datei nicht wiedergefunden/,
    look: /^Zeilen der Tabelle .* ansehen/,
    settle: /^Erledigt/,
  },
} as const;
const header = ['ID', 'Geschlecht', 'Alter', 'Handkraft'];

/** A workbook as schools keep it; `seed` makes its bytes differ from those of other journeys. */
function classes(seed: string): Promise<Buffer> {
  const list = (group: string) => [
    [`Klasse ${group} ${seed}`],
    header,
    ...Array.from({ length: 10 }, (_, i) => [`${seed}${group}${i}`, i % 2 ? 'w' : 'm', 8 + (i % 3), 14 + i]),
    [],
    ['Mittelwert', null, 9, 18.5],
  ];
  return makeWorkbook({
    sheets: {
      Deckblatt: rowsXml([['Fitness 2024'], ['Schule', 'Grundschule Nord']]),
      '3a': rowsXml(list('a')),
      '3b': rowsXml(list('b')),
      Legende: rowsXml([
        ['Spalte', 'Bedeutung'],
        ['Handkraft', 'in kg'],
      ]),
    },
    // The smallest file that is accepted has 10,000 bytes.
    parts: { 'docProps/filling.bin': randomBytes(10_000) },
  });
}

for (const language of ['en', 'de'] as const) {
  test(`rows and tables that are no data are shown, taken back and left out (${language})`, async ({ browser }, {
    project,
  }) => {
    const w = words[language];
    const own = texts[language];
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    const buffer = await classes(`${project.name}${language}`);
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const id = await uploadRaw(page, language, { name: 'classes.xlsx', mimeType, buffer });
    await expect(page).toHaveURL(new RegExp(`/file-upload/data/${id}`));

    const region = page.getByRole('region', { name: own.rows });
    await expect(region.getByRole('row')).toHaveCount(3);
    await expectSoundScreen(page, language);
    const sex = page.getByRole('combobox', { name: w.target('B', 'Geschlecht') });
    await sex.selectOption('sex|m/w');
    await region.getByRole('button', { name: own.take }).click();
    await expect(region.getByRole('row')).toHaveCount(2);
    await expect(sex).toHaveValue('sex|m/w');

    await region.getByLabel(own.from).fill('99');
    await region.getByLabel(own.reason).fill('tried out');
    await region.getByRole('button', { name: own.leaveRows }).click();
    await expect(region.getByText(own.first)).toBeVisible();
    await region.getByLabel(own.from).fill('14');
    await region.getByRole('button', { name: own.leaveRows }).click();
    await expect(region.getByRole('cell', { name: 'tried out' })).toBeVisible();
    await expect(region.getByLabel(own.from)).toHaveValue('');
    await expect(sex).toHaveValue('sex|m/w');

    const targets = [
      ['A', 'ID', 'person_id|'],
      ['C', 'Alter', 'age_y|a'],
      ['D', 'Handkraft', 'handgrip|kg'],
    ] as const;
    for (const [letters, name, target] of targets) {
      await page.getByRole('combobox', { name: w.target(letters, name) }).selectOption(target);
    }
    await page.getByRole('button', { name: own.same }).click();
    await page.waitForURL(/\/file-upload\/check\//);
    await waitUntilDone(page, language);
    await expectSoundScreen(page, language);

    await page.goto(`/file-upload/data/${id}?table=Legende`);
    await expect(page.getByRole('combobox', { name: w.target('A', 'Spalte') })).toHaveCount(0);
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: own.use }).click();
    await expect(page.getByRole('button', { name: own.leave })).toBeVisible();
    await page.getByRole('button', { name: own.leave }).click();
    await expect(page.getByRole('button', { name: own.use })).toBeVisible();
    await page.goto(`/file-upload/delete/${id}`);
    await page.getByRole('button', { name: w.deleteFile }).click();
    await page.context().close();
  });
}

test('a row that was left out and is not found again is named until it has been dealt with', async ({ browser }, {
  project,
}) => {
  const language = project.name === 'js' ? 'en' : 'de';
  const own = texts[language];
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  const study = gripStudyCsv(project.name === 'js' ? 420 : 421, 'international', {
    zeroGrips: 0,
    weakGrips: 0,
  }).toString();
  const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  const id = await uploadRaw(page, language, csv('left.csv', study));
  const region = page.getByRole('region', { name: own.rows });
  await region.getByLabel(own.from).fill('5');
  await region.getByLabel(own.reason).fill('withdrew');
  await region.getByRole('button', { name: own.leaveRows }).click();
  await expect(region.getByRole('cell', { name: 'withdrew' })).toBeVisible();
  await mapColumns(page, language, [['F', 'grip (kg)', 'handgrip|kg']]);

  const lines = study.split('\r\n');
  const corrected = lines.map((line, i) => (i === 4 ? 'someone,else,altogether' : line)).join('\r\n');
  await page.goto(`/file-upload/correct/${id}`);
  await correctFile(page, language, id, csv('left-2.csv', corrected));
  await page.goto(`/file-upload/check/${id}`);
  await waitUntilDone(page, language);
  await expect(page.getByText(own.notFound)).toBeVisible();
  await expectSoundScreen(page, language);
  await page.getByRole('link', { name: own.look }).click();
  await expect(region.getByRole('listitem').filter({ hasText: own.lost })).toBeInViewport();
  await expectSoundScreen(page, language);
  await region.getByRole('button', { name: own.settle }).click();
  await expect(page.getByText(own.notFound)).toHaveCount(0);
  await page.goto(`/file-upload/delete/${id}`);
  await page.getByRole('button', { name: words[language].deleteFile }).click();
  await page.context().close();
});
