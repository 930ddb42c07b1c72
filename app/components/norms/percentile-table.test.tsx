import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';

import type { NormAge } from '@domain/api/norms';
import { i18nOf } from '~/i18n/instances.server';

import { longJump, normsOf } from '../../../tests/fixtures/norms';
import { PercentileTable } from './percentile-table';

/** Dashes in the table of a single age. */
function dashesOf(change: Partial<NormAge>): number {
  const { test: shown, groups } = normsOf(longJump);
  const [group] = groups as [(typeof groups)[0]];
  const ages = [{ ...group.ages[0]!, ...change }];
  const page = renderToStaticMarkup(
    <I18nextProvider i18n={i18nOf('en')}>
      <PercentileTable norms={{ test: shown, groups: [{ ...group, ages }] }} />
    </I18nextProvider>,
  );
  return page.split('<span aria-hidden="true">–</span>').length - 1;
}

test('a dash stands where the curve, the percentile of the results, or both are missing', () => {
  const own = { value: 120, low: 118, high: 122 };
  const smooth = [90, 95, 105, 120, 135, 145, 150];
  const all = smooth.map(() => own);
  expect(dashesOf({ smooth, empirical: all })).toBe(0);
  expect(dashesOf({ smooth, empirical: [null, ...all.slice(2), null] })).toBe(2);
  expect(dashesOf({ smooth: null, empirical: all })).toBe(7);
  expect(dashesOf({ smooth: null, empirical: all.map(() => null) })).toBe(7);
});
