import { expect, type Page } from '@playwright/test';

import { words, type Language } from './words';

interface TypedVote {
  panel: number;
  account: string;
  accepts: boolean;
  note: string;
}

/** Votes in a free panel of the submission whose vote page is open; ends when the vote is saved. */
export async function castVote(page: Page, language: Language, vote: TypedVote): Promise<void> {
  await sendVote(page, language, vote);
  await expect(page.getByRole('region', { name: language === 'de' ? 'Erfolg' : 'Success' })).toBeVisible();
}

/** The same, whatever the answer is. */
export async function sendVote(page: Page, language: Language, vote: TypedVote): Promise<void> {
  const w = words[language];
  const panel = page.getByRole('group', { name: w.expert(vote.panel) });
  await panel.getByRole('combobox', { name: w.expertEmail }).selectOption(vote.account);
  await panel.getByRole('checkbox', { name: w.impartial }).check();
  await panel.getByRole('radio', { name: vote.accepts ? w.accept : w.reject }).check();
  await panel.getByRole('textbox', { name: w.note }).fill(vote.note);
  await panel.getByRole('button', { name: w.saveVote }).click();
}
