import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, newVisitor, signIn } from './support/journey';
import { words } from './support/words';

/** A published title of the demonstration. */
const takenTitle = 'Demonstration: grip strength of adults aged 18 to 82 in 2021';

test('help while the metadata is typed: marks, suggestions, and values that are added, removed and restored', async ({
  browser,
}, { project }) => {
  const script = project.use.javaScriptEnabled;
  const w = words.en;
  const page = await newVisitor(browser, 'en', script);
  await page.goto('/');
  await signIn(page, 'en', accounts.contributor);
  const buffer = Buffer.from(gripStudyCsv(script ? 711 : 712, 'international', { zeroGrips: 0, weakGrips: 0 }));
  const id = await uploadRaw(page, 'en', { name: 'help.csv', mimeType: 'text/csv', buffer });
  await mapColumns(page, 'en', [
    ['B', 'age', 'age_y|a'],
    ['C', 'sex', 'sex|m/f'],
    ['F', 'grip (kg)', 'handgrip|kg'],
  ]);
  await page.goto(`/file-upload/meta/${id}`);
  const author = (number: number) => page.getByRole('group', { name: `Author ${number}` });
  const missing = page.getByRole('region', { name: w.missing });

  await test.step('a removed value is restored with all its nested values', async () => {
    await page.getByRole('button', { name: w.add('Author'), exact: true }).click();
    await expect(author(2).getByLabel('Family name')).toBeFocused();
    await author(2).getByLabel('Family name').fill('Beispiel');
    await author(2).getByLabel('Affiliation', { exact: true }).fill('Example University');
    await page.getByRole('button', { name: 'Remove Author 2' }).click();
    await expect(author(2)).toHaveCount(0);
    await expect(author(1).getByLabel('Family name')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(author(2).getByLabel('Family name')).toBeFocused();
    await expect(author(2).getByLabel('Family name')).toHaveValue('Beispiel');
    await expect(author(2).getByLabel('Affiliation', { exact: true })).toHaveValue('Example University');
  });

  if (script) {
    await test.step('a wrong ORCID is marked when the field is left, and the mark disappears after the correction', async () => {
      const orcid = author(2).getByLabel('ORCID');
      await orcid.fill('0000-0002-1825-0098');
      await orcid.press('Tab');
      await expect(orcid).toHaveAttribute('aria-invalid', 'true');
      await expect(orcid).toHaveAccessibleDescription(/Enter all 16 digits of the ORCID iD/);
      await expect(missing.getByRole('link', { name: 'Author 2, ORCID' })).toBeVisible();
      await orcid.fill('https://orcid.org/0000-0002-1825-0097');
      await expect(orcid).not.toHaveAttribute('aria-invalid', 'true');
      await expect(missing.getByRole('link', { name: 'Author 2, ORCID' })).toHaveCount(0);
    });

    await test.step('a title in use is marked, and a keyword is suggested', async () => {
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      await title.fill(takenTitle);
      await title.press('Tab');
      await expect(title).toHaveAccessibleDescription(/This title is already in use/);
      await title.fill('A title of its own');
      await expect(title).not.toHaveAttribute('aria-invalid', 'true');
      const keyword = page.getByLabel('Keyword', { exact: true });
      // The test of the file is proposed.
      await keyword.clear();
      await keyword.pressSequentially('gr');
      await expect(keyword.locator('xpath=ancestor::form//datalist/option[@value="grip strength"]')).toHaveCount(1);
    });
  }

  await test.step('the server reports the same errors with and without script', async () => {
    await author(2).getByLabel('ORCID').fill('0000-0002-1825-0098');
    await page.getByRole('button', { name: w.save, exact: true }).click();
    await expect(page.getByRole('heading', { name: w.problem })).toBeVisible();
    await expect(author(2).getByLabel('ORCID')).toHaveAccessibleDescription(/Enter all 16 digits of the ORCID iD/);
    await expect(author(2).getByLabel('Family name')).toHaveValue('Beispiel');
    // The first author is proposed from the account.
    await expect(author(1).getByLabel('Family name')).toHaveValue('Contributor');
  });
  await page.context().close();
});
