import type { NormChoice } from '../api/norms';
import type { Cell } from './cells';

/** What is chosen of people, regardless of data set and version. */
export type CellChoice = Pick<NormChoice, 'sex' | 'ages' | 'years' | 'countries'>;

/** Years and countries that are known of the cells of one data set. */
export interface KnownPlaces {
  years: number[];
  countries: string[];
}

/** The years and countries of the cells of a data set, ascending. */
export function placesOf(cells: Iterable<Pick<Cell, 'year' | 'country'>>): KnownPlaces {
  const [years, countries] = [new Set<number>(), new Set<string>()];
  for (const { year, country } of cells) {
    if (year !== null) years.add(year);
    if (country !== null) countries.add(country);
  }
  return { years: [...years].sort((a, b) => a - b), countries: [...countries].sort() };
}

/**
 * Which cells of a data set belong to a choice. Those without a year do if no years are chosen, or all that are known of
 * the data set; the same with countries. A cell belongs to a choice as a whole or not at all.
 */
export function chosenCells(
  choice: CellChoice,
  places: KnownPlaces,
): (cell: Pick<Cell, 'sex' | 'age' | 'year' | 'country'>) => boolean {
  const { sex, ages, years, countries } = choice;
  const hasYear = (year: number) => years === null || (year >= years.start && year <= years.end);
  const hasCountry = (country: string) => countries.length === 0 || countries.includes(country);
  const coversYears = years === null || (places.years.length > 0 && places.years.every(hasYear));
  const coversCountries = countries.length === 0 || (places.countries.length > 0 && places.countries.every(hasCountry));
  return (cell) =>
    (sex === null || cell.sex === sex) &&
    (ages === null || (cell.age >= ages.start && cell.age <= ages.end)) &&
    (cell.year === null ? coversYears : hasYear(cell.year)) &&
    (cell.country === null ? coversCountries : hasCountry(cell.country));
}
