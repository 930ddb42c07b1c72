import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { correctFile, mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    success: 'Success',
    changes: 'What changed',
    problems: 'before: 2 to correct',
    now: 'now: 0 to correct',
    moved: 'grip (kg): from B to E',
    kept: 'Kept',
    dropped: 'Not kept: the problem no longer exists.',
    unread: 'mended.xlsx cannot be read',
    check: 'Go to the check',
    discard: 'Discard these comments',
    same: /is identical to the current file/,
  },
  de: {
    success: 'Erfolg',
    changes: 'Was sich geändert hat',
    problems: 'vorher: 2 zu korrigieren',
    now: 'jetzt: 0 zu korrigieren',
    moved: 'grip (kg): von B nach E',
    kept: 'Erhalten',
    dropped: 'Nicht erhalten: Das Problem besteht nicht mehr.',
    unread: 'mended.xlsx kann nicht gelesen werden',
    check: 'Zur Prüfung',
    discard: 'Diese Kommentare verwerfen',
    same: /ist identisch mit der jetzigen Datei/,
  },
};

/**
 * A study with two grips of 0 and two weak ones. The corrected one has only one weak grip, and the grip in another
 * column.
 */
function study(seed: number, isCorrected: boolean): Buffer {
  const lines = gripStudyCsv(seed, 'international', { zeroGrips: 2, weakGrips: 2 }).toString().trim().split('\r\n');
  const rows = lines.map((line, index) => {
    const [person, age, sex, , , grip = ''] = line.split(',');
    if (!isCorrected) return [person, grip, age, sex];
    const isWrong = index > 0 && index < 4;
    return [person, age, sex, 'x'.repeat(20), isWrong ? '41.5' : grip];
  });
  const note = Array.from({ length: 400 }, () => 'measured in spring 2019');
  return Buffer.from(rows.map((row, index) => [...row, note[index]].join(',')).join('\n'));
}

test('a corrected file is uploaded and keeps mapping and comments', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const seed = project.name === 'js' ? 400 : 401;
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  const csv = (name: string, buffer: Buffer) => ({ name, mimeType: 'text/csv', buffer });
  const id = await uploadRaw(page, language, csv(`mend-${seed}.csv`, study(seed, false)));
  await mapColumns(page, language, [
    ['B', 'grip (kg)', 'handgrip|kg'],
    ['C', 'age', ''],
    ['D', 'sex', 'sex|m/f'],
  ]);
  await page.getByRole('textbox', { name: / B\/4$/ }).fill('Typed from paper.');
  await page.getByRole('textbox', { name: / B\/5$/ }).fill('Injured hand.');
  await page.getByRole('button', { name: w.saveComments }).first().click();
  // The third problem has no comment.
  await page.getByRole('button', { name: 'OK', exact: true }).click();
  await expect(page.getByRole('region', { name: t.success })).toBeVisible();

  // Typed comments that were never saved are kept too.
  await page.getByRole('textbox', { name: / B\/5$/ }).fill('Injured hand, left.');
  await page.getByRole('button', { name: w.saveDraft }).first().click();
  await expect(page.getByRole('button', { name: w.discardDraft })).toBeVisible();
  await page.getByRole('link', { name: w.correctFile }).click();
  await expect(page.getByRole('heading', { name: w.correctFile, exact: true })).toBeVisible();
  await correctFile(page, language, id, csv(`mend-${seed}-2.csv`, study(seed, true)));
  await expect(page.getByRole('heading', { name: t.changes })).toBeVisible();
  await expect(page.getByText(t.problems)).toContainText(t.now);
  await expect(page.getByText(t.moved)).toBeVisible();
  await expect(page.getByRole('row', { name: /Injured hand/ })).toContainText(t.kept);
  await expect(page.getByRole('row', { name: /Typed from paper/ })).toContainText(t.dropped);
  await expect(page.getByText('Injured hand, left.')).toBeVisible();
  await expectSoundScreen(page, language);
  await page.getByRole('button', { name: t.discard }).click();
  await expect(page.getByText('Injured hand, left.')).toHaveCount(0);

  // An unreadable file changes nothing, and neither does the same file again.
  const broken = { name: 'mended.xlsx', mimeType: 'application/octet-stream', buffer: Buffer.alloc(20_000, seed) };
  await correctFile(page, language, id, broken);
  await expect(page.getByRole('heading', { name: t.unread })).toBeVisible();
  await correctFile(page, language, id, csv('again.csv', study(seed, true)));
  await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
  await expect(page.getByText(t.same).first()).toBeVisible();

  await page.goto(`/file-upload/correct/${id}`);
  await page.getByRole('link', { name: t.check }).click();
  await expect(page.getByRole('textbox', { name: / E\/5$/ })).toHaveValue('Injured hand.');
  await page.goto(`/file-upload/delete/${id}`);
  await page.getByRole('button', { name: w.deleteFile }).click();
  await expect(page).toHaveURL(/\/file-upload$/);
  await page.context().close();
});
