import { expect, test } from 'vitest';

import type { PanelView } from '@domain/api/editorial';
import { readForm } from '~/forms/read-form.server';

import { panelAfterConflict, VoteFormSchema } from './vote.server';

function panel(nr: 1 | 2, change: Partial<PanelView>): PanelView {
  return {
    id: '12r',
    nr,
    email: null,
    rating: null,
    note: null,
    start: null,
    end: null,
    version: 0,
    mine: false,
    editable: false,
    hidden: false,
    ...change,
  };
}

test('a panel that another expert has taken in the meantime leads to the other one', () => {
  const votes = [panel(1, { email: 'other@example.org' }), panel(2, { editable: true })];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 2, conflict: 'moved' });
  const taken = [panel(1, { editable: true }), panel(2, { email: 'other@example.org' })];
  expect(panelAfterConflict(taken, 2)).toEqual({ panel: 1, conflict: 'moved' });
});

test('an expert’s own panel, saved in another window, stays theirs', () => {
  const votes = [panel(1, { mine: true, editable: true, version: 2 }), panel(2, {})];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 1, conflict: 'stale' });
});

test('if both panels are taken by others, there is none left', () => {
  const votes = [panel(1, { email: 'one@example.org' }), panel(2, { email: 'two@example.org' })];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 1, conflict: 'locked' });
});

/** The posted vote, or the messages of its fields. */
async function voteOf(fields: Record<string, string>) {
  const submission = await readForm(Object.entries(fields), VoteFormSchema);
  return submission.status === 'success' ? submission.value : submission.reply().error;
}

test('a vote needs an e-mail address and a rating, and its note has a maximum length', async () => {
  const vote = { email: 'expert@example.org', rating: '1', note: '', version: '3' };
  expect(await voteOf(vote)).toEqual({ email: 'expert@example.org', rating: 1, note: '', version: 3 });
  expect(await voteOf({ ...vote, email: '', rating: '3', note: 'x'.repeat(100_000) })).toEqual({
    email: ['editorial:vote.invalidEmail'],
    rating: ['editorial:vote.invalidRating'],
    note: ['editorial:vote.noteHint'],
  });
});

test.each(['', '-1', '1.5', 'x', '1e400'])('version "%s" counts as that of an empty panel', async (version) => {
  expect(await voteOf({ email: 'a', rating: '2', version })).toMatchObject({ rating: 2, note: '', version: 0 });
});
