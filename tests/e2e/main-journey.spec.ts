import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { readZip } from '../support/read-zip';
import { countProblems, fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { languages, words } from './support/words';

const columns = {
  en: ['age', 'sex', 'height (cm)', 'weight (kg)', 'grip (kg)', 'broad jump (cm)'],
  de: ['Alter', 'Geschlecht', 'Größe (cm)', 'Gewicht (kg)', 'Handkraft (kg)', 'Standweitsprung (cm)'],
};

for (const language of languages) {
  const w = words[language];

  test(`from a file to a found and downloaded data set (${language})`, async ({ browser }, { project }) => {
    const script = project.use.javaScriptEnabled;
    const form = language === 'de' ? 'german' : 'international';
    const seed = (script ? 100 : 200) + (language === 'de' ? 1 : 2);
    const title = `Grip of adults ${language} ${project.name} ${seed}`;
    const sexUnit = language === 'de' ? 'm/w' : 'm/f';
    const targets = ['age_y|a', `sex|${sexUnit}`, 'height|cm', 'mass|kg', 'handgrip|kg', 'slj|cm'].map(
      (value, index): [string, string, string] => ['BCDEFG'[index]!, columns[language][index]!, value],
    );
    const page = await newVisitor(browser, language, script);
    await signIn(page, language, accounts.contributor);

    await test.step('impossible cells are shown as errors and cannot be explained in comments', async () => {
      const file = gripStudyCsv(seed + 1000, form, { zeroGrips: 3, weakGrips: 2 });
      await uploadRaw(page, language, { name: 'errors.csv', mimeType: 'text/csv', buffer: file });
      await expectSoundScreen(page, language);
      await mapColumns(page, language, targets);
      await expectSoundScreen(page, language);
      expect(await countProblems(page, language)).toEqual({ open: 2, unusual: 2, locked: 3 });
    });

    let id = '';
    await test.step('unusual cells ask for a comment, and saving without one asks for confirmation', async () => {
      const file = gripStudyCsv(seed, form, { zeroGrips: 0, weakGrips: 2 });
      id = await uploadRaw(page, language, { name: 'grip.csv', mimeType: 'text/csv', buffer: file });
      await mapColumns(page, language, targets);
      expect(await countProblems(page, language)).toEqual({ open: 2, unusual: 2, locked: 0 });
      const comments = page.getByRole('table', { name: w.problems }).getByRole('textbox');
      await comments.first().fill('measured twice');
      await page.getByRole('button', { name: w.saveComments }).first().click();
      await expect(page.getByRole('heading', { name: w.uncommented })).toBeVisible();
      await expect(comments.first()).toHaveValue('measured twice');
      await expectSoundScreen(page, language);
      await page.getByRole('button', { name: w.cancel, exact: true }).click();
      await comments.nth(1).fill('measured twice as well');
      await page.getByRole('button', { name: w.saveComments }).first().click();
      await expect(page.getByRole('region', { name: w.success })).toBeVisible();
      await expect(page.getByRole('heading', { name: w.uncommented })).toHaveCount(0);
    });

    await test.step('incomplete metadata is shown again as typed, with every error', async () => {
      await page.goto(`/file-upload/meta/${id}`);
      await expectSoundScreen(page, language);
      const titleField = page.getByRole('textbox', { name: language === 'de' ? 'Titel' : 'Title', exact: true });
      await titleField.fill(title);
      await page.getByRole('button', { name: w.save, exact: true }).first().click();
      await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(`^${w.error}`));
      await expect(page.getByRole('region', { name: w.missing })).toBeVisible();
      await expect(titleField).toHaveValue(title);
      await expectSoundScreen(page, language);
    });

    await test.step('complete metadata is saved and the file is submitted', async () => {
      await fillMetadata(page, language, title, 'CC-BY 4.0');
      await saveAndSubmit(page, language, id);
      await expectSoundScreen(page, language);
    });

    await test.step("two experts accept without seeing each other's votes", async () => {
      for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
        const expert = await newVisitor(browser, language, script);
        await signIn(expert, language, account);
        await expert.goto('/editorial-board');
        await expectSoundScreen(expert, language);
        await expect(expert.getByRole('table', { name: w.submissions })).toContainText('grip.csv');
        await expert.goto(`/editorial-board/vote/${id}`);
        await expectSoundScreen(expert, language);
        const panel = expert.getByRole('group', { name: w.expert(index + 1) });
        await panel.getByRole('combobox', { name: w.expertEmail }).selectOption(account);
        await panel.getByRole('checkbox', { name: w.impartial }).check();
        await panel.getByRole('radio', { name: w.accept }).check();
        await panel.getByRole('textbox', { name: w.note }).fill(`seen by expert ${index + 1}`);
        await panel.getByRole('button', { name: w.saveVote }).click();
        await expect(expert.getByText(`seen by expert ${index + 1}`)).toBeVisible();
        if (index === 0) await expect(expert.getByText('seen by expert 2')).toHaveCount(0);
        await expert.context().close();
      }
    });

    await test.step('a visitor finds it with an icon and a word of its title', async () => {
      const visitor = await newVisitor(browser, language, script);
      await expect(async () => {
        await visitor.goto('/');
        await visitor.getByRole('checkbox', { name: language === 'de' ? 'Handkraft' : 'Handgrip' }).check();
        await visitor.getByLabel(w.search, { exact: true }).fill(`${seed}`);
        await visitor.getByRole('button', { name: language === 'de' ? 'Suchen' : 'Search', exact: true }).click();
        await expect(visitor.getByRole('table', { name: w.results })).toContainText(title, { timeout: 3000 });
      }).toPass();
      await visitor.getByRole('button', { name: w.showData(title) }).click();
      await expect(visitor.getByRole('region', { name: w.dataOf(title) })).toBeVisible();
      await expectSoundScreen(visitor, language);
      await visitor.context().close();
    });

    await test.step('after signing in, it is downloaded as a package with its documentation', async () => {
      await page.goto(`/?q=${seed}`);
      await page.getByRole('checkbox', { name: w.select(title) }).check();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download', exact: true }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^motothek-\d{4}-\d\d-\d\d\.zip$/);
      const files = await readZip(readFileSync(await download.path()));
      const names = [...files.keys()].join('\n');
      for (const part of [
        '.csv',
        'codebook',
        'mapping',
        'problems',
        'datacite.json',
        'datacite.xml',
        'manifest-sha256.txt',
      ]) {
        expect(names).toContain(part);
      }
      const csv = [...files].find(([name]) => name.endsWith('.csv') && name.includes('data'))?.[1].toString('utf8');
      expect(csv).toContain('handgrip');
      await page.goto('/my-downloads');
      await expect(page.getByRole('table', { name: w.myDownloads })).toContainText(title);
      await expectSoundScreen(page, language);
    });
    await page.context().close();
  });
}
