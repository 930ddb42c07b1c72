import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { useSearchWords } from './search-words';

function Ages({ ages }: { ages: { start: number; end: number }[] }) {
  return useSearchWords().ages(ages);
}

function agesIn(language: Language, ...ages: [start: number, end: number][]): string {
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <Ages ages={ages.map(([start, end]) => ({ start, end }))} />
    </I18nextProvider>,
  );
}

test('one year is in the singular', () => {
  expect(agesIn('en', [1, 1], [6, 6], [8, 12])).toBe('1 year, 6 years, 8 to 12 years');
  expect(agesIn('de', [1, 1], [6, 6], [8, 12])).toBe('1 Jahr, 6 Jahre, 8 bis 12 Jahre');
});
