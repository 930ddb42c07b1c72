import { expect, test } from 'vitest';

import type { HistoryEntry } from '@domain/board/history';

import { historyCsv } from './history-file';

const entry: HistoryEntry = {
  id: 1,
  at: '2026-03-01T10:00:00.000Z',
  act: 'version',
  actor: null,
  panel: null,
  expert: null,
  statusBefore: 'Accepted',
  statusAfter: 'Accepted',
  content: { version: 2, arePersonsRight: true },
};

test.each([
  ['en', 'Version', 'confirmed'],
  ['de', 'Version', 'bestätigt'],
] as const)('the file of the history in %s has everything that an act contains', (language, heading, confirmed) => {
  const [heads = '', row = ''] = [...historyCsv([entry], language)].join('').split('\r\n');
  expect(heads.endsWith(heading)).toBe(true);
  expect(row).toMatch(new RegExp(`${confirmed}[;,]2$`));
});
