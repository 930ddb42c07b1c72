import type { NormChoice } from '@domain/api/norms';

import type { RepositoryContext } from '../../../services/repository/context/context';
import { createChance } from '../chance';
import { publishAllForTest } from '../published-data-sets';

const chance = createChance();
const whole = (from: number, to: number) => from + Math.floor(chance() * (to - from + 1));
const oneOf = <T>(items: readonly T[]): T => items[whole(0, items.length - 1)]!;

/** A row of a data set as it is published. */
interface Row {
  nr: number;
  person: string;
  sex: string;
  age: number;
  year: number | null;
  country: string | null;
  value: number;
}

const countries = ['AT', 'CH', 'DE'];
/** Many small data sets: most sexes, ages, years and countries have fewer than five people. */
const rows = Array.from({ length: 14 }, (_, at) => rowsOf(at + 1)).flat();

function rowsOf(nr: number): Row[] {
  const [years, places] = [whole(1, 4), whole(1, 3)];
  const isKnown = chance() < 0.8;
  return Array.from({ length: whole(3, 260) }, (_, at) => {
    // Some people come twice.
    const person = chance() < 0.15 && at > 0 ? at - 1 : at;
    return {
      nr,
      person: `p${person}`,
      sex: oneOf(['f', 'f', 'm', 'm', 'd']),
      age: whole(6, 9),
      year: isKnown && chance() < 0.9 ? 2015 + whole(0, years - 1) : null,
      country: chance() < 0.9 ? countries[whole(0, places - 1)]! : null,
      value: 80 + whole(0, 90),
    };
  });
}

/** People whose numbers are shown together or not at all, as the rules say, found in another way than the product's. */
export interface TinyCell {
  nr: number;
  sex: string;
  age: number;
  year: number | null;
  country: string | null;
  persons: number;
}
export const tinyCells = cellsOf(rows);

function cellsOf(all: readonly Row[]): TinyCell[] {
  const slices = new Map<string, Row[]>();
  const seen = new Set<string>();
  for (const row of all) {
    const slice = `${row.nr} ${row.sex} ${row.age}`;
    if (row.sex === 'd' || seen.has(`${slice} ${row.person}`)) continue;
    seen.add(`${slice} ${row.person}`);
    slices.set(slice, [...(slices.get(slice) ?? []), row]);
  }
  return [...slices.values()].flatMap((own) => {
    const { nr, sex, age } = own[0]!;
    const parts = new Map<string, TinyCell>();
    for (const { year, country } of own) {
      const name = `${year} ${country}`;
      const part = parts.get(name) ?? { nr, sex, age, year, country, persons: 0 };
      part.persons += 1;
      parts.set(name, part);
    }
    let rest = [...parts.values()];
    const joined: TinyCell = { nr, sex, age, year: null, country: null, persons: 0 };
    const join = (part: TinyCell) => {
      joined.persons += part.persons;
      rest = rest.filter((other) => other !== part);
    };
    for (const part of rest) if (part.persons < 5 || (part.year === null && part.country === null)) join(part);
    const order = (part: TinyCell) => [part.persons, part.year ?? 0, part.country ?? ''] as const;
    const inOrder = () =>
      rest.toSorted((a, b) => {
        const [one, other] = [order(a), order(b)];
        return one[0] - other[0] || one[1] - other[1] || (one[2] < other[2] ? -1 : 1);
      });
    while (joined.persons > 0 && joined.persons < 5 && rest.length > 0) join(inOrder()[0]!);
    return joined.persons < 5 ? rest : [...rest, joined];
  });
}

/** Whether people belong to a choice, as the rules say. */
export function isChosen({ nr, sex, age, year, country }: TinyCell, choice: NormChoice): boolean {
  const own = tinyCells.filter((cell) => cell.nr === nr);
  const hasYear = (one: number) => choice.years!.start <= one && one <= choice.years!.end;
  const known = { years: own.flatMap((cell) => cell.year ?? []), countries: own.flatMap((cell) => cell.country ?? []) };
  return (
    (choice.dataSets.length === 0 || choice.dataSets.includes(nr)) &&
    (choice.sex === null || choice.sex === sex) &&
    (choice.ages === null || (choice.ages.start <= age && age <= choice.ages.end)) &&
    (choice.years === null || (year === null ? known.years.length > 0 && known.years.every(hasYear) : hasYear(year))) &&
    (choice.countries.length === 0 ||
      (country === null
        ? known.countries.length > 0 && known.countries.every((one) => choice.countries.includes(one))
        : choice.countries.includes(country)))
  );
}

const range = (from: number, to: number) => {
  const [a, b] = [whole(from, to), whole(from, to)];
  return { start: Math.min(a, b), end: Math.max(a, b) };
};
const maybe = <T>(value: T, other: T): T => (chance() < 0.5 ? value : other);
const some = <T>(items: readonly T[], share: number) => items.filter(() => chance() < share);
const numbers = Array.from({ length: 14 }, (_, at) => at + 1);

/** A random choice. */
export function someChoice(): NormChoice {
  return {
    sex: maybe<NormChoice['sex']>(null, oneOf(['f', 'm'] as const)),
    ages: maybe(null, range(6, 9)),
    years: maybe(null, range(2015, 2018)),
    countries: maybe([], some(countries, 0.5)),
    dataSets: maybe(some(numbers, 0.15), some(numbers, 0.7)),
    version: null,
  };
}

/** A random choice of people who belong to another one. */
export function narrower({ sex, ages, years, countries: places, dataSets, version }: NormChoice): NormChoice {
  const within = ({ start, end }: { start: number; end: number }) => range(start, end);
  const someOf = <T>(items: readonly T[], all: readonly T[]): T[] => {
    const own = items.length > 0 ? items : all;
    const fewer = some(own, 0.6);
    return fewer.length > 0 ? fewer : [oneOf(own)];
  };
  return {
    sex: sex ?? maybe<NormChoice['sex']>(null, oneOf(['f', 'm'] as const)),
    ages: maybe(ages, within(ages ?? { start: 6, end: 9 })),
    years: maybe(years, within(years ?? { start: 2015, end: 2018 })),
    countries: maybe(places, someOf(places, countries)),
    dataSets: maybe(dataSets, someOf(dataSets, numbers)),
    version,
  };
}

/** Publishes the data sets. */
export async function publishTinyDataSets(repository: RepositoryContext): Promise<void> {
  const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : String(value));
  const columns = ['person_id', 'sex', 'age_y', 'test_year', 'country', 'slj'];
  await publishAllForTest(
    repository,
    [...new Set(rows.map(({ nr }) => nr))].map((nr) => {
      const own = rows.filter((row) => row.nr === nr);
      const values = own.map(
        ({ person, sex, age, year, country, value }) =>
          `(${[person, sex, age, year, country, value].map(literal).join(', ')})`,
      );
      return {
        nr,
        title: `Set ${nr}`,
        tables: [
          {
            name: 'people',
            select: `select person_id, sex, age_y, cast(test_year as integer) as test_year, cast(country as varchar) as country, slj
              from (values ${values.join(', ')}) as t (${columns.join(', ')})`,
            columns: columns.map((key) => ({ key, unit: '', source: key })),
          },
        ],
      };
    }),
  );
}
