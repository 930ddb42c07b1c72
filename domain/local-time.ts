/** Parts of a point in time on the clock of a time zone, with leading zeros. */
function clockParts(moment: Date, timeZone: string): Map<string, string> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  return new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]));
}

/** Day in a time zone (IANA name) as yyyy-MM-dd, the format of lists (spec section 9). */
export function localDay(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  return ['year', 'month', 'day'].map((part) => parts.get(part) ?? '').join('-');
}

/** Time in a time zone as `yyyy-MM-dd hh:mm:ss a`, the format of votes (spec section 9). */
export function voteTime(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  const clock = ['hour', 'minute', 'second'].map((part) => parts.get(part) ?? '').join(':');
  return `${localDay(moment, timeZone)} ${clock} ${parts.get('dayPeriod') ?? ''}`;
}
