import { expect, test } from 'vitest';

import type { PanelView } from '@domain/api/editorial';
import { readForm } from '~/forms/read-form.server';

import { panelAfterConflict } from './save-vote.server';
import { ChangesFormSchema, VoteFormSchema } from './vote-form-schemas';

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
    state: 'empty',
    dueAt: null,
    isOverdue: false,
    isImpartial: null,
    criteria: {},
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

const vote = { email: 'expert@example.org', isImpartial: 'on', rating: '1', note: '', version: '3' };

test('a vote needs an e-mail address, the declaration and a rating, and its note has a maximum length', async () => {
  const read = { email: 'expert@example.org', isImpartial: true, rating: 1, note: '', version: 3 };
  expect(await voteOf(vote)).toEqual({ ...read, criteria: {}, points: '' });
  expect(await voteOf({ ...vote, email: '', isImpartial: '', rating: '3', note: 'x'.repeat(100_000) })).toEqual({
    email: ['editorial:vote.invalidEmail'],
    isImpartial: ['errors:not-impartial'],
    rating: ['editorial:vote.invalidRating'],
    note: ['editorial:vote.noteHint'],
  });
});

test('the criteria that are answered are read, and other answers and names are left out', async () => {
  const answers = { 'criteria.design': 'yes', 'criteria.tests': 'maybe', 'criteria.licence': '', 'criteria.x': 'no' };
  expect(await voteOf({ ...vote, ...answers })).toMatchObject({ criteria: { design: 'yes' } });
});

test('a vote does not swallow changes that were typed beside it', async () => {
  expect(await voteOf({ ...vote, points: 'Name the units.' })).toEqual({ points: ['board:changes.notSent'] });
});

test.each(['', '-1', '1.5', 'x', '1e400'])('version "%s" counts as that of an empty panel', async (version) => {
  expect(await voteOf({ ...vote, rating: '2', version })).toMatchObject({ rating: 2, note: '', version: 0 });
});

test('a request for changes needs the declaration and points of at most the length of a note', async () => {
  const read = async (fields: Record<string, string>) => {
    const submission = await readForm(Object.entries(fields), ChangesFormSchema);
    return submission.status === 'success' ? submission.value : submission.reply().error;
  };
  expect(await read({ isImpartial: 'on', points: 'One.\r\n\r\nTwo.' })).toEqual({
    isImpartial: true,
    points: ['One.', 'Two.'],
  });
  expect(await read({ points: ' \n\n' })).toEqual({
    isImpartial: ['errors:not-impartial'],
    points: ['errors:points-missing'],
  });
  const long = 'x'.repeat(2001);
  expect(await read({ isImpartial: 'on', points: long })).toEqual({ points: ['board:changes.tooLong'] });
  const many = Array.from({ length: 51 }, (_, nr) => `Point ${nr}`).join('\n\n');
  expect(await read({ isImpartial: 'on', points: many })).toEqual({ points: ['errors:too-many-points'] });
});
