import { expect, test } from 'vitest';

import { automaticParsing, type ParseOptions } from '@domain/api/readings';
import { readForm } from '~/forms/read-form.server';

import { chooseReading, postedReading, ReadingFormSchema, readingValues, withoutReading } from './reading-form';

const chosen: ParseOptions = {
  encoding: 'macintosh',
  separator: '\t',
  decimal: null,
  dateOrder: 'month-first',
  headerRows: { a: 0, b: 3 },
};

/** The choices after posting these values of the selects; null if they are refused. */
async function choose(former: ParseOptions, table: string, values: Record<string, string>) {
  const submission = await readForm(Object.entries(values), ReadingFormSchema);
  return submission.status === 'success' ? chooseReading(former, table, submission.value) : null;
}

test('stored choices are those of the selects, and the selects show them again', async () => {
  const values = { encoding: 'macintosh', separator: '\t', decimal: '', dateOrder: 'month-first', headerRow: '0' };
  expect(readingValues(chosen, 'a')).toEqual(values);
  expect(await choose(chosen, 'a', values)).toEqual(chosen);
  expect(readingValues(automaticParsing, 'a')).toEqual({
    encoding: '',
    separator: '',
    decimal: '',
    dateOrder: '',
    headerRow: '',
  });
});

test('a header row is chosen for one table; the others keep theirs', async () => {
  const back = await choose(chosen, 'b', { ...readingValues(chosen, 'b'), headerRow: '' });
  expect(back?.headerRows).toEqual({ a: 0 });
});

test.each([
  ['encoding', 'ebcdic'],
  ['separator', ':'],
  ['decimal', 'x'],
  ['dateOrder', 'year-first'],
  ['headerRow', '51'],
  ['headerRow', 'one'],
])('%s %s is not an option of the selects', async (name, value) => {
  expect(await choose(automaticParsing, 'a', { ...readingValues(automaticParsing, 'a'), [name]: value })).toBeNull();
});

test('a form without the selects posts no choices', () => {
  expect(postedReading([['source', 'x']])).toBeNull();
  expect(
    postedReading([
      ['separator', ';'],
      ['headerRow', '2'],
    ]),
  ).toEqual({ encoding: '', separator: ';', decimal: '', dateOrder: '', headerRow: '2' });
});

test('choices are removed from a form once they are sent', () => {
  expect(
    withoutReading([
      ['headerRow', '2'],
      ['source', 'x'],
    ]),
  ).toEqual([['source', 'x']]);
});
