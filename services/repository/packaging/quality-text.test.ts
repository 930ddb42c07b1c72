import { expect, test } from 'vitest';

import type { Quality } from '@domain/api/quality';

import { qualityText } from './quality-text';

const quality: Quality = {
  nr: 1,
  published: { day: '2025-03-04', tables: 1, rows: 1, columns: 5, persons: 1 },
  check: { rulesVersion: '2026-11-25', day: '2025-02-01' },
  problems: {
    found: 1,
    corrected: 0,
    explained: 1,
    groupCount: 1,
    groups: [
      {
        table: 'data',
        column: 'Griff',
        rule: 'R03',
        finding: 'The value is unusual, but possible.',
        cells: 1203,
        explained: 1203,
        explanations: [{ text: 'Stark.\nGemessen.', cells: 1200 }],
        explanationCount: 2,
        hiddenBecause: null,
      },
    ],
  },
  corrections: [{ day: '2025-01-31', rowsBefore: 2001, rowsAfter: 1, problemsBefore: 1210, problemsAfter: null }],
  rowsLeftOut: { rows: 1, reasons: [{ reason: 'user', text: 'Probelauf', rows: 1 }] },
  tablesLeftOut: [{ reason: 'cover', rows: 12 }],
  columns: [{ table: 'data', column: 'Name', outcome: 'left-out', reason: 'Not mapped.' }],
  review: { day: '2025-03-03', votes: ['2025-03-01', '2025-03-03'] },
};

test('one of something is in the singular, and days and numbers are those of the language', () => {
  const english = qualityText(quality, 'en');
  expect(english).toContain('1 row, 1 person\n');
  expect(english).toContain('1 cell or column: 0 corrected, 1 explained by the contributor\n');
  expect(english).toContain('on 1 March 2025 and 3 March 2025\n');
  const german = qualityText(quality, 'de');
  expect(german).toContain('1 Zeile, 1 Person\n');
  expect(german).toContain('1 Zelle oder Spalte: 0 korrigiert, 1 von den Beitragenden erklärt\n');
  expect(german).toContain(
    '31. Januar 2025: Zeilen vorher und nachher 2.001 → 1; Probleme vorher und nachher unbekannt',
  );
  expect(german).toContain(
    'Griff (data): The value is unusual, but possible. (1.203)\n    Stark. Gemessen. (1.200)\n    1 weitere Erklärung',
  );
  expect(german).toContain('eine Tabelle mit 12 Zeilen: Deckblatt\n');
});
