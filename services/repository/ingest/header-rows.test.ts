import { expect, test } from 'vitest';

import { findHeader } from './header-rows';
import type { CellRange } from './parsers/protocol';

/** Rows from a drawing with cells between bars; blank cells are empty. */
function rows(...lines: string[]): (string | null)[][] {
  return lines.map((line) => line.split('|').map((cell) => cell.trim() || null));
}
const merged = (top: number, left: number, bottom: number, right: number): CellRange => ({ top, left, bottom, right });
const names = (found: { names: (string | null)[] }) => found.names.map((name) => name ?? '').join('|');

test.each<[string, (string | null)[][], CellRange[], string, number]>([
  ['a plain header', rows('id|sex|age', '1|m|8', '2|f|9'), [], 'id|sex|age', 1],
  ['a title and an empty line above', rows('Study of 2011||', '||', 'id|sex|age', '1|m|8'), [], 'id|sex|age', 3],
  [
    'a title merged over the table',
    rows('Study of 2011||', 'id|sex|age', '1|m|8'),
    [merged(0, 0, 0, 2)],
    'id|sex|age',
    2,
  ],
  ['a title above two columns', rows('Grip|', '|', 'name|force', 'Ada|30', 'Ben|31'), [], 'name|force', 3],
  ['two columns of which one has no name', rows('name|', 'Ada|30', 'Ben|31'), [], 'name|', 1],
  ['row names without a header', rows('|height|weight', 'a|150|40', 'b|151|41'), [], '|height|weight', 1],
  [
    'units below names',
    rows('id|height|weight', '|cm|kg', 'a|150|40', 'b|151|41'),
    [],
    'id|height / cm|weight / kg',
    2,
  ],
  [
    'missing values in the first row, which are not units',
    rows('id|height|weight', 'a|NA|NA', 'b|151|41', 'c|152|42'),
    [],
    'id|height|weight',
    1,
  ],
  [
    'a first row of words, which are not units',
    rows('name|class|height', 'Ada|3a|tall', 'Ben|3b|150', 'Cem|3a|151', 'Dea|3a|152'),
    [],
    'name|class|height',
    1,
  ],
  [
    'groups merged above trials',
    rows('id|grip||jump|', '|left|right|1|2', '1|30|31|120|125', '2|28|27|110|114'),
    [merged(0, 0, 1, 0), merged(0, 1, 0, 2), merged(0, 3, 0, 4)],
    'id|grip / left|grip / right|jump / 1|jump / 2',
    2,
  ],
  [
    'a few groups above a full line of names',
    rows('||||grip|', 'id|sex|age|class|left|right', '1|m|8|3a|30|31', '2|f|9|3b|28|27'),
    [merged(0, 4, 0, 5)],
    'id|sex|age|class|grip / left|grip / right',
    2,
  ],
  [
    'groups, trials and units',
    rows('Child||Grip|', 'id|age|left|right', '|years|kg|kg', '1|8|30|31', '2|9|28|27'),
    [merged(0, 0, 0, 1), merged(0, 2, 0, 3)],
    'Child / id|Child / age / years|Grip / left / kg|Grip / right / kg',
    3,
  ],
  [
    'cells merged over two lines, all of text',
    rows('id|answer|', '|first|second', 'a|yes|no', 'b|no|no'),
    [merged(0, 0, 1, 0), merged(0, 1, 0, 2)],
    'id|answer / first|answer / second',
    2,
  ],
  [
    'a sparse line of groups above numbered trials, without merged cells',
    rows('||Sprint||Sprung|', 'Nr|Name|1|2|1|2', '1|Ada|4.1|4.2|120|125', '2|Ben|4.4|4.3|110|114'),
    [],
    'Nr|Name|Sprint / 1|Sprint / 2|Sprung / 1|Sprung / 2',
    2,
  ],
  [
    'the same with merged cells',
    rows('||Sprint||Sprung|', 'Nr|Name|1|2|1|2', '1|Ada|4.1|4.2|120|125', '2|Ben|4.4|4.3|110|114'),
    [merged(0, 2, 0, 3), merged(0, 4, 0, 5)],
    'Nr|Name|Sprint / 1|Sprint / 2|Sprung / 1|Sprung / 2',
    2,
  ],
  [
    'names of columns beside groups, above sides that repeat, and a column after them',
    rows('Nr|Name|Griff||Stand||', '||links|rechts|links|rechts|Notiz', '1|Ada|30|31|20|21|', '2|Ben|28|27|22|24|müde'),
    [],
    'Nr|Name|Griff / links|Griff / rechts|Stand / links|Stand / rechts|Notiz',
    2,
  ],
  [
    'a title and a sparse line of groups',
    rows(
      'Klasse 3a|||||',
      '|||||',
      '|Sprint||Sprung||',
      'ID|V1|V2|V1|V2|V3',
      'a|4.1|4.2|120|125|126',
      'b|4|4|110|114|99',
    ),
    [],
    'ID|Sprint / V1|Sprint / V2|Sprung / V1|Sprung / V2|Sprung / V3',
    4,
  ],
  [
    'gaps in the first rows, which are no groups',
    rows('id|sex|class|town|club|note', 'a||3a||x|', 'b|m|3b|N|x|y', 'c|f|3a|N|z|y'),
    [],
    'id|sex|class|town|club|note',
    1,
  ],
  [
    'names of which two are missing above equal first values',
    rows('id|height||weight|', '1|150|40|150|40', '2|151|41|33|42'),
    [],
    'id|height||weight|',
    1,
  ],
  ['no header', rows('1|2.5', '3|4.5'), [], '|', 0],
  ['no header below a title', rows('Measured in May|', '|', '1|2.5', '3|4.5'), [], '|', 2],
  ['only a header', rows('id|sex|age'), [], 'id|sex|age', 1],
  ['a single column', rows('height', '150', '151'), [], 'height', 1],
])('%s', (_, top, merges, header, firstRow) => {
  const found = findHeader(top, top[0]?.length ?? 0, merges);
  expect([names(found), found.firstRow]).toEqual([header, firstRow]);
});

test.each([
  ['another row than the guess', 2, 'a|b', 1, 2],
  ['a row of numbers', 3, 'x|150', 2, 3],
  ['no row: every one is data', 0, '|', 0, 0],
  ['a row beyond the table', 9, '|', 8, 9],
])('a chosen header: %s', (_, chosen, header, firstLine, firstRow) => {
  const found = findHeader(rows('id|height', 'a|b', 'x|150', 'y|151'), 2, [], chosen);
  expect([names(found), found.firstLine, found.firstRow]).toEqual([header, firstLine, firstRow]);
});

test('the first line of a joined header is known, and related lines are joined to a chosen one', () => {
  const top = rows('Study|', '|', 'id|height', '|cm', 'a|150', 'b|151');
  const header = { names: ['id', 'height / cm'], firstLine: 2, firstRow: 4 };
  expect(findHeader(top, 2)).toEqual(header);
  expect(findHeader(top, 2, [], 3)).toEqual(header);
});
