import { describe, expect, test } from 'vitest';

import type { MetadataEntry } from '../api/metadata';
import { addMonths } from '../local-time';
import { isEmbargoTooLong } from '../metadata/embargo';
import { fieldIds } from '../metadata/field-ids';
import {
  allowedEmbargoActs,
  embargoChangeRefusal,
  type EmbargoFacts,
  endsOf,
  isNoticeDue,
  withEmbargoEnd,
} from './embargo-changes';

const until = (stored: string): MetadataEntry[] => [{ id: fieldIds.embargo, name: 'Embargo', values: [stored] }];
const facts = (changed: Partial<EmbargoFacts> = {}): EmbargoFacts => ({
  status: 'Accepted',
  isWithdrawn: false,
  isPublished: false,
  metadata: until('---2027-6-30'),
  today: '2026-11-26',
  acceptedOn: '2026-10-31',
  ...changed,
});

test.each([
  ['2026-11-26', 24, '2028-11-26'],
  ['2026-02-28', 24, '2028-02-28'],
  ['2028-02-29', 24, '2030-02-28'],
  ['2026-08-31', 6, '2027-02-28'],
  ['2026-12-31', 2, '2027-02-28'],
])('%s and %i months are %s', (day, months, later) => {
  expect(addMonths(day, months)).toBe(later);
});

test.each([
  ['---2028-11-26', false],
  ['---2028-11-27', true],
  ['---2028-10-', false],
  // Without a day, the last day of the month counts.
  ['---2028-11-', true],
  ['---2027--', false],
  ['---2028--', true],
])('an embargo of %s, chosen on 26 November 2026, is too long: %s', (stored, isTooLong) => {
  expect(isEmbargoTooLong(until(stored), '2026-11-26')).toBe(isTooLong);
});

describe('the contributor', () => {
  test('chooses a day from today to the day before the present end', () => {
    expect(endsOf('shorten', facts())).toEqual({ from: '2026-11-26', to: '2027-06-29' });
    const outcome = (day: string) => embargoChangeRefusal('shorten', facts(), day);
    expect(['2026-11-25', '2026-11-26', '2027-06-29', '2027-06-30'].map(outcome)).toEqual([
      'embargo-not-shorter',
      null,
      null,
      'embargo-not-shorter',
    ]);
  });
});

describe('the chair', () => {
  test('chooses a day after the present end, at most 24 months after the acceptance', () => {
    expect(endsOf('lengthen', facts())).toEqual({ from: '2027-07-01', to: '2028-10-31' });
    const outcome = (day: string) => embargoChangeRefusal('lengthen', facts(), day);
    expect(['2027-06-30', '2027-07-01', '2028-10-31', '2028-11-01'].map(outcome)).toEqual([
      'embargo-not-longer',
      null,
      null,
      'embargo-too-long',
    ]);
  });

  test('has nothing to choose if the embargo lasts that long already', () => {
    expect(allowedEmbargoActs(facts({ metadata: until('---2028-10-31') }))).toEqual(['shorten']);
  });
});

test.each([
  ['before acceptance', { status: 'Pending' }, 'not-accepted'],
  ['after a withdrawal', { isWithdrawn: true }, 'data-set-withdrawn'],
  ['after publication', { isPublished: true }, 'already-published'],
  ['on its last day', { today: '2027-06-30' }, 'no-embargo'],
  ['without an embargo', { metadata: [] }, 'no-embargo'],
] as const)('nobody changes an embargo %s', (_, changed, code) => {
  const state = facts(changed);
  expect(allowedEmbargoActs(state)).toEqual([]);
  expect(embargoChangeRefusal('shorten', state, '2027-01-01')).toBe(code);
  expect(embargoChangeRefusal('lengthen', state, '2028-01-01')).toBe(code);
});

test('another end keeps the begin, unless that is later', () => {
  expect(withEmbargoEnd(until('2026-10--2027-6-30'), '2027-01-05')).toBe('2026-10--2027-1-5');
  expect(withEmbargoEnd(until('2027-2--2027-6-30'), '2027-01-05')).toBe('---2027-1-5');
  expect(withEmbargoEnd(until('---2027-6-'), '2027-12-31')).toBe('---2027-12-31');
});

test.each([
  ['2027-06-15', false],
  ['2027-06-16', true],
  ['2027-06-29', true],
  ['2027-06-30', false],
])('of an end on 30 June 2027, notice is given on %s: %s', (today, isDue) => {
  expect(isNoticeDue('2027-06-30', { today, acceptedOn: '2026-10-31' })).toBe(isDue);
});

test('no notice is given if the acceptance told of the end shortly before', () => {
  expect(isNoticeDue('2027-06-30', { today: '2027-06-20', acceptedOn: '2027-06-16' })).toBe(false);
});
