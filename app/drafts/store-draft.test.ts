import { beforeAll, afterAll, expect, test, vi } from 'vitest';

import { conflictMessage } from './store-draft.server';

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-03-28T22:30:00Z') }));
afterAll(() => void vi.useRealTimers());

const berlin = { timeZone: 'Europe/Berlin' };
const en = { language: 'en' as const, ...berlin };
const de = { language: 'de' as const, ...berlin };

test('both times are named in the language and zone of the user', () => {
  const [saved, opened] = ['2026-03-28T13:03:20Z', '2026-03-28T12:58:00Z'];
  expect(conflictMessage(en, saved, opened)).toBe(
    'This form was saved in another window at 14:03. Yours was opened at 13:58.',
  );
  expect(conflictMessage(de, saved, opened)).toBe(
    'Dieses Formular wurde um 14:03 Uhr in einem anderen Fenster gespeichert. Ihres wurde um 13:58 Uhr geöffnet.',
  );
  expect(conflictMessage({ language: 'en', timeZone: 'America/New_York' }, saved, opened)).toContain(
    'at 09:03. Yours was opened at 08:58.',
  );
});

test("a time on another day has its date, in the user's time zone", () => {
  // 23:30 of the 27th in Berlin, and 00:10 of the 28th.
  expect(conflictMessage(en, '2026-03-27T23:10:00Z', '2026-03-27T22:30:00Z')).toBe(
    'This form was saved in another window at 00:10. Yours was opened on 27 March 2026 at 23:30.',
  );
  expect(conflictMessage(de, '2026-03-27T22:40:00Z', '2026-03-27T22:30:00Z')).toBe(
    'Dieses Formular wurde am 27. März 2026 um 23:40 Uhr in einem anderen Fenster gespeichert. Ihres wurde am 27. März 2026 um 23:30 Uhr geöffnet.',
  );
});

test('times within one minute are shown with seconds', () => {
  expect(conflictMessage(en, '2026-03-28T13:03:41Z', '2026-03-28T13:03:05Z')).toContain(
    'at 14:03:41. Yours was opened at 14:03:05.',
  );
});

test('a missing time, or one before the form was opened, is not shown', () => {
  const message = 'This form was saved elsewhere after yours was opened.';
  expect(conflictMessage(en, null, '2026-03-28T13:03:05Z')).toBe(message);
  expect(conflictMessage(en, '2026-03-28T13:03:05Z', null)).toBe(message);
  expect(conflictMessage(en, '2026-03-28T12:00:00Z', '2026-03-28T13:03:05Z')).toBe(message);
});
