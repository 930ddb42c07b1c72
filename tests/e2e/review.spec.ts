import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn, waitUntilDone } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    withdraw: 'Withdraw submission',
    question: /Do you want to withdraw .* from the editorial board\?/,
    yes: 'Withdraw submission',
    withdrawn: /was withdrawn/,
    gone: /This submission is no longer with the editorial board/,
    success: 'Success',
    vote1: /^Vote 1 of 2: waiting$/,
    decided: /^Decision: rejected, /,
    notes: 'Notes of the experts',
    revise: 'Revise',
    revises: /This upload revises review-\d+\.csv of/,
    former: 'Decision and notes',
    done: /This is a new upload/,
  },
  de: {
    withdraw: 'Einreichung zurückziehen',
    question: /Möchten Sie .* vom Gutachtergremium zurückziehen\?/,
    yes: 'Einreichung zurückziehen',
    withdrawn: /wurde zurückgezogen/,
    gone: /Diese Einreichung liegt dem Gutachtergremium nicht vor/,
    success: 'Erfolg',
    vote1: /^Stimme 1 von 2: wird erwartet$/,
    decided: /^Entscheidung: abgelehnt, /,
    notes: 'Notizen der Expert:innen',
    revise: 'Überarbeiten',
    revises: /Dieser Upload überarbeitet review-\d+\.csv vom/,
    former: 'Entscheidung und Notizen',
    done: /Dies ist ein neuer Upload/,
  },
};

const step = (page: Page, name: RegExp) => page.getByRole('listitem').filter({ hasText: name });

test('a submission is withdrawn, submitted again, rejected, and revised with its notes at hand', async ({ browser }, {
  project,
}) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 921 : 922;
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(page, language, { name: `review-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(page, language, gripStudyTargets);
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, language, `Grip, reviewed ${seed}`, 'CC-BY 4.0');
  await saveAndSubmit(page, language, id);
  await expect(step(page, t.vote1)).toBeVisible();
  await expectSoundScreen(page, language);
  const expert = await newVisitor(browser, language, script);
  await signIn(expert, language, accounts.expert1);
  await expert.goto(`/editorial-board/vote/${id}`);
  await expert
    .getByRole('group', { name: w.expert(1) })
    .getByLabel(w.note, { exact: true })
    .fill('Not typed in vain.');

  await test.step('it is withdrawn; the expert keeps the typed note, the contributor everything', async () => {
    await page.getByRole('link', { name: t.withdraw }).click();
    await expect(page.getByRole('heading', { level: 1, name: t.question })).toBeVisible();
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.yes, exact: true }).click();
    await expect(page.getByRole('region', { name: t.success })).toContainText(t.withdrawn);
    const panel = expert.getByRole('group', { name: w.expert(1) });
    await panel.getByRole('combobox', { name: w.expertEmail }).selectOption(accounts.expert1);
    await panel.getByRole('checkbox', { name: w.impartial }).check();
    await panel.getByRole('radio', { name: w.reject }).check();
    await panel.getByRole('button', { name: w.saveVote }).click();
    await expect(expert.getByText(t.gone).first()).toBeVisible();
    await expect(expert.getByText('Not typed in vain.')).toBeVisible();
    await expectSoundScreen(expert, language);
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await expect(page.getByText(w.submitted)).toBeVisible();
  });

  await test.step('both experts reject it with notes', async () => {
    const second = await newVisitor(browser, language, script);
    await signIn(second, language, accounts.expert2);
    for (const [index, one] of [expert, second].entries()) {
      await one.goto(`/editorial-board/vote/${id}`);
      const account = index === 0 ? accounts.expert1 : accounts.expert2;
      await castVote(one, language, { panel: index + 1, account, accepts: false, note: `Note ${'BA'[index]}.` });
    }
    await second.context().close();
  });

  await test.step('the contributor reads the notes without names and revises', async () => {
    await page.goto('/file-upload');
    const row = page.getByRole('row', { name: new RegExp(`review-${seed}\\.csv`) });
    await row.locator(`a[href="/file-upload/submit/${id}"]`).click();
    await expect(step(page, t.decided)).toBeVisible();
    const notes = page.getByRole('region', { name: t.notes });
    await expect(notes.getByRole('listitem')).toHaveText(['Note A.', 'Note B.']);
    await expect(page.getByRole('main')).not.toContainText(/expert\d@|Expert [12]/);
    await expectSoundScreen(page, language);
    await page.getByRole('button', { name: t.revise, exact: true }).click();
    await page.waitForURL(/\/file-upload\/check\/\d+r/);
    await waitUntilDone(page, language);
    await expect(page.getByText(t.revises)).toBeVisible();
  });

  await test.step('the revision is submitted; the board sees what it revises', async () => {
    const revision = /check\/(\d+r)/.exec(page.url())?.[1] ?? '';
    expect(revision).not.toBe(id);
    await page.goto(`/file-upload/submit/${revision}`);
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await expect(page.getByText(w.submitted)).toBeVisible();
    await page.getByRole('link', { name: t.former }).click();
    await expect(page.getByText('Note A.', { exact: true })).toBeVisible();
    await expert.goto(`/editorial-board/vote/${revision}`);
    await expect(expert.getByText(t.revises)).toBeVisible();
  });
  for (const one of [page, expert]) await one.context().close();
});
