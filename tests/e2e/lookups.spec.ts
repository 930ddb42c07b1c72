import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { mapColumns, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import type { Language } from './support/words';

const texts = {
  en: {
    funder: 'Funder',
    look: 'Look up at ROR (Funder)',
    off: /This site does not ask ROR\./,
    take: 'Use this',
    title: 'Title',
    person: /^Look up at ORCID \(Author 1, ORCID\)/,
    noPerson: /This site does not ask ORCID\./,
  },
  de: {
    funder: 'Förderer',
    look: 'Bei ROR nachschlagen (Förderer)',
    off: /Diese Website fragt ROR nicht\./,
    take: 'Übernehmen',
    title: 'Titel',
    person: /^Bei ORCID nachschlagen \(Autor:in 1, ORCID\)/,
    noPerson: /Diese Website fragt ORCID nicht\./,
  },
};

test('a funder is looked up and filled in, and what was typed elsewhere stays', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const t = texts[language];
  const page = await newVisitor(browser, language, project.use.javaScriptEnabled);
  await signIn(page, language, accounts.contributor);
  const seed = project.name === 'js' ? 773 : 774;
  const csv = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, { name: `lookup-${seed}.csv`, mimeType: 'text/csv', buffer: csv });
  await mapColumns(page, language, gripStudyTargets);
  await page.goto(`/file-upload/meta/${id}`);
  const title = page.getByRole('textbox', { name: t.title, exact: true });
  await title.fill('Typed before the lookup');
  await page.locator('[name="f25-0"]').fill('DFG');
  await page.getByRole('button', { name: t.look }).click();
  await expect(page.getByText(t.off)).toBeVisible();
  await expect(title).toHaveValue('Typed before the lookup');
  await expectSoundScreen(page, language);
  await page.getByRole('radio', { name: 'Deutsche Forschungsgemeinschaft' }).check();
  await page.getByRole('button', { name: t.take }).click();
  await expect(page.locator('[name="f25-0"]')).toHaveValue(
    'Deutsche Forschungsgemeinschaft, https://ror.org/018mejw64',
  );
  await expect(title).toHaveValue('Typed before the lookup');
  await page.getByRole('button', { name: t.person }).click();
  await expect(page.getByText(t.noPerson)).toBeVisible();
});
