import { expect, test } from 'vitest';

import type { PanelView } from '@domain/api/editorial';

import { panelAfterConflict } from './vote.server';

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

test('a panel that somebody else holds now leads to panel 2', () => {
  const votes = [panel(1, { email: 'other@example.org' }), panel(2, { editable: true })];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 2, conflict: 'moved' });
});

test('my own panel, saved in another window, stays mine', () => {
  const votes = [panel(1, { mine: true, editable: true, version: 2 }), panel(2, {})];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 1, conflict: 'stale' });
});

test('with both panels taken by others there is nothing left to save to', () => {
  const votes = [panel(1, { email: 'one@example.org' }), panel(2, { email: 'two@example.org' })];
  expect(panelAfterConflict(votes, 1)).toEqual({ panel: 1, conflict: 'locked' });
});
