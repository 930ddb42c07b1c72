import { readNumberFormat } from './number-format';

const msPerDay = 24 * 60 * 60 * 1000;
/** Day 0 of the two date systems. Excel's 1900 system counts a 29 February 1900, which is its day 60. */
const dayZero = { from1900: Date.UTC(1899, 11, 30), from1904: Date.UTC(1904, 0, 1) };
const fictitiousDay = 60;
/** 31 December 9999, the last date of Excel. */
const lastSerial = 2_958_465;

/**
 * Text of a number cell by its format: dates and times in ISO 8601, durations as 'hh:mm:ss' with hours
 * beyond 24, '00000' with its zeros, any other number as its shortest decimal. Percentages stay what the
 * cell holds: 12 % is 0.12.
 */
export function numberText(value: number, format: string, date1904: boolean): string {
  const { kind, digits } = readNumberFormat(format);
  if (kind === 'number') {
    const isWhole = Number.isInteger(value) && value >= 0 && value < 1e15;
    return digits > 0 && isWhole ? String(value).padStart(digits, '0') : String(value);
  }
  if (value < 0 || value > lastSerial) return String(value);
  if (kind === 'duration') return durationText(value);
  // A value below one is a time of day without a date; 0 as a date would be 'January 0'.
  if (value < 1 && !date1904) return kind === 'date' ? String(value) : durationText(value);
  if (kind === 'time' && value < 1) return durationText(value);
  const text = dateText(value, date1904);
  return kind === 'date' ? text.slice(0, 10) : text;
}

function dateText(serial: number, date1904: boolean): string {
  const ms = Math.round(serial * msPerDay);
  const day = Math.floor(ms / msPerDay);
  if (!date1904 && day === fictitiousDay) return `1900-02-29T${durationText(serial % 1)}`;
  const shift = date1904 ? dayZero.from1904 : dayZero.from1900 + (day < fictitiousDay ? msPerDay : 0);
  return new Date(shift + ms).toISOString().replace('.000Z', '').replace('Z', '');
}

/** A share of days as 'hh:mm:ss', with milliseconds where there are any. */
function durationText(days: number): string {
  const ms = Math.round(days * msPerDay);
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
  const rest = ms % 1000;
  const text = `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}`;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
}
