/** Default name of a package: `motothek-<yyyy-MM-dd>.zip`, by the day of the house's time zone. */
export function packageFileName(date: Date, timeZone: string): string {
  return `motothek-${localDay(date, timeZone)}.zip`;
}

/** yyyy-MM-dd of a moment in a time zone. */
export function localDay(date: Date, timeZone: string): string {
  // Canadian English writes dates this way.
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(date);
}
