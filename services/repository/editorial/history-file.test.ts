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
  ['en', ',', 'Both numbers of people are right', 'confirmed'],
  ['de', ';', 'Beide Zahlen der Personen sind richtig', 'bestätigt'],
] as const)(
  'the file of the history in %s has everything that an act contains',
  (language, separator, right, confirmed) => {
    const [heads = [], row = []] = [...historyCsv([entry], language)]
      .join('')
      .split('\r\n')
      .map((line) => line.split(separator));
    expect(row[heads.indexOf('Version')]).toBe('2');
    expect(row[heads.indexOf(right)]).toBe(confirmed);
  },
);
