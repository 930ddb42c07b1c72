import { expect, test } from 'vitest';

import { createChance } from '../../../tests/support/chance';
import { type Cell, peopleByCode } from '@domain/norms/cells';

import { readCells, writeCells } from './cell-bytes';

const chance = createChance();
const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1));

test('cells are read as they were written', () => {
  const scale = { from: -60.05, width: 0.1, count: 1101 };
  const cells = Array.from({ length: 60 }, (_, age): Cell => ({
    sex: age % 2 === 0 ? 'f' : 'm',
    age,
    year: chance() < 0.3 ? null : whole(1900, 2100),
    country: chance() < 0.3 ? null : ['AD', 'DE', 'ZW'][whole(0, 2)]!,
    ...peopleByCode(
      new Map(
        Array.from({ length: whole(1, 300) }, () => [whole(0, 5 * scale.count), whole(1, 10 ** whole(0, 6))] as const),
      ),
    ),
  }));
  const read = readCells(writeCells(scale, cells));
  expect(read.scale).toEqual(scale);
  expect(read.cells.sort((a, b) => a.age - b.age)).toEqual(cells);
});

test('a person takes about a byte', () => {
  const people = peopleByCode(new Map(Array.from({ length: 400 }, (_, at) => [4 * at, 1])));
  const bytes = writeCells({ from: 0, width: 1, count: 400 }, [
    { sex: 'f', age: 8, year: 2019, country: 'DE', ...people },
  ]);
  expect(bytes.length).toBeLessThan(440);
});
