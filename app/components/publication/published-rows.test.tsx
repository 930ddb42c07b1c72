import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { Language } from '@domain/language';
import { i18nOf } from '~/i18n/instances.server';

import { PublishedRows } from './published-rows';

const columns = [
  { key: 'slj', label: 'Jump', unit: 'cm' },
  { key: 'ratio', label: 'Ratio', unit: '1' },
  { key: 'club', label: 'Club', unit: '' },
];

function cellsOf(values: (string | null)[], language: Language): (string | undefined)[] {
  const html = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <PublishedRows caption="data" columns={columns} rows={[{ row: 2, values }]} />
    </I18nextProvider>,
  );
  return [...html.matchAll(/<td>([^<]*)<\/td>/g)].map(([, text]) => text);
}

test('numbers with a unit have the decimal sign of the language, and all their digits', () => {
  expect(cellsOf(['151.25', '-0.12345', '1.5'], 'de')).toEqual(['151,25', '-0,12345', '1.5']);
  expect(cellsOf(['151.25', '-0.12345', '1.5'], 'en')).toEqual(['151.25', '-0.12345', '1.5']);
  expect(cellsOf(['1e-7', '1234', null], 'de')).toEqual(['1e-7', '1234', '']);
});
