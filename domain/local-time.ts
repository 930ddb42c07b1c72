/** Clocks of time zones. Making one takes longer than reading it a hundred times. */
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h12',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Parts of a point in time on the clock of a time zone, with leading zeros. */
function clockParts(moment: Date, timeZone: string): Map<string, string> {
  return new Map(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
}

/** Day in a time zone (IANA name) as yyyy-MM-dd, the format of lists (spec section 9). */
export function localDay(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  return ['year', 'month', 'day'].map((part) => parts.get(part) ?? '').join('-');
}

/** 24 hours before a point in time, from which on limits for a day count. */
export function aDayBefore(moment: Date): Date {
  return new Date(moment.getTime() - 24 * 60 * 60 * 1000);
}

/** The day so many days after a day, or before it, as yyyy-MM-dd. */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** The same day so many months later, as yyyy-MM-dd; the last day of that month if it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** A time as `voteTime` writes it, in a form that sorts by time: 2025-03-01T14:05:09. Null for any other text. */
export function sortableVoteTime(text: string): string | null {
  const parts = /^(\d{4}-\d{2}-\d{2}) (0[1-9]|1[0-2]):([0-5]\d:[0-5]\d) ([ap])m$/i.exec(text.trim());
  if (!parts) return null;
  const [, day, hour, rest, half = ''] = parts;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${day}T${String(hours).padStart(2, '0')}:${rest}`;
}

/** Time in a time zone as `yyyy-MM-dd hh:mm:ss a`, the format of votes (spec section 9). */
export function voteTime(moment: Date, timeZone: string): string {
  const parts = clockParts(moment, timeZone);
  const clock = ['hour', 'minute', 'second'].map((part) => parts.get(part) ?? '').join(':');
  return `${localDay(moment, timeZone)} ${clock} ${parts.get('dayPeriod') ?? ''}`;
}
