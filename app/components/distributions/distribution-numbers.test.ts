import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import type { Distribution } from '@domain/api/distributions';
import type { Language } from '@domain/language-code';

import de from '../../../locales/de/distributions.json';
import en from '../../../locales/en/distributions.json';
import { numberRows, numbersInWords } from './distribution-numbers';

async function translator(lng: Language) {
  const i18n = createInstance();
  await i18n.init({
    lng,
    resources: { [lng]: { translation: { en, de }[lng] } },
    interpolation: { escapeValue: false },
  });
  return (key: string, values?: Record<string, string>) => i18n.t(key, values ?? {});
}

const jumps: Distribution = {
  position: 1,
  target: 'slj',
  label: 'Standing long jump',
  unit: 'cm',
  decimals: 1,
  step: null,
  warn: { min: 40, max: 300 },
  hard: { min: 5, max: 380 },
  binWidth: 130,
  groups: [
    {
      sex: 'f',
      label: 'female',
      count: 1203,
      missing: 4,
      unreadable: 0,
      summary: { min: 0, lowerQuartile: 110.5, median: 125, upperQuartile: 140, max: 290 },
      impossiblyLow: 2,
      unusuallyLow: 1,
      unusuallyHigh: 0,
      impossiblyHigh: 0,
      bins: [1000, 200],
    },
    {
      sex: '',
      label: '',
      count: 0,
      missing: 3,
      unreadable: 1,
      summary: null,
      impossiblyLow: 0,
      unusuallyLow: 0,
      unusuallyHigh: 0,
      impossiblyHigh: 0,
      bins: [0, 0],
    },
  ],
};

test('the text contains the same numbers as the table, group by group', async () => {
  expect(numbersInWords(jumps, await translator('en'), 'en')).toBe(
    'female – results: 1,203; missing: 4; not a number: 0; smallest: 0; lower quartile: 110.5; median: 125; ' +
      'upper quartile: 140; largest: 290; impossible: below 5: 2; unusual: 5 to below 40: 1; ' +
      'unusual: above 300 to 380: 0; impossible: above 380: 0. ' +
      'sex unknown – results: 0; missing: 3; not a number: 1; smallest: –; lower quartile: –; median: –; ' +
      'upper quartile: –; largest: –; impossible: below 5: 0; unusual: 5 to below 40: 0; ' +
      'unusual: above 300 to 380: 0; impossible: above 380: 0.',
  );
});

test('numbers are written as the language does', async () => {
  const rows = numberRows(jumps, await translator('de'), 'de');
  expect(rows.find(({ id }) => id === 'count')?.values).toEqual(['1.203', '0']);
  expect(rows.find(({ id }) => id === 'lowerQuartile')?.values).toEqual(['110,5', '–']);
});

test('lines without numbers, and ranges that a test does not have, are left out', async () => {
  const steps = { ...jumps, warn: { min: 0, max: 48 }, hard: { min: 0, max: 48 }, groups: jumps.groups.slice(0, 1) };
  const ids = numberRows(steps, await translator('en'), 'en').map(({ id }) => id);
  expect(ids).toEqual([
    'count',
    'missing',
    'min',
    'lowerQuartile',
    'median',
    'upperQuartile',
    'max',
    'impossiblyLow',
    'impossiblyHigh',
  ]);
});
