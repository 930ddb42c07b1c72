import { expect, test } from 'vitest';

import { isDownloadOpen, maySeeEveryRow, minPersonsTold, openRowsOf, type Standing } from './licences';

const nobody: Standing = { isContributor: false, hasAnsweredForm: false };

test('everybody may see every row of a data set with open licences', () => {
  expect(maySeeEveryRow(['CC-BY 4.0'], nobody)).toBe(true);
  expect(maySeeEveryRow(['CC-BY-SA 4.0', 'CC-BY 4.0'], nobody)).toBe(true);
});

test('one licence that requires the form is enough to hide the other rows', () => {
  expect(maySeeEveryRow(['SUFL 1.0'], nobody)).toBe(false);
  expect(maySeeEveryRow(['CC-BY 4.0', 'SUFL 1.0'], nobody)).toBe(false);
});

test.each(['isContributor', 'hasAnsweredForm'] as const)('%s opens every row', (standing) => {
  expect(maySeeEveryRow(['SUFL 1.0'], { ...nobody, [standing]: true })).toBe(true);
});

test('a download under SUFL 1.0 is open after its form is answered, others are open immediately', () => {
  expect(isDownloadOpen(['SUFL 1.0'], false)).toBe(false);
  expect(isDownloadOpen(['SUFL 1.0'], true)).toBe(true);
  expect(isDownloadOpen(['CC-BY 4.0'], false)).toBe(true);
});

test('the open rows are the first twenty of the data set, not of each table', () => {
  expect(openRowsOf([360])).toEqual([20]);
  expect(openRowsOf([12, 48, 5])).toEqual([12, 8, 0]);
  expect(openRowsOf([0, 20, 1])).toEqual([0, 20, 0]);
  expect(openRowsOf([7])).toEqual([7]);
  expect(openRowsOf([])).toEqual([]);
});

test('facts in search results are shared by five people if the form is required', () => {
  expect(minPersonsTold(['SUFL 1.0'])).toBe(5);
  expect(minPersonsTold(['CC-BY 4.0'])).toBe(1);
});
