import { expect, test, vi } from 'vitest';

import type { NormDataSet } from '../store/norms';
import { contributionId } from './contribute';

let rules = 'the rules of today';
vi.mock('../distributions/keep-tests', () => ({ testsKey: () => rules }));

const dataSet: NormDataSet = { nr: 1, kind: 'raw', series: 1, metadata: [], rights: ['SUFL 1.0'], tables: [] };

test('other rules for the pages of closed data sets make their contributions anew, and no others', () => {
  const ids = () => ['SUFL 1.0', 'CC-BY 4.0'].map((licence) => contributionId({ ...dataSet, rights: [licence] }));
  const [closed, open] = ids();
  rules = 'the rules of tomorrow';
  const [closedThen, openThen] = ids();
  expect(closedThen).not.toBe(closed);
  expect(openThen).toBe(open);
});
