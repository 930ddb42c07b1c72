/** The day of a version ('2026-11-28.2') as year, month and day, and its number among those of the day if it is not the first. */
export function partsOfVersion(version: string): { day: string[]; number: string | undefined } {
  const [day = '', number] = version.split('.');
  return { day: day.split('-'), number };
}
