import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { fillMetadata, saveAndSubmit } from './support/contributor';
import { accounts, demonstration, newVisitor, takeTurns, waitUntilDone } from './support/journey';
import {
  chooseByTyping,
  hasFocus,
  pressEnterOn,
  pressTab,
  tabTo,
  tickByKeyboard,
  typeHere,
  typeInto,
} from './support/keyboard';
import { signInByKeyboard } from './support/keyboard-journeys';
import { languages, words, type Language } from './support/words';

const more = {
  en: {
    skip: 'Skip to content',
    success: 'Success',
    handgrip: 'Handgrip',
    nextRows: 'Next rows',
    searchButton: 'Search',
    germany: 'Germany',
    deleteRow: 'Delete',
  },
  de: {
    skip: 'Zum Inhalt springen',
    success: 'Erfolg',
    handgrip: 'Handkraft',
    nextRows: 'Nächste Zeilen',
    searchButton: 'Suchen',
    germany: 'Deutschland',
    deleteRow: 'Löschen',
  },
};

/** Expects the focus on the error summary, a first link that leads to the field, and errors that stay. */
async function expectSummaryLeadsTo(page: Page, language: Language, field: string): Promise<void> {
  const summary = page.getByRole('region', { name: words[language].problem });
  await expect(summary).toBeFocused();
  await pressTab(page);
  const link = summary.getByRole('link').first();
  expect(await hasFocus(link)).toBe(true);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(field, { exact: true }).first()).toBeFocused();
  await expect(summary).toBeVisible();
}

for (const language of languages) {
  const w = words[language];
  const m = more[language];

  test(`a search by keyboard: icons, text, rows, pages (${language})`, async ({ browser }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/');
    await pressTab(page);
    expect(await hasFocus(page.getByRole('link', { name: m.skip }))).toBe(true);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await pressTab(page);
    const tests = page.getByRole('group', { name: w.motorTests });
    expect(await hasFocus(tests.getByRole('checkbox').first())).toBe(true);

    const handgrip = page.getByRole('checkbox', { name: m.handgrip, exact: true });
    await tickByKeyboard(page, handgrip);
    await page.keyboard.press('Space');
    await expect(handgrip).not.toBeChecked();
    await page.keyboard.press('Space');
    await typeInto(page, page.getByRole('searchbox', { name: w.search }), 'Demonstration');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('table', { name: w.results })).toContainText(demonstration[language].grip);
    await expect(handgrip).toBeChecked();

    await pressEnterOn(page, page.getByRole('button', { name: w.showData(demonstration[language].norms) }));
    const preview = page.getByRole('region', { name: w.dataOf(demonstration[language].norms) });
    await expect(preview).toBeVisible();
    const first = await preview.getByRole('table').first().innerText();
    await pressEnterOn(page, preview.getByRole('button', { name: m.nextRows }));
    await expect(preview.getByRole('table').first()).not.toHaveText(first);

    const banner = page.getByRole('banner');
    await pressEnterOn(page, banner.getByRole('button', { name: language === 'en' ? 'Deutsch' : 'English' }));
    await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'de' : 'en');
    await page.context().close();
  });

  test(`signing in and the download form by keyboard (${language})`, async ({ browser }, { project }) => {
    takeTurns(language, project.use.javaScriptEnabled);
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await page.goto('/');
    await pressEnterOn(page, page.getByRole('link', { name: w.login, exact: true }));
    await expect(page.getByLabel(w.password, { exact: true })).toBeVisible();
    await pressEnterOn(page, page.getByRole('main').getByRole('button'));
    await expectSummaryLeadsTo(page, language, w.email);
    await signInByKeyboard(page, language, accounts.contributor);

    await page.goto('/?q=grip');
    await tickByKeyboard(page, page.getByRole('row', { name: demonstration[language].grip }).getByRole('checkbox'));
    await pressEnterOn(page, page.getByRole('button', { name: 'Download', exact: true }));
    await expect(page).toHaveURL(/\/file-download\//);
    await pressEnterOn(page, page.getByRole('button', { name: 'Download', exact: true }));
    await expectSummaryLeadsTo(page, language, w.institution);
    await typeHere(page, 'Example University');
    await chooseByTyping(page, page.getByRole('combobox', { name: w.country }), m.germany);
    await typeInto(page, page.getByLabel(w.purpose), 'Grip by age');
    await tickByKeyboard(page, page.getByLabel(w.accurate));
    await tickByKeyboard(page, page.getByLabel(w.licence));
    await pressEnterOn(page, page.getByRole('button', { name: 'Download', exact: true }));
    await tabTo(page, page.getByRole('link', { name: /\(zip\)/ }));

    await pressEnterOn(page, page.getByRole('button', { name: w.logout }));
    await expect(page.getByRole('link', { name: w.login, exact: true }).first()).toBeVisible();
    await page.context().close();
  });

  test(`from a file to two votes by keyboard (${language})`, async ({ browser }, { project }) => {
    const script = project.use.javaScriptEnabled;
    takeTurns(language, script);
    const seed = (script ? 300 : 400) + (language === 'de' ? 1 : 2);
    const page = await newVisitor(browser, language, script);
    await page.goto('/');
    await signInByKeyboard(page, language, accounts.contributor);
    let id = '';

    await test.step('the file field takes the focus, and the file is uploaded', async () => {
      await pressEnterOn(page, page.getByRole('link', { name: 'Uploads', exact: true }));
      await expect(page.getByRole('heading', { name: w.prepare })).toBeVisible();
      id = await upload(
        page,
        language,
        'by-keyboard.csv',
        gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 2 }),
      );
    });

    await test.step('columns are mapped by typing and arrows', async () => {
      const columns = [
        ['B', 'age', 'age_y|a'],
        ['C', 'sex', 'sex|m/f'],
        ['D', 'height (cm)', 'height|cm'],
        ['F', 'grip (kg)', 'handgrip|kg'],
      ] as const;
      for (const [letters, name, value] of columns) {
        await chooseByTyping(page, page.getByRole('combobox', { name: w.target(letters, name) }), value);
      }
      await pressEnterOn(page, page.getByRole('button', { name: w.saveMapping }));
      await page.waitForURL(/\/file-upload\/check\//);
      await waitUntilDone(page, language);
    });

    await test.step('the question about uncommented problems takes the focus and is answered', async () => {
      const comments = page.getByRole('table', { name: w.problems }).getByRole('textbox');
      await typeInto(page, comments.first(), 'measured twice');
      const question = page.getByRole('heading', { name: w.uncommented });
      for (const button of [w.cancel, 'OK']) {
        await pressEnterOn(page, page.getByRole('button', { name: w.saveComments }));
        await expect(question).toBeFocused();
        await pressEnterOn(page, page.getByRole('button', { name: button, exact: true }));
        await expect(question).toHaveCount(0);
        await expect(comments.first()).toHaveValue('measured twice');
      }
      await typeInto(page, comments.nth(1), 'measured twice as well');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('region', { name: m.success })).toBeVisible();
    });

    // metadata-submit.spec.ts fills in the metadata by keyboard.
    await test.step('the metadata is saved and the upload is submitted', async () => {
      await page.goto(`/file-upload/meta/${id}`);
      await fillMetadata(page, language, `By keyboard ${language} ${project.name}`, 'CC-BY 4.0');
      await saveAndSubmit(page, language, id);
    });

    await test.step('two experts vote', async () => {
      for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
        const expert = await newVisitor(browser, language, script);
        await expert.goto('/');
        await signInByKeyboard(expert, language, account);
        await pressEnterOn(expert, expert.getByRole('link', { name: 'EBoard', exact: true }));
        await expect(expert.getByRole('table', { name: w.submissions })).toContainText('by-keyboard.csv');
        await expert.goto(`/editorial-board/vote/${id}`);
        const panel = expert.getByRole('group', { name: w.expert(index + 1) });
        await chooseByTyping(expert, panel.getByRole('combobox', { name: w.expertEmail }), account);
        await tabTo(expert, panel.getByRole('checkbox', { name: w.impartial }));
        await expert.keyboard.press('Space');
        await tabTo(expert, panel.getByRole('radio', { name: w.accept }));
        await expert.keyboard.press('ArrowDown');
        await expect(panel.getByRole('radio', { name: w.reject })).toBeChecked();
        await typeInto(expert, panel.getByRole('textbox', { name: w.note }), 'by keyboard');
        await pressEnterOn(expert, panel.getByRole('button', { name: w.saveVote }));
        await expect(panel.getByText('by keyboard')).toBeVisible();
        await expert.context().close();
      }
    });

    await test.step('a file is deleted after a question', async () => {
      await page.goto('/file-upload');
      await upload(
        page,
        language,
        `unwanted-${seed}.csv`,
        gripStudyCsv(seed + 50, 'international', { zeroGrips: 0, weakGrips: 0 }),
      );
      await page.goto('/file-upload');
      const row = page.getByRole('row', { name: `unwanted-${seed}.csv` });
      await pressEnterOn(page, row.getByRole('link', { name: `${m.deleteRow} unwanted` }));
      await pressEnterOn(page, page.getByRole('button', { name: w.deleteFile }));
      await expect(page.getByRole('heading', { name: w.prepare })).toBeVisible();
      await expect(row).toHaveCount(0);
    });
    await page.context().close();
  });
}

/**
 * Reaches the field by Tab, but sets the file directly, because the file picker belongs to the browser. Returns the
 * upload's id.
 */
async function upload(page: Page, language: Language, name: string, buffer: Buffer): Promise<string> {
  const w = words[language];
  const field = page.getByLabel(w.rawFile);
  await tabTo(page, field);
  await field.setInputFiles({ name, mimeType: 'text/csv', buffer });
  await expect(field).toBeFocused();
  await pressEnterOn(page, page.getByRole('button', { name: w.uploadRaw }));
  await page.waitForURL(/\/file-upload\/data\/\d+r/);
  await waitUntilDone(page, language);
  return /data\/(\d+r)/.exec(page.url())?.[1] ?? '';
}
