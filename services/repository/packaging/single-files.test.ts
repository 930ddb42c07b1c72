import { expect, test } from 'vitest';

import { contentKeyOf } from './single-files';
import { packageTexts } from './texts';

test('a workbook is made again when its sheets get other names', () => {
  const table = {
    id: 1,
    nr: 1,
    position: 0,
    name: 'data',
    rowCount: 1,
    objectKey: 'published/1',
    sha256: null,
    columns: [],
    withheld: [],
  };
  const described = { kind: 'raw', title: 'Title', publishedAt: new Date(0), table } as const;
  const keyOf = () => contentKeyOf('xlsx', { ...described, table }, 'en');
  const before = keyOf();
  const { data } = packageTexts.en.sheets;
  packageTexts.en.sheets.data = `${data} 2`;
  expect(keyOf()).not.toBe(before);
  packageTexts.en.sheets.data = data;
  expect(keyOf()).toBe(before);
});
