import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn, waitForScript } from './support/journey';
import type { Language } from './support/words';

const texts = {
  en: {
    correct: 'Correct metadata',
    save: 'Save correction',
    note: 'What was corrected and why',
    noteMissing: 'Write what was corrected and why, in at least 2 characters.',
    abstract: 'Abstract',
    title: 'Title',
    both: 'Corrected: Abstract. Waiting for approval: Title.',
    waiting: 'Waiting for approval',
    corrections: 'Corrections',
    consented: /with the approval of the editorial board/,
    waits: 'Read and decide',
    decline: /^Decline/,
    approve: /^Approve/,
    reason: 'Reason',
    decide: 'Save decision',
    reasonMissing: 'Give a reason of at least 2 characters.',
    approved: 'You have approved the correction. It is in effect.',
  },
  de: {
    correct: 'Metadaten korrigieren',
    save: 'Korrektur speichern',
    note: 'Was korrigiert wurde und warum',
    noteMissing: 'Schreiben Sie mit mindestens 2 Zeichen, was korrigiert wurde und warum.',
    abstract: 'Zusammenfassung',
    title: 'Titel',
    both: 'Korrigiert: Zusammenfassung. Wartet auf Zustimmung: Titel.',
    waiting: 'Wartet auf Zustimmung',
    corrections: 'Korrekturen',
    consented: /mit Zustimmung des Gutachtergremiums/,
    waits: 'Lesen und entscheiden',
    decline: /^Die Korrektur ablehnen/,
    approve: /^Der Korrektur zustimmen/,
    reason: 'Grund',
    decide: 'Entscheidung speichern',
    reasonMissing: 'Nennen Sie einen Grund mit mindestens 2 Zeichen.',
    approved: 'Sie haben der Korrektur zugestimmt. Sie gilt ab jetzt.',
  },
};

test('a published data set is corrected, partly with the approval of an expert', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const t = texts[language];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 951 : 952;
  const title = `Grip, to be corrected ${seed}`;
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, { name: `corrected-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(page, language, gripStudyTargets);
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, language, title, 'CC-BY 4.0');
  await saveAndSubmit(page, language, id);
  const experts = [];
  for (const [index, account] of [accounts.expert1, accounts.expert2].entries()) {
    const expert = await newVisitor(browser, language, script);
    await signIn(expert, language, account);
    await expert.goto(`/editorial-board/vote/${id}`);
    await castVote(expert, language, { panel: index + 1, account, accepts: true, note: 'Fine.' });
    experts.push(expert);
  }
  const [expert] = experts;

  await test.step('the form is in the list, keeps what is typed, and names what is missing', async () => {
    await page.goto('/file-upload');
    const row = page.getByRole('row', { name: new RegExp(`corrected-${seed}`) });
    await row.getByRole('link', { name: t.correct }).click();
    if (script) await waitForScript(page);
    await expectSoundScreen(page, language);
    await page.getByRole('textbox', { name: t.abstract, exact: true }).fill('Corrected abstract of grips.');
    await page.getByRole('textbox', { name: t.title, exact: true }).fill(`${title}, in kilograms`);
    await page.getByRole('button', { name: t.save }).click();
    await expect(page.getByRole('link', { name: t.noteMissing })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('textbox', { name: t.note }).fill('The abstract was cut off, and the unit was missing.');
    await page.getByRole('button', { name: t.save }).click();
    await expect(page.getByText(t.both)).toBeVisible();
    await expect(page.getByRole('heading', { name: t.waiting })).toBeVisible();
    await expectSoundScreen(page, language);
  });

  const reader = await newVisitor(browser, language, script);
  const nr = (await page.locator('a[href^="/data-set/"]').first().getAttribute('href')) ?? '';
  await test.step('everybody sees what was corrected at once', async () => {
    await reader.goto(`${nr}?before`);
    const corrections = reader.getByRole('region', { name: t.corrections, exact: true });
    await expect(corrections).toContainText('Corrected abstract of grips.');
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(title);
    await expectSoundScreen(reader, language);
  });

  await test.step('an expert needs a reason to decline, and approves', async () => {
    await expert!.goto(`/editorial-board/vote/${id}`);
    await expert!.getByRole('link', { name: t.waits }).click();
    await expect(expert!.getByRole('cell', { name: new RegExp(`${title}, in kilograms`) })).toBeVisible();
    await expectSoundScreen(expert!, language);
    await expert!.getByRole('radio', { name: t.decline }).check();
    await expert!.getByRole('button', { name: t.decide }).click();
    await expect(expert!.getByRole('link', { name: t.reasonMissing })).toBeVisible();
    await expectSoundScreen(expert!, language);
    await expert!.getByRole('radio', { name: t.approve }).check();
    await expert!.getByRole('button', { name: t.decide }).click();
    await expect(expert!.getByText(t.approved)).toBeVisible();
    await expectSoundScreen(expert!, language);
  });

  await test.step('the new title is on the page, in the search and in the citation', async () => {
    await reader.goto(`${nr}?after`);
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(`${title}, in kilograms`);
    await expect(reader.getByRole('heading', { name: t.consented })).toBeVisible();
    await expectSoundScreen(reader, language);
    await reader.goto(`/?q=${encodeURIComponent(`"${title}, in kilograms"`)}`);
    await expect(reader.getByRole('link', { name: `${title}, in kilograms` }).first()).toBeVisible();
  });
  for (const one of [page, reader, ...experts]) await one.context().close();
});
