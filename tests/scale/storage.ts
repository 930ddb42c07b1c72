import type { Inputs, Place } from './inputs';

/** What is stored at the end of a year, in terabytes; the database in gigabytes. */
export interface StoredInYear {
  year: number;
  dataSets: number;
  originals: number;
  /** Tables that are made from originals, for uploads and published. */
  tables: number;
  /** Packages and files that are kept for later downloads. */
  kept: number;
  databaseGigabytes: number;
}

/** Terabytes that arrive in the last year. */
export function terabytesOfLastYear({ terabytes, years, growth }: Place): number {
  const all = Array.from({ length: years }, (_, year) => growth ** year).reduce((sum, part) => sum + part, 0);
  return (terabytes * growth ** (years - 1)) / all;
}

/** Storage by year. Files and data sets of each year are `growth` times those of the year before. */
export function storageByYear({ storage }: Inputs, place: Place): StoredInYear[] {
  const last = terabytesOfLastYear(place);
  let originals = 0;
  return Array.from({ length: place.years }, (_, index) => {
    originals += last / place.growth ** (place.years - 1 - index);
    const dataSets = (place.dataSets * originals) / place.terabytes;
    return {
      year: index + 1,
      dataSets,
      originals,
      tables: originals * storage.tablesPerByte * storage.tableCopies,
      kept: Math.min(place.keptTerabytes, originals),
      databaseGigabytes: (dataSets * (storage.catalogueKilobytes + storage.otherKilobytes)) / 1e6,
    };
  });
}

/** Objects of a year in one copy, and those that have to be read again and copied elsewhere. */
export const objectsOf = ({ originals, tables, kept }: StoredInYear) => ({
  all: originals + tables + kept,
  lasting: originals + tables,
});

/** An object is read again at random between these shares of the days (decision 0102), on average in the middle. */
const readAgain = [0.45, 0.9] as const;

/** Megabytes a second that are read to compare every object with its SHA-256 within the days. */
export function fixityRate(stored: StoredInYear, { fixityDays }: Place): number {
  const [earliest, latest] = readAgain;
  return (objectsOf(stored).all * 1e6) / (((fixityDays * (earliest + latest)) / 2) * 86_400);
}
