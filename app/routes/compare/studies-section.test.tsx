import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import { i18nOf } from '~/i18n/instances.server';

import { longJump, normsOf } from '../../../tests/fixtures/norms';
import { PointsSection } from './studies-section';

test('groups beside the curves are told with their year and country', () => {
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <PointsSection norms={normsOf(longJump)} query="" />
    </I18nextProvider>,
  );
  expect(page).toContain(
    '<th scope="col">Ages</th><th scope="col" class="numeric">Year</th><th scope="col">Country</th>',
  );
  expect(page).toContain('<td>8 to 9</td><td class="numeric">2019</td><td>Austria</td><td class="numeric">64</td>');
});
