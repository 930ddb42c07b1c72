import { expect, test } from 'vitest';

import { guessCsvForm } from './csv-dialect';

const semicolons = 'name;grip\nAda;30,5\nBen;31,2\n';

test('a chosen separator is taken, whatever the text looks like', () => {
  expect(guessCsvForm(semicolons)).toEqual({ separator: ';', width: 2, hasSeparatorLine: false });
  expect(guessCsvForm(semicolons, ',')).toEqual({ separator: ',', width: 2, hasSeparatorLine: false });
  expect(guessCsvForm(semicolons, '|')).toEqual({ separator: '|', width: 1, hasSeparatorLine: false });
});

test('a chosen separator counts for more than the line that names one', () => {
  const form = { separator: ';', width: 2, hasSeparatorLine: true };
  expect(guessCsvForm(`sep=,\n${semicolons}`, ';')).toEqual(form);
});

test('a blank text has no form, chosen or not', () => {
  expect(guessCsvForm(' \n\n', ';')).toBeNull();
});
