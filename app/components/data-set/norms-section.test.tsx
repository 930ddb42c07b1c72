import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { DataSetNorms } from '@domain/api/norms';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { NormsSection } from './norms-section';

const group = { sex: 'f' as const, persons: 6, ages: { start: 8, end: 8 }, median: null, standing: null, placed: 0 };
const about: Omit<DataSetNorms['tests'][number], 'groups'> = {
  key: 'slj',
  test: 'slj',
  label: 'Standing long jump',
  unit: 'cm',
  decimals: 0,
  better: 'more',
};
const norms: DataSetNorms = { version: '2026-11-28', tests: [{ ...about, groups: [group] }] };

const show = (language: Language, isBelowResults = false) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <NormsSection norms={norms} isBelowResults={isBelowResults} />
    </I18nextProvider>,
  );

test('below distributions of single results it is said why their numbers are others', () => {
  const sentence = 'The distributions above count every result of the data, so that n and median can differ.';
  expect(show('en', true)).toContain(sentence);
  expect(show('en')).not.toContain(sentence);
});

test.each<[Language, string]>([
  ['en', 'not known: fewer than 10 people at ages with a curve, or no numbers by age'],
  ['de', 'nicht bekannt: weniger als 10 Personen in Altersjahren mit Kurve oder keine Zahlen nach Alter'],
])('few people at ages with a curve have no standing, and it is said why: %s', (language, text) => {
  expect(show(language)).toContain(text);
});
