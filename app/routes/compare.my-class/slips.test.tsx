import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { ClassResult, ClassTest } from '@domain/api/class-report';
import { i18nOf } from '~/i18n/instances.server';

import { Slips } from './slips';

const tests: ClassTest[] = [
  { key: 'slj', test: 'slj', label: 'Standing long jump', unit: 'cm', decimals: 0 },
  { key: 'pushup40', test: 'pushup40', label: 'Push-ups', unit: '', decimals: 0 },
];
const placed: Omit<ClassResult, 'key' | 'value' | 'median'> = {
  text: '',
  notCounted: [],
  percentile: 60,
  worse: 59,
  same: 2,
  band: 'average',
  reason: null,
};

test('medians of a slip have the decimals that those beside a single result have', () => {
  const results = [
    { ...placed, key: 'slj', value: 131, median: 125.36 },
    { ...placed, key: 'pushup40', value: 12, median: 10.6 },
  ];
  const child = { row: 2, child: 2, name: 'Ada', sex: 'f' as const, age: 8, isAgeExact: false, results };
  const slip = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <Slips tests={tests}>{[child]}</Slips>
    </I18nextProvider>,
  );
  expect(slip).toContain('<td>125\u00a0cm</td>');
  expect(slip).toContain('<td>11</td>');
});
