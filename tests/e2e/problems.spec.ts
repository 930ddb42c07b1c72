import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const messages = {
  en: {
    rest: '3 more cells in F',
    all: 'Comment on all 23 cells of F',
    group: 'All 23 cells of F with this problem',
    back: 'Back to all problems',
    tall: 'Show the list at full height',
    height: 'Remember the height',
    show: 'Show',
    filter: 'Filter',
    remedy: 'Correct the value in your file, or leave the cell empty if the value is missing.',
    toProblem: (cell: string) => `Go to the problem in ${cell}`,
    saved: 'Your comments were saved.',
  },
  de: {
    rest: '3 weitere Zellen in F',
    all: 'Kommentar zu allen 23 Zellen von F',
    group: 'Alle 23 Zellen von F mit diesem Problem',
    back: 'Zurück zu allen Problemen',
    tall: 'Liste vergrößern',
    height: 'Größe merken',
    show: 'Anzeigen',
    filter: 'Filtern',
    remedy: 'Korrigieren Sie den Wert in Ihrer Datei oder lassen Sie die Zelle leer, wenn er fehlt.',
    toProblem: (cell: string) => `Zum Problem in ${cell}`,
    saved: 'Ihre Kommentare wurden gespeichert.',
  },
};

test('many problems are filtered, viewed by group and explained in one comment', async ({ browser }, { project }) => {
  const script = project.use.javaScriptEnabled;
  const language: Language = script ? 'de' : 'en';
  const [w, s] = [words[language], messages[language]];
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const file = gripStudyCsv(script ? 7301 : 7302, 'international', { zeroGrips: 2, weakGrips: 23 });
  const id = await uploadRaw(page, language, { name: 'weak.csv', mimeType: 'text/csv', buffer: file });
  await mapColumns(page, language, [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  const list = page.getByRole('table', { name: w.problems, exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
  const weak = list.getByRole('row').filter({ has: page.getByRole('textbox') });
  const cell = (await weak.first().getByRole('rowheader').textContent()) ?? '';
  const comment = list.getByRole('textbox', { name: w.commentOn(cell), exact: true });

  await test.step('the list has the height of the spec and grows on request', async () => {
    const area = page.getByRole('region', { name: w.problems, exact: true });
    expect((await area.boundingBox())?.height).toBe(120);
    // Script stores a tick at once; without it, a button sends the form.
    const stored = script
      ? page.waitForResponse((response) => response.request().method() === 'POST')
      : page.waitForEvent('load');
    await page.getByRole('checkbox', { name: s.tall }).check();
    expect((await area.boundingBox())?.height).toBeGreaterThan(300);
    await expectSoundScreen(page, language);
    if (!script) await press(s.height);
    await stored;
    await page.reload();
    await expect(page.getByRole('checkbox', { name: s.tall })).toBeChecked();
  });

  await test.step('a filter keeps typed comments and the height of the list', async () => {
    await comment.fill('hand in plaster');
    await page.getByRole('combobox', { name: s.show, exact: true }).selectOption('error');
    await press(s.filter);
    await expect(page).toHaveURL(/severity=error.*list=tall/);
    await expect(list.getByRole('row')).toHaveCount(3);
    await expect(list).toContainText(s.remedy);
    await expect(list.getByRole('textbox')).toHaveCount(0);
    await page.getByRole('combobox', { name: s.show, exact: true }).selectOption('open');
    await press(s.filter);
    await expect(comment).toHaveValue('hand in plaster');
  });

  await test.step('a large group has a page with each of its cells, which leads back', async () => {
    await press(s.rest);
    await expect(page.getByRole('heading', { name: s.group })).toBeVisible();
    await expect(list.getByRole('textbox')).toHaveCount(23);
    await expect(comment).toHaveValue('hand in plaster');
    await expectSoundScreen(page, language);
    await press(s.back);
    await expect(page).toHaveURL(/severity=open/);
  });

  await test.step('a problem leads to its cell, and the cell back', async () => {
    const name = `#cell-${cell.replace('/', '-')}`;
    await list.getByRole('link', { name: cell, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${name}$`));
    await expect(page.locator(name)).toBeInViewport();
    await page.getByRole('link', { name: s.toProblem(cell), exact: true }).click();
    await expect(page).toHaveURL(/#problem-R03-/);
  });

  await test.step('the question keeps typed comments and leads back to them', async () => {
    await press(w.saveComments);
    const question = page.getByRole('dialog', { name: w.uncommented });
    await expect(question).toBeVisible();
    await expect(question.getByRole('heading')).toBeFocused();
    await expectSoundScreen(page, language);
    if (script) {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: w.saveComments })).toBeFocused();
    } else {
      await press(w.cancel);
    }
    await expect(question).toHaveCount(0);
    await expect(comment).toHaveValue('hand in plaster');
  });

  await test.step('one comment explains the whole group', async () => {
    await page.getByRole('textbox', { name: s.all, exact: true }).fill('all of one clinic');
    await press(w.saveComments);
    await expect(page.getByText(s.saved)).toBeVisible();
    await page.goto(`/file-upload/check/${id}?severity=commented`);
    await expect(page.getByRole('textbox', { name: s.all, exact: true })).toHaveValue('all of one clinic');
    await expect(comment).toHaveValue('hand in plaster');
    await expect(list.getByRole('row')).toHaveCount(22);
  });
  await page.context().close();
});
