import type { NormSex } from '@domain/norms/age-groups';
import type { Cell } from '@domain/norms/cells';

import { jobStatement, type TableEngine } from '../context/table-engine';

/** SQL expressions of a table that may have one row for each person, read from `source`. */
export interface PeopleSql {
  source: string;
  /** Statement that tells whether a person may have several rows; null if nobody has. */
  isRepeated: string | null;
  /** Sex of a letter, and condition of the people who count. */
  sex: string;
  condition: string;
  /** Completed years of age, quarter of the year, year of the test (NULL if not known): whole numbers. */
  age: string;
  quarter: string;
  year: string;
  /** Code of two letters, or NULL. */
  country: string;
  /** Of each kind of result its bin or NULL, and the number of bins. */
  bins: { sql: string; count: number }[];
}

/** Rows whose texts are one text for the engine. Own estimate: it is then sent as quickly as can be. */
const rowsPerText = 4096;
/** Characters of a person before those of the results. */
const placeLength = 6;

/**
 * Reads people, and returns the cells of each kind of result; null if a person may have several rows. The engine writes each
 * person as characters: sex, country, and numbers as characters with this number plus one (for bins plus two, one is none).
 * That takes half the time of groups that the engine makes, and numbers would be sent one by one. Memory grows with the
 * number of rows.
 */
export async function readPeople(engine: TableEngine, people: PeopleSql): Promise<Cell[][] | null> {
  const { bins } = people;
  const texts = await engine.all(peopleSql(people), [], jobStatement);
  if (texts[0]?.repeated === true) return null;
  const byPlace = new Map<string, Cell[]>();
  for (const { people: text } of texts) countPeople(String(text), bins, byPlace);
  return bins.map((_, at) => [...byPlace.values()].map((cells) => cells[at]!).filter(({ counts }) => counts.size > 0));
}

function peopleSql({ source, isRepeated, sex, condition, age, quarter, year, country, bins }: PeopleSql): string {
  const person = [
    sex,
    `left(concat(${country}, '--'), 2)`,
    ...[age, quarter, `coalesce(${year}, 0)`].map((number) => `chr(cast(${number} as integer) + 1)`),
    ...bins.map(({ sql }) => `chr(coalesce(${sql} + 2, 1))`),
  ];
  return `select string_agg(concat(${person.join(', ')}), '') as people, (${isRepeated ?? 'select false'}) as repeated
    from ${source} where ${condition} group by file_row_number // ${rowsPerText}`;
}

/** Counts the people of a text. A person has a cell of each kind of result, under the characters of its place. */
function countPeople(text: string, bins: PeopleSql['bins'], byPlace: Map<string, Cell[]>): void {
  const length = placeLength + bins.length;
  for (let at = 0; at < text.length; at += length) {
    const quarter = text.charCodeAt(at + 4) - 1;
    const place = text.slice(at, at + 4) + text[at + 5];
    let cells = byPlace.get(place);
    if (!cells) {
      const cell = cellAt(place);
      cells = bins.map(() => ({ ...cell, counts: new Map() }));
      byPlace.set(place, cells);
    }
    for (let i = 0; i < bins.length; i += 1) {
      const bin = text.charCodeAt(at + placeLength + i) - 2;
      if (bin < 0) continue;
      const code = quarter * bins[i]!.count + bin;
      const { counts } = cells[i]!;
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  }
}

function cellAt(place: string): Omit<Cell, 'counts'> {
  const country = place.slice(1, 3);
  return {
    sex: place[0] as NormSex,
    country: country === '--' ? null : country,
    age: place.charCodeAt(3) - 1,
    year: place.charCodeAt(4) - 1 || null,
  };
}
