import { expect, test } from 'vitest';

import { guessCsvForm } from './csv-dialect';

const semicolons = 'name;grip\nAda;30,5\nBen;31,2\n';

test('a chosen separator is always used', () => {
  expect(guessCsvForm(semicolons)).toEqual({ separator: ';', width: 2, hasSeparatorLine: false });
  expect(guessCsvForm(semicolons, ',')).toEqual({ separator: ',', width: 2, hasSeparatorLine: false });
  expect(guessCsvForm(semicolons, '|')).toEqual({ separator: '|', width: 1, hasSeparatorLine: false });
});

test('a chosen separator overrides the line that names one', () => {
  const form = { separator: ';', width: 2, hasSeparatorLine: true };
  expect(guessCsvForm(`sep=,\n${semicolons}`, ';')).toEqual(form);
});

test('a blank text has no format, with or without a chosen separator', () => {
  expect(guessCsvForm(' \n\n', ';')).toBeNull();
});
