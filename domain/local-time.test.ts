import { expect, test } from 'vitest';

import { localDay, voteTime } from './local-time';

test.each([
  ['2025-01-15T12:00:00Z', '2025-01-15 01:00:00 PM'],
  ['2025-07-15T22:05:09Z', '2025-07-16 12:05:09 AM'],
  ['2025-07-15T10:00:00Z', '2025-07-15 12:00:00 PM'],
  ['2024-12-31T23:30:00Z', '2025-01-01 12:30:00 AM'],
])('%s is %s in Berlin', (moment, text) => {
  expect(voteTime(new Date(moment), 'Europe/Berlin')).toBe(text);
});

test('a day is the one in the time zone', () => {
  expect(localDay(new Date('2024-12-31T23:30:00Z'), 'Europe/Berlin')).toBe('2025-01-01');
  expect(localDay(new Date('2024-12-31T23:30:00Z'), 'America/New_York')).toBe('2024-12-31');
});
