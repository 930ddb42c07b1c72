import { expect, test } from 'vitest';

import { entry } from '../../../tests/fixtures/complete-metadata';
import { publishedFields } from './published-fields';

test.each([
  ['2019---2019--', ['2019']],
  ['2019-5--2019-5-', ['Mai 2019']],
  ['2018---2019--', ['2018 – 2019']],
  ['---2019--', ['bis 2019']],
])('the stored period %s is shown as %s', (stored, shown) => {
  const [period] = publishedFields([entry(9, [stored])], 'de');
  expect(period?.values).toEqual(shown);
});
