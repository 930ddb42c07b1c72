import { expect, test, type Page } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, saveMetadata, uploadRaw } from './support/contributor';
import { castVote } from './support/expert';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    glance: 'At a glance',
    check: 'Problems and comments',
    back: 'Back to the vote',
    points: 'What should be changed',
    request: 'Request changes',
    waits: /The contributor was asked for changes and is working on them/,
    answer: /^Answer to point 1/,
    requested: 'Requested changes',
    title: 'Title',
    criterion: 'Does each column have the right target and unit?',
    no: 'No',
  },
  de: {
    glance: 'Auf einen Blick',
    check: 'Probleme und Kommentare',
    back: 'Zurück zur Abstimmung',
    points: 'Was geändert werden soll',
    request: 'Änderungen anfordern',
    waits: /Die beitragende Person wurde um Änderungen gebeten und arbeitet daran/,
    answer: /^Antwort auf Punkt 1/,
    requested: 'Angeforderte Änderungen',
    title: 'Titel',
    criterion: 'Hat jede Spalte das richtige Ziel und die richtige Einheit?',
    no: 'Nein',
  },
};

test('an expert asks for changes, sees what was changed, and votes', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 941 : 942;
  const title = `Grip, to be changed ${seed}`;
  const page = await newVisitor(browser, language, script);
  await signIn(page, language, accounts.contributor);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 2 });
  const id = await uploadRaw(page, language, { name: `changes-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(page, language, gripStudyTargets);
  const comments = page.getByRole('table', { name: w.problems }).getByRole('textbox');
  for (const comment of await comments.all()) await comment.fill('Measured twice, after an injury.');
  await page.getByRole('button', { name: w.saveComments }).first().click();
  await page.goto(`/file-upload/meta/${id}`);
  await fillMetadata(page, language, title, 'CC-BY 4.0');
  await saveAndSubmit(page, language, id);

  const expert = await newVisitor(browser, language, script);
  await signIn(expert, language, accounts.expert1);
  const panel = expert.getByRole('group', { name: w.expert(1), exact: true });
  const criterion = (of: Page) => of.getByRole('group', { name: t.criterion }).getByRole('radio', { name: t.no });

  await test.step('everything is at hand, and each link keeps the way back', async () => {
    await expert.goto(`/editorial-board/vote/${id}`);
    const glance = expert.getByRole('region', { name: t.glance });
    for (const shown of [title, accounts.contributor, 'Measured twice, after an injury.']) {
      await expect(glance).toContainText(shown);
    }
    await expectSoundScreen(expert, language);
    await glance.getByRole('link', { name: t.check }).click();
    await expert.getByRole('link', { name: t.back }).click();
    await expect(glance).toBeVisible();
  });

  await test.step('the request needs the declaration, and keeps what was typed', async () => {
    await criterion(expert).first().check();
    await panel.getByRole('textbox', { name: t.points }).fill('Name the units.');
    await panel.getByRole('button', { name: t.request }).click();
    await expect(expert.getByRole('heading', { name: w.problem })).toBeVisible();
    await expect(panel.getByRole('textbox', { name: t.points })).toHaveValue('Name the units.');
    await expectSoundScreen(expert, language);
    await panel.getByRole('checkbox', { name: w.impartial }).check();
    await panel.getByRole('button', { name: t.request }).click();
    await expect(expert.getByText(t.waits)).toBeVisible();
    await expectSoundScreen(expert, language);
  });

  await test.step('the contributor changes the title, answers and submits again', async () => {
    await page.goto(`/file-upload/meta/${id}`);
    await page.getByRole('textbox', { name: t.title, exact: true }).fill(`${title}, in kilograms`);
    await saveMetadata(page, language);
    await page.goto(`/file-upload/submit/${id}`);
    await page.getByRole('textbox', { name: t.answer }).fill('The title names them now.');
    await page.getByRole('button', { name: w.submit, exact: true }).click();
    await expect(page.getByText(w.submitted)).toBeVisible();
  });

  await test.step('the expert sees the answer and what has changed, and finds the criteria as they were', async () => {
    await expert.goto(`/editorial-board/vote/${id}`);
    const requested = expert.getByRole('region', { name: t.requested });
    await expect(requested).toContainText('The title names them now.');
    await expect(requested).toContainText(`${title}, in kilograms`);
    await expect(criterion(expert).first()).toBeChecked();
    await expectSoundScreen(expert, language);
    await castVote(expert, language, { panel: 1, account: accounts.expert1, accepts: false, note: 'Not yet.' });
  });

  await test.step('the other expert sees the criteria after voting', async () => {
    const second = await newVisitor(browser, language, script);
    await signIn(second, language, accounts.expert2);
    await second.goto(`/editorial-board/vote/${id}`);
    await castVote(second, language, { panel: 2, account: accounts.expert2, accepts: true, note: 'Fine.' });
    const other = second.getByRole('group', { name: w.expert(1), exact: true });
    await expect(other).toContainText(`${t.criterion} ${t.no}`);
    await expectSoundScreen(second, language);
    await second.context().close();
  });
  for (const one of [page, expert]) await one.context().close();
});
