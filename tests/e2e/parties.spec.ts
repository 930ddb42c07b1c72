import { expect, test } from '@playwright/test';

import { gripStudyCsv, gripStudyTargets } from '../fixtures/grip-study';
import { fillMetadata, mapColumns, saveAndSubmit, uploadRaw } from './support/contributor';
import { accounts, expectSoundScreen, newVisitor, signIn } from './support/journey';
import { words, type Language } from './support/words';

const texts = {
  en: {
    contact: 'Contact e-mail',
    refused: /You are named in this submission as author, contact person or contributor/,
    own: /You cannot vote on your own upload/,
    review: 'Follow the review',
    parts: 'Parts of the submission',
    vote: 'Vote',
    listed: /You are named in it and cannot vote/,
    ownListed: /Yours: follow the review/,
  },
  de: {
    contact: 'Kontakt-E-Mail',
    refused: /Sie sind in dieser Einreichung als Autor:in, Kontaktperson oder Mitwirkende:r genannt/,
    own: /Über Ihren eigenen Upload können Sie nicht abstimmen/,
    review: 'Zum Stand der Begutachtung',
    parts: 'Teile der Einreichung',
    vote: 'Abstimmung',
    listed: /Sie sind darin genannt und können nicht abstimmen/,
    ownListed: /Eigene Einreichung: Stand ansehen/,
  },
};

test('an expert who contributes and one who is named see no votes and no form', async ({ browser }, { project }) => {
  const language: Language = project.name === 'js' ? 'en' : 'de';
  const [w, t] = [words[language], texts[language]];
  const script = project.use.javaScriptEnabled;
  const seed = script ? 971 : 972;
  const author = await newVisitor(browser, language, script);
  await signIn(author, language, accounts.expert1);
  const buffer = gripStudyCsv(seed, 'international', { zeroGrips: 0, weakGrips: 0 });
  const id = await uploadRaw(author, language, { name: `party-${seed}.csv`, mimeType: 'text/csv', buffer });
  await mapColumns(author, language, gripStudyTargets);
  await author.goto(`/file-upload/meta/${id}`);
  await fillMetadata(author, language, `Grip of parties ${seed}`, 'CC-BY 4.0');
  await author.getByLabel(t.contact, { exact: true }).fill(` ${accounts.expert2.toUpperCase()}`);
  await saveAndSubmit(author, language, id);

  const named = await newVisitor(browser, language, script);
  await signIn(named, language, accounts.expert2);
  await test.step('the named expert is told why there is no form, and sees only the metadata', async () => {
    await named.goto('/editorial-board');
    const row = named.getByRole('row').filter({ hasText: `party-${seed}.csv` });
    await expect(row.getByRole('link', { name: /original/i })).toHaveCount(0);
    await row.getByRole('link', { name: t.listed }).click();
    await expect(named.getByText(t.refused)).toBeVisible();
    await expect(named.getByRole('button', { name: w.saveVote })).toHaveCount(0);
    await expect(named.getByRole('group', { name: /^Expert(:in)? \d$/ })).toHaveCount(0);
    // The navigation lists only screens that can be opened.
    const parts = named.getByRole('navigation', { name: t.parts }).getByRole('link');
    await expect(parts).toHaveText([w.metadata, t.vote]);
    await expectSoundScreen(named, language);
    expect((await named.goto(`/editorial-board/rows/${id}`))?.status()).toBe(403);
    expect((await named.goto(`/editorial-board/meta/${id}`))?.status()).toBe(200);
    await expect(parts).toHaveText([w.metadata, t.vote]);
  });

  await test.step('the author finds their own row in the list, and through it the review', async () => {
    await author.goto('/editorial-board');
    const row = author.getByRole('row').filter({ hasText: `party-${seed}.csv` });
    await row.getByRole('link', { name: t.ownListed }).click();
    await expect(author).toHaveURL(new RegExp(`/file-upload/submit/${id}$`));
    await author.goto(`/editorial-board/vote/${id}`);
    await expect(author.getByText(t.own)).toBeVisible();
    await expect(author.getByRole('button', { name: w.saveVote })).toHaveCount(0);
    await expectSoundScreen(author, language);
    await author.getByRole('link', { name: t.review }).click();
    await expect(author).toHaveURL(new RegExp(`/file-upload/submit/${id}$`));
  });
});
