import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { Language } from '@domain/language-code';
import { i18nOf } from '~/i18n/instances.server';

import { Standing } from './standing';

const say = (language: Language, percentile: number, worse: number, same: number) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf(language)}>
      <Standing percentile={percentile} band="below" worse={worse} same={same} />
    </I18nextProvider>,
  ).replace(/^.*<span[^>]*>|<\/span>$/g, '');

test('who has the lowest result with many others is not told to be better than some of them', () => {
  expect(say('en', 15, 0, 30)).toBe('15: below average; 30 of 100 have the same result, none a worse one');
  expect(say('de', 15, 0, 30)).toBe(
    '15: unter dem Durchschnitt; 30 von 100 haben dasselbe Ergebnis, niemand hat ein schlechteres',
  );
  expect(say('en', 5.4, 0.4, 10)).toBe('5: below average; 10 of 100 have the same result, hardly any a worse one');
  expect(say('de', 5.4, 0.4, 10)).toBe(
    '5: unter dem Durchschnitt; 10 von 100 haben dasselbe Ergebnis, kaum jemand hat ein schlechteres',
  );
  expect(say('en', 20, 16, 8)).toBe('20: below average; 8 of 100 have the same result');
  expect(say('en', 20, 19.6, 0.8)).toBe('20: below average');
});
