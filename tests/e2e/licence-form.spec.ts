import { expect, test } from '@playwright/test';

import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { languages, words } from './support/words';

/** The demonstration's data set under SUFL 1.0. */
const title = 'Demonstration: grip strength of adults aged 18 to 82 in 2021';

for (const language of languages) {
  const w = words[language];

  test(`a data set under SUFL 1.0 is downloaded after its licence form (${language})`, async ({ browser }, {
    project,
  }) => {
    const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
    await signIn(page, language, accounts.contributor);
    await page.goto('/?q=grip');
    await page.getByRole('row', { name: title }).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page).toHaveURL(/\/file-download\/[0-9a-f-]{36}$/);
    await expectSoundScreen(page, language);

    await page.getByLabel(w.institution).fill('Example University');
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${w.error}`));
    await expect(page.getByLabel(w.institution)).toHaveValue('Example University');
    await expectSoundScreen(page, language);

    await page
      .getByRole('combobox', { name: w.country })
      .selectOption(language === 'de' ? 'Deutschland' : 'Germany');
    await page.getByLabel(w.purpose).fill('Comparing grip by age');
    await page.getByLabel(w.accurate).check();
    await page.getByLabel(w.licence).check();
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toHaveCount(0);
    await expectSoundScreen(page, language);
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: /\(zip\)/ }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);

    await page.goto('/my-downloads');
    await expect(page.getByRole('table', { name: w.myDownloads })).toContainText('SUFL 1.0');
    await page.context().close();
  });
}
