import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { DataSetUse, UseCounts } from '@domain/api/use';
import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { UseSection } from './use-section';

const none: UseCounts = {
  views: 0,
  downloads: 0,
  uniqueViews: 0,
  uniqueDownloads: 0,
  machineViews: 0,
  machineDownloads: 0,
};
const monthOf = (back: number) => new Date(Date.UTC(2026, 10 - back, 1)).toISOString().slice(0, 7);
const used: DataSetUse = {
  ...none,
  views: 1234,
  downloads: 1,
  uniqueViews: 900,
  uniqueDownloads: 1,
  since: '2025-09-15',
  months: Array.from({ length: 15 }, (_, back) => ({
    ...none,
    month: monthOf(back),
    views: back * 10,
    downloads: back,
  })),
};

const show = (use: DataSetUse, language: Language = 'en') =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <UseSection use={use} />
    </I18nextProvider>,
  );

test('the totals stand in a sentence, with the day on which counting began', () => {
  expect(show(used)).toContain('1,234 views and 1 download since 15 September 2025.');
  expect(show(used)).toContain('<section aria-labelledby="use"><h2 id="use">Use</h2>');
  const german = show(used, 'de');
  expect(german).toContain('1.234 Aufrufe und 1 Download seit dem 15. September 2025.');
  expect(german).toContain('<h2 id="use">Nutzung</h2>');
});

test('the newest month comes first, and those before the last twelve are in the details', () => {
  const html = show(used);
  const [shown = '', earlier = ''] = html.split('<details>');
  const monthsIn = (part: string) => [...part.matchAll(/<th scope="row">([^<]*)<\/th>/g)].map(([, month]) => month);
  expect(monthsIn(shown)).toHaveLength(12);
  expect(monthsIn(shown)[0]).toBe('November 2026');
  expect(monthsIn(earlier)).toEqual(['November 2025', 'October 2025', 'September 2025']);
  expect(show({ ...used, months: used.months.slice(0, 12) })).not.toContain('<details>');
});

test('the drawing has attributes only, and the largest number its whole width', () => {
  const html = show(used);
  expect(html).toContain('<rect width="120" height="12"');
  expect(html).not.toContain('style=');
});

test('programs are named only if there were any', () => {
  expect(show(used)).not.toContain('Programs');
  expect(show({ ...used, machineViews: 2, machineDownloads: 1 })).toContain('account for 2 views and 1 download');
});

test('without use there is a sentence and no table', () => {
  const html = show({ ...used, ...none });
  expect(html).toContain('No use has been counted since 15 September 2025.');
  expect(html).not.toContain('<table');
});
