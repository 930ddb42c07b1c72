import { expect, test } from '@playwright/test';

import { gripStudyCsv } from '../fixtures/grip-study';
import { fillMetadata, saveMetadata, mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    alsoFor: 'Share with other files of this study',
    submitAlso: 'Submit other files of this study',
    refused: 'There is a problem',
    siblings: 'Other files of this study',
  },
  de: {
    alsoFor: 'Auch für andere Dateien dieser Studie',
    submitAlso: 'Auch einreichen',
    refused: 'Es gibt ein Problem',
    siblings: 'Weitere Dateien dieser Studie',
  },
};

test('two files of a study share their metadata and are submitted together', async ({ browser }, { project }) => {
  const script = project.use.javaScriptEnabled;
  const language: Language = script ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const files = [script ? 981 : 983, script ? 982 : 984].map((seed) => ({
    name: `wave-${seed}.csv`,
    mimeType: 'text/csv',
    buffer: gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 }),
  }));
  const ids: string[] = [];
  for (const file of files) {
    ids.push(await uploadRaw(page, language, file));
    await mapColumns(page, language, [
      ['B', 'age', 'age_y|a'],
      ['C', 'sex', 'sex|m/f'],
      ['F', 'grip (kg)', 'handgrip|kg'],
    ]);
  }
  const [first = '', second = ''] = ids;
  const other = files[1]!.name;

  await test.step('ticks are kept when the metadata is refused, and saved with it', async () => {
    await page.goto(`/file-upload/meta/${first}`);
    const sibling = page.getByRole('group', { name: t.alsoFor }).getByRole('checkbox', { name: other });
    await sibling.check();
    await page.getByRole('button', { name: w.save, exact: true }).first().click();
    await expect(page.getByRole('heading', { name: t.refused })).toBeVisible();
    await expect(sibling).toBeChecked();
    await fillMetadata(page, language, `Two waves of grip ${first}`, 'CC-BY 4.0');
    await saveMetadata(page, language);
    await expect(sibling).toBeChecked();
  });

  await test.step('both are submitted with one press', async () => {
    await page.goto(`/file-upload/submit/${first}`);
    await expect(page.getByText(t.siblings, { exact: true })).toBeVisible();
    await page.getByRole('group', { name: t.submitAlso }).getByRole('checkbox', { name: other }).check();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    for (const id of [first, second]) {
      await page.goto(`/file-upload/submit/${id}`);
      await expect(page.getByText(w.submitted)).toBeVisible();
    }
  });
  await page.context().close();
});
