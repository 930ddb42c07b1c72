import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    link: 'README and codebook',
    comment: /^Comment \(README\.md: names/,
    save: 'Save comments',
    saved: 'Your comments were saved.',
    type: /notes\.docx is not one of the accepted document types/,
    line: /Line 2:/,
    files: 'Files',
  },
  de: {
    link: 'README und Codebuch',
    comment: /^Kommentar \(README\.md: Namen/,
    save: 'Kommentare speichern',
    saved: 'Ihre Kommentare wurden gespeichert.',
    type: /notes\.docx hat keinen der zugelassenen Dokumenttypen/,
    line: /Zeile 2:/,
    files: 'Dateien',
  },
};

test('a README is added, explained, reviewed and published with the data', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 763 : 764;
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const csv = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, { name: `readme-${seed}.csv`, mimeType: 'text/csv', buffer: csv });
  await mapColumns(page, language, gripStudyTargets);
  await page.goto(`/file-upload/check/${id}`);
  await page.getByRole('link', { name: t.link }).click();
  const add = async (name: string, content: string) => {
    const buffer = Buffer.from(content);
    await page.getByLabel(w.documents).setInputFiles({ name, mimeType: 'text/plain', buffer });
    await page.getByRole('main').getByRole('button', { name: w.addDocuments }).click();
  };
  await add('notes.docx', 'Notes');
  await expect(page.getByRole('link', { name: t.type })).toBeVisible();
  await add('README.md', 'Grip strength\nMeasured by Anna Schmidt\n');
  await expect(page.getByRole('heading', { name: w.personalData })).toBeVisible();
  await expect(page.getByText(t.line)).toBeVisible();
  await expectSoundScreen(page, language);
  await page.getByRole('textbox', { name: t.comment }).fill('Author of the study, who agrees.');
  await page.getByRole('button', { name: t.save }).click();
  await expect(page.getByText(t.saved)).toBeVisible();
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, language, `Grip with a README ${seed}`, 'CC-BY 4.0');
  await saveAndSubmit(page, language, id);
  for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
    const expert = await newVisitor(browser, language, script);
    await signIn(expert, language, account);
    await expert.goto(`/editorial-board/vote/${id}`);
    await expect(expert.getByText('Author of the study, who agrees.')).toBeVisible();
    await castVote(expert, language, { panel: index + 1, account, accepts: true, note: '' });
    await expert.context().close();
  }
  await page.goto(`/file-upload/submit/${id}`);
  const dataSet = (await page.locator('main a[href^="/data-set/"]').first().getAttribute('href')) ?? '';
  await expect(async () => {
    await page.goto(dataSet);
    await expect(page.getByRole('link', { name: 'README.md' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  const href = (await page.getByRole('link', { name: 'README.md' }).getAttribute('href')) ?? '';
  const file = await page.request.get(href);
  expect(await file.text()).toContain('Measured by Anna Schmidt');
  expect(file.headers()['content-disposition']).toMatch(/^attachment/);
});
