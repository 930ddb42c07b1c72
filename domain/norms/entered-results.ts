import { addMonths } from '../local-time';
import { yearsAndMonthsIn } from '../years-and-months';

/** What a text says as a number: with decimal point or comma, spaces around it, and a minus sign of any kind; null if nothing. */
export function numberIn(text: string): number | null {
  const plain = text.trim().replace(/^[−–]/, '-').replace(',', '.');
  return /^[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/.test(plain) ? Number(plain) : null;
}

const secondsPerMinute = 60;

/** A result in its unit, which may be written as minutes and seconds (12:30) if that is 's' or 'min'; null if it is none. */
export function resultIn(text: string, unit: string): number | null {
  const [, minutes, seconds] = /^\s*(\d{1,3}):([0-5]\d(?:[.,]\d{1,3})?)\s*$/.exec(text) ?? [];
  if (minutes === undefined || seconds === undefined) return numberIn(text);
  const total = Number(minutes) * secondsPerMinute + Number(seconds.replace(',', '.'));
  if (unit === 's') return total;
  return unit === 'min' ? total / secondsPerMinute : null;
}

/**
 * An exact age in years: '10.4' is that, '9;6' are 9 years and 6 months, and '10' is the middle of the year of age, at 10.5,
 * because whole numbers are completed years; null if it is none.
 */
export function ageIn(text: string): number | null {
  const exact = yearsAndMonthsIn(text);
  if (exact) return exact.years + exact.months / 12;
  const age = numberIn(text);
  if (age === null || age < 0) return null;
  return /^\s*\d+\s*$/.test(text) ? age + 0.5 : age;
}

const dayMs = 86_400_000;
/** Mean length of a year in days, as the check of tables has it (`exactYearsSql`). */
const yearDays = 365.25;

/** A day (yyyy-mm-dd) in milliseconds; null if there is no such day. */
export function dayIn(text: string): number | null {
  const day = text.trim();
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : time;
}

/**
 * Exact age in years on a day, both in milliseconds: the completed years, as everybody counts them, and the part of a year since
 * the last birthday. The check of tables counts in the same way. Who was born on 29 February has other birthdays on the 28th.
 */
export function ageBetween(born: number, day: number): number {
  const between = new Date(day).getUTCFullYear() - new Date(born).getUTCFullYear();
  const years = birthday(born, between) > day ? between - 1 : between;
  return years + (day - birthday(born, years)) / dayMs / yearDays;
}

/** The birthday on which somebody completes so many years. */
function birthday(born: number, years: number): number {
  return Date.parse(addMonths(new Date(born).toISOString().slice(0, 10), 12 * years));
}
