import { normSexes } from '@domain/norms/age-groups';
import { type Cell, type CellPlace, countCodes } from '@domain/norms/cells';

import { jobStatement, noNumber, type TableEngine } from '../context/table-engine';
import { countryOfNumber } from './cell-bytes';

/** SQL expressions of a table that may have one row for each person, read from `source`. */
export interface PeopleSql {
  source: string;
  /** Statement that tells whether a person may have several rows; null if nobody has. */
  isRepeated: string | null;
  /** Index of the sex in `normSexes`, and completed years of age. People of whom one is NULL do not count. */
  sex: string;
  age: string;
  /** Quarter of the year of age, 0 at an age without decimals. */
  quarter: string;
  /** Year of the test, or NULL. */
  year: string;
  /** Code of two letters, or NULL. */
  country: string;
  /** Of each kind of result its bin or NULL, and the number of bins. */
  bins: { sql: string; count: number }[];
}

/** Columns that tell where people belong, in this order, before those of the bins. */
const placeColumns = ['repeated', 'sex', 'age', 'quarter', 'year', 'country'] as const;

/**
 * Reads people, and returns the cells of each kind of result; null if a person may have several rows. The process counts
 * them, because groups that the engine makes take twice its time. Memory grows with the number of rows.
 */
export async function readPeople(engine: TableEngine, people: PeopleSql): Promise<Cell[][] | null> {
  const columns = await readColumns(engine, peopleSql(people), placeColumns.length + people.bins.length);
  const [repeated, sex, age, quarter, year, country, ...bins] = columns as Columns;
  if (repeated.includes(1)) return null;
  const rows = rowsByPlace({ sex, age, year, country });
  // A whole age is one of completed years only if all of the table are.
  if (quarter.some((own) => own !== 0 && own !== noNumber)) {
    for (const [row, own] of quarter.entries()) if (own === 0) quarter[row] = 1;
  }
  return bins.map((own, at) => {
    // The cells share this memory, because one piece for each would cost more time than the counting.
    const [codes, counts] = [new Uint32Array(own.length), new Uint32Array(own.length)];
    const { count } = people.bins[at]!;
    let to = 0;
    return rows.flatMap(({ place, rows: those }) => {
      const from = to;
      for (const row of those) {
        if (own[row] === noNumber) continue;
        codes[to] = quarter[row]! * count + own[row]!;
        to += 1;
      }
      return from === to ? [] : [{ ...place, ...countCodes(codes.subarray(from, to), counts.subarray(from, to)) }];
    });
  });
}

type Column = Uint16Array;
type Columns = [Column, Column, Column, Column, Column, Column, ...Column[]];

function peopleSql({ source, isRepeated, sex, age, quarter, year, country, bins }: PeopleSql): string {
  const letter = (at: number) => `unicode(substring(${country}, ${at}, 1))`;
  const numbers = [
    isRepeated === null ? '0' : `(${isRepeated})`,
    ...[sex, age, quarter, `coalesce(${year}, 0)`, `coalesce(1 + ${letter(1)} * 256 + ${letter(2)}, 0)`],
    ...bins.map(({ sql }) => sql),
  ];
  // Vectors without NULL are read many times as quickly.
  const columns = numbers.map((number, at) => `cast(coalesce(${number}, ${noNumber}) as usmallint) as c${at}`);
  return `select ${columns.join(', ')} from ${source}`;
}

/** All rows of a statement as columns of numbers. */
async function readColumns(engine: TableEngine, sql: string, width: number): Promise<Uint16Array[]> {
  const batches: Uint16Array[] = [];
  for await (const bytes of engine.encode(sql, { name: 'numbers' }, jobStatement)) {
    // Bytes that were received may begin at an odd address.
    const batch = new Uint16Array(bytes.length / 2);
    new Uint8Array(batch.buffer).set(bytes);
    batches.push(batch);
  }
  const rows = batches.reduce((sum, { length }) => sum + length / width, 0);
  return Array.from({ length: width }, (_, at) => {
    const column = new Uint16Array(rows);
    let from = 0;
    for (const batch of batches) {
      const count = batch.length / width;
      column.set(batch.subarray(at * count, (at + 1) * count), from);
      from += count;
    }
    return column;
  });
}

const nowhere = 2 ** 32 - 1;

/** Rows of the people of each place. */
function rowsByPlace({ sex, age, year, country }: Record<keyof CellPlace, Column>) {
  const places = new Map<number, number>();
  const placeOfRow = new Uint32Array(sex.length);
  const sizes: number[] = [];
  for (let row = 0; row < sex.length; row += 1) {
    placeOfRow[row] = nowhere;
    if (sex[row] === noNumber || age[row] === noNumber) continue;
    const name = ((country[row]! * 65_536 + year[row]!) * 65_536 + age[row]!) * normSexes.length + sex[row]!;
    let place = places.get(name);
    if (place === undefined) {
      place = places.size;
      places.set(name, place);
      sizes.push(0);
    }
    placeOfRow[row] = place;
    sizes[place]! += 1;
  }
  const rows = sizes.map((size) => new Uint32Array(size));
  sizes.fill(0);
  for (let row = 0; row < sex.length; row += 1) {
    const place = placeOfRow[row]!;
    if (place === nowhere) continue;
    rows[place]![sizes[place]!] = row;
    sizes[place]! += 1;
  }
  return rows.map((own) => ({ rows: own, place: placeOf(own[0]!) }));

  function placeOf(row: number): CellPlace {
    return {
      sex: normSexes[sex[row]!]!,
      age: age[row]!,
      year: year[row]! || null,
      country: countryOfNumber(country[row]!),
    };
  }
}
