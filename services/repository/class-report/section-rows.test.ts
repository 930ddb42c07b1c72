import { expect, test } from 'vitest';

import { withSections } from './section-rows';

/** A table of these rows, of which the first one has the headers. */
function tableOf(...[headers = [], ...rows]: string[][]) {
  const columns = headers.map((name) => ({ name, info: null, dates: null }));
  return { name: '', firstRow: 2, columns, leftOut: [], rows };
}

test.each([
  ['Mädchen', 'Knaben'],
  ['Mädchen (12)', 'Jungen – 10'],
  ['Mädchen: 12', 'Buben (n = 10):'],
  ['Girls 12', 'Boys 10'],
])('the lines ‘%s’ and ‘%s’ tell the sex of those below them', (girls, boys) => {
  const { columns, rows, leftOut } = withSections(tableOf(['Name', 'SW'], [girls, ''], ['Ada', '120'], [boys, ''], ['Bo', '9'])); // prettier-ignore
  expect(columns).toHaveLength(3);
  expect(rows.map((row) => row.at(-1))).toEqual(['', girls.split(/\W*(?:n = )?\d/u)[0], '', boys.split(/\W*(?:n = )?\d/u)[0]]); // prettier-ignore
  expect(leftOut.map(({ from }) => from)).toEqual([2, 4]);
});

test.each(['Geschlecht', 'm/w', 'Geschl.'])(
  'a table with ‘%s’ gets no other column, and its lines are left out',
  (header) => {
    const own = tableOf(['Name', header, 'SW'], ['Mädchen', '', ''], ['Ada', 'w', '120'], ['Jungen', '', ''], ['Bo', 'm', '9']); // prettier-ignore
    const { columns, leftOut } = withSections(own);
    expect(columns).toEqual(own.columns);
    expect(leftOut.map(({ text }) => text)).toEqual(['Mädchen', 'Jungen']);
  },
);

test('an empty column for the sex does not take the place of what the lines tell', () => {
  const own = tableOf(['Name', 'm/w', 'SW'], ['Mädchen', '', ''], ['Ada', '', '120'], ['Jungen', '', ''], ['Bo', '', '9']); // prettier-ignore
  expect(withSections(own).rows.map((row) => row.at(-1))).toEqual(['', 'Mädchen', '', 'Jungen']);
});

test('a child or a class with such a name is no line', () => {
  const list = tableOf(['Name', 'SW'], ['Mädchen 4a Verein', ''], ['Ada', '120'], ['Knabenkraut', ''], ['Bo', '9']);
  expect(withSections(list)).toBe(list);
});
