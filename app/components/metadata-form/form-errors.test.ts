import { expect, test } from 'vitest';

import { errorsOfForm } from './form-errors';
import { parseMetadataForm } from '../../forms/metadata/form-state';
import { field } from './testing/form-field';

const fields = [
  field(1, { style: 'Name', multi: true, maxCharacters: 20 }),
  field(1.2, { nestedIn: 1, multi: true, maxCharacters: 20 }),
  field(9, { style: 'DateRangeYMD' }),
];
const message = (code: string) => code;

const errors = (...entries: [string, string][]) =>
  errorsOfForm(fields, parseMetadataForm(fields, entries), message).map(({ fieldId, code }) => [fieldId, code]);
const range = (...parts: string[]) => errors(...parts.map((part): [string, string] => ['f9-0', part]));
const name = (family: string, given: string) => errors(['f1-0', family], ['f1-0', given]);
const long = 'x'.repeat(21);

test.each([
  [
    'an end before the begin leads to the end',
    range('2019', '', '', '2018', '', ''),
    'f9-0-part-4',
    'end-before-begin',
  ],
  ['a month of the end', range('2019', '', '', '2020', '13', ''), 'f9-0-part-5', 'end-month'],
  ['a day of the begin', range('2019', '2', '30', '', '', ''), 'f9-0-part-3', 'begin-day'],
  ['a begin without a year', range('', '3', '', '', '', ''), 'f9-0', 'begin-year-missing'],
  ['a part with a dash', range('2019', '', '', '2020', '1-2', ''), 'f9-0-part-5', 'date'],
  ['a family name that is too long', name(long, 'Eva'), 'f1-0', 'too-long'],
  ['a given name that is too long', name('Muster', long), 'f1-0-part-2', 'too-long'],
  ['a bar in the family name', name('Mus|ter', 'Eva'), 'f1-0', 'name-bar'],
  ['a bar in the given name', name('Muster', '|'), 'f1-0-part-2', 'name-bar'],
  ['no family name', name('', 'Eva'), 'f1-0', 'name'],
  ['an invisible family name', name('\u200b\u00ad', 'Eva'), 'f1-0', 'name'],
])('the control with the error is the one that is named: %s', (_, found, control, code) => {
  expect(found).toEqual([[control, code]]);
});

test('a nested value is named after its position in the form, even after empty ones', () => {
  const found = errors(
    ...['Muster', 'Eva', '', ''].map((part, index): [string, string] => [`f1-${index < 2 ? 0 : 1}`, part]),
    ['f1-2', 'Beispiel'],
    ['f1-2', 'Jan'],
    ['f1_2-2-0', ''],
    ['f1_2-2-1', long],
  );
  expect(found).toEqual([['f1_2-2-1', 'too-long']]);
});
