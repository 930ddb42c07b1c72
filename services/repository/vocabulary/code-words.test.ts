import { expect, it } from 'vitest';

import { findTarget, type MappedTarget, vocabulary } from './';
import { withLabelledCells } from './code-words';

const spellingsOf = ({ unit }: MappedTarget) =>
  Object.fromEntries((unit.coding?.codes ?? []).map(({ code, spellings }) => [code, spellings]));
const sexIn = (unit: string) => findTarget(vocabulary, 'raw', 'sex', unit) as MappedTarget;

it.each([
  ['m', 'Bub männl. Bursche knabe Buben BUA M. boys Jungs'],
  ['f', 'Mädel weibl. Mäderl W. F. girl Maedchen Meitli Mädels'],
  ['d', 'divers div. D'],
])('everyday words of both languages mean %s', (code, words) => {
  const known = spellingsOf(sexIn('m/w'))[code];
  expect(
    words
      .toLowerCase()
      .split(' ')
      .filter((word) => !known?.includes(word)),
  ).toEqual([]);
});

it('reads the cells whose meaning the file states', () => {
  const labels = { Xy: 'männlich', zz: 'weiblich (Kinder)', q: 'blau' };
  const read = spellingsOf(withLabelledCells(sexIn(''), labels));
  expect(read.m?.at(-1)).toBe('xy');
  expect(read.f?.at(-1)).toBe('zz');
  expect(Object.values(read).flat()).not.toContain('q');
});

it.each(['m/w', 'male or female', 'männlich und weiblich', 'm (?) f'])(
  'reads nothing into the label %s, of which only a part is a word for a code',
  (label) => {
    expect(withLabelledCells(sexIn(''), { '9': label })).toEqual(sexIn(''));
  },
);

it('keeps what the chosen coding says about a cell', () => {
  const labels = { '1': 'weiblich', '02': 'männlich', '9': 'divers' };
  expect(spellingsOf(withLabelledCells(sexIn('1=m 2=f'), labels))).toEqual({ m: ['1'], f: ['2'] });
  expect(spellingsOf(withLabelledCells(sexIn(''), labels)).f?.at(-1)).toBe('1');
});

it('leaves a target without labels or codes as it is', () => {
  const height = findTarget(vocabulary, 'raw', 'height', 'cm') as MappedTarget;
  expect(withLabelledCells(height, { '1': 'm' })).toBe(height);
  expect(withLabelledCells(sexIn(''), undefined)).toEqual(sexIn(''));
});
