import { localDay } from '@domain/local-time';

/** Default name of a package: `motothek-<yyyy-MM-dd>.zip`, by the day of the house's time zone. */
export function packageFileName(date: Date, timeZone: string): string {
  return `motothek-${localDay(date, timeZone)}.zip`;
}
