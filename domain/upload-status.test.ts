import { expect, test } from 'vitest';

import {
  canOpenForVoting,
  expertColumns,
  listedStatus,
  parseListedStatus,
  statusAfterVotes,
  statusRules,
} from './upload-status';

test('two votes to accept accept, two to reject reject, two that differ are pending', () => {
  expect(statusAfterVotes(1, 1)).toBe('Accepted');
  expect(statusAfterVotes(2, 2)).toBe('Rejected');
  expect(statusAfterVotes(1, 2)).toBe('Pending');
  expect(statusAfterVotes(2, 1)).toBe('Pending');
});

test('fewer than two votes leave an upload submitted', () => {
  expect([statusAfterVotes(1, null), statusAfterVotes(null, 2), statusAfterVotes(null, null)]).toEqual([
    'Submitted',
    'Submitted',
    'Submitted',
  ]);
});

test('the columns of the experts show C unless two votes disagree', () => {
  expect(expertColumns(1, 2)).toEqual({ e1: 1, e2: 2 });
  expect(expertColumns(1, 1)).toEqual({ e1: 'C', e2: 'C' });
  expect(expertColumns(1, null)).toEqual({ e1: 'C', e2: 'C' });
});

test('a row opens for voting when accepted, submitted or disputed, never when rejected', () => {
  expect(canOpenForVoting('Submitted', 'C', 'C')).toBe(true);
  expect(canOpenForVoting('Accepted', 'C', 'C')).toBe(true);
  expect(canOpenForVoting('Pending', 1, 2)).toBe(true);
  expect(canOpenForVoting('Pending', 'C', 'C')).toBe(false);
  expect(canOpenForVoting('Rejected', 1, 2)).toBe(false);
});

test('an asterisk marks overridden problems only on Submitted and Pending', () => {
  expect(listedStatus('Submitted', true)).toBe('Submitted*');
  expect(listedStatus('Accepted', true)).toBe('Accepted');
  expect(parseListedStatus('Pending*')).toEqual({ status: 'Pending', starred: true });
});

test('an upload may be changed before it is submitted and while changes are requested, and deleted only before', () => {
  const having = (right: 'editable' | 'deletable') =>
    Object.entries(statusRules).flatMap(([status, rule]) => (rule[right] ? [status] : []));
  expect(having('editable')).toEqual(['Uploaded', 'ChangesRequested']);
  expect(having('deletable')).toEqual(['Uploaded']);
});

test('changes are requested inside Pending', () => {
  expect(listedStatus('ChangesRequested', false)).toBe('Pending');
  expect(listedStatus('ChangesRequested', true)).toBe('Pending*');
});
