import { expect, test } from 'vitest';

import { isDownloadOpen, maySeeEveryRow, minPersonsTold, openRowsOf, type Standing } from './licences';

const nobody: Standing = { isContributor: false, hasAnsweredForm: false };

test('everybody may see every row of a data set with open licences', () => {
  expect(maySeeEveryRow(['CC-BY 4.0'], nobody)).toBe(true);
  expect(maySeeEveryRow(['CC-BY-SA 4.0', 'CC-BY 4.0'], nobody)).toBe(true);
});

test('one licence that asks for the form is enough to close the rest', () => {
  expect(maySeeEveryRow(['SUFL 1.0'], nobody)).toBe(false);
  expect(maySeeEveryRow(['CC-BY 4.0', 'SUFL 1.0'], nobody)).toBe(false);
});

test.each(['isContributor', 'hasAnsweredForm'] as const)('%s opens every row', (standing) => {
  expect(maySeeEveryRow(['SUFL 1.0'], { ...nobody, [standing]: true })).toBe(true);
});

test('a download under SUFL 1.0 is open once its form is answered, others are at once', () => {
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

test('what a search tells of a data set is shared by five persons where the form is asked for', () => {
  expect(minPersonsTold(['SUFL 1.0'])).toBe(5);
  expect(minPersonsTold(['CC-BY 4.0'])).toBe(1);
});
