import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { Quality } from '@domain/api/quality';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { QualitySection } from './quality-section';

const group = {
  table: 'data',
  column: 'Griff',
  rule: 'R03',
  finding: 'The value is unusual, but possible.',
  cells: 1203,
  explained: 1203,
  explanations: [
    { text: 'Stark.', cells: 1200 },
    { text: 'Gemessen.', cells: 2 },
  ],
  explanationCount: 3,
  hiddenBecause: null,
};
const quality: Quality = {
  nr: 1,
  published: { day: '2025-03-04', tables: 1, rows: 2000, columns: 5, persons: 1900 },
  check: { rulesVersion: '2026-11-25', day: '2025-02-01' },
  problems: {
    found: 1210,
    corrected: 6,
    explained: 1204,
    groupCount: 22,
    groups: [group, { ...group, column: null, explanations: [], hiddenBecause: 'licence' }],
  },
  corrections: [{ day: '2025-01-31', rowsBefore: 2001, rowsAfter: 2000, problemsBefore: 1210, problemsAfter: null }],
  rowsLeftOut: {
    rows: 3,
    reasons: [
      { reason: 'user', text: 'Probelauf', rows: 2 },
      { reason: 'blank', text: '', rows: 1 },
    ],
  },
  tablesLeftOut: [{ reason: 'cover', rows: 12 }],
  columns: [{ table: 'data', column: 'Name', outcome: 'left-out', reason: 'Not mapped.' }],
  review: { day: '2025-03-03', votes: ['2025-03-01', '2025-03-03'] },
};

function show(changes: Partial<Quality> | null, language: Language = 'en'): string {
  const shown = changes && { ...quality, ...changes };
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <QualitySection quality={shown} sourceLanguage="de" />
    </I18nextProvider>,
  );
}
const wordsOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '|').replaceAll(/\|+/g, '|');

test('the statement says how the data was checked, what was found and who accepted it when', () => {
  const words = wordsOf(show({}));
  expect(words).toContain('|Check|Check rules, version 2026-11-25, on 1 February 2025|');
  expect(words).toContain('|1,210 cells or columns: 6 corrected, 1,204 explained by the contributor|');
  expect(words).toContain('on 1 March 2025 and 3 March 2025|');
  expect(words).toContain('|0 less detailed, 1 left out|');
});

test('explanations have their cells, and what is not shown is named', () => {
  const markup = show({});
  expect(markup).toContain('<span lang="de">Stark. (1,200)</span>');
  expect(wordsOf(markup)).toContain('|1 more explanation|');
  expect(wordsOf(markup)).toContain('|whole table|The value is unusual, but possible.|1,203|in the package');
  expect(wordsOf(markup)).toContain('|2 more problems are in the package.|');
});

test('corrected files, rows, tables and columns are listed with reasons', () => {
  const words = wordsOf(show({}));
  expect(words).toContain('|31 January 2025|2,001 → 2,000|unknown|');
  expect(words).toContain('|2 rows|by the contributor: Probelauf|1 row|blank|a table of 12 rows|cover|');
  expect(words).toContain('|Name|left out|Not mapped.|');
});

test('a data set without problems has no empty lists, and one from before says what was not recorded', () => {
  const problems = { ...quality.problems, found: 0, groups: [], groupCount: 0 };
  const check = { ...quality.check, rulesVersion: null, day: null };
  const words = wordsOf(show({ problems, check, corrections: [], columns: [] }));
  expect(words).toContain('|Problems|none found|');
  expect(words).toContain('Version and day were not recorded');
  expect(words).not.toContain('Explained problems');
});

test('it is written in German, and says when it cannot be read', () => {
  expect(wordsOf(show({}, 'de'))).toContain('|Qualität|');
  expect(wordsOf(show({}, 'de'))).toContain(
    '1.210 Zellen oder Spalten: 6 korrigiert, 1.204 von den Beitragenden erklärt',
  );
  expect(wordsOf(show(null))).toContain('not available at the moment');
});
