import { eq, or, type SQL } from 'drizzle-orm';

import { uploads } from './schema';

/** Number of the first version of an upload's data set, by which all of them are found. */
export function seriesOf({ number, series }: { number: number; series: number | null }): number {
  return series ?? number;
}

/** Condition on `uploads`: a version of the data set whose first version has this number. */
export function inSeries(series: number): SQL | undefined {
  return or(eq(uploads.number, series), eq(uploads.series, series));
}
