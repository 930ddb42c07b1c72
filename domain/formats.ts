import { byLanguage, type Language } from './language-code';

/** How each language writes numbers and dates. */
export const formatLocales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

const numberFormats = new Map<string, Intl.NumberFormat>();
const dateFormats = new Map<string, Intl.DateTimeFormat>();

/** How a language writes numbers. Made once for the same options, because making one takes as long as using it a hundred times. */
export function numberFormat(language: Language, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return kept(numberFormats, language, options, () => new Intl.NumberFormat(formatLocales[language], options));
}

/** How a language writes days and times, made once for the same options. */
export function dateFormat(language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return kept(dateFormats, language, options, () => new Intl.DateTimeFormat(formatLocales[language], options));
}

function kept<Format>(formats: Map<string, Format>, language: Language, options: object, make: () => Format): Format {
  const key = language + JSON.stringify(options);
  const known = formats.get(key) ?? make();
  formats.set(key, known);
  return known;
}

/** Formats a whole or decimal number, with at most three decimals. */
export function formatNumber(value: number, language: Language): string {
  return numbers[language].format(value);
}

const numbers = byLanguage((language) => numberFormat(language));

const decimalSigns: Record<Language, string> = { en: '.', de: ',' };

/** A number with all its digits, and with the decimal sign of a language: '1,5' for '1.5' in German. */
export function withDecimalSign(number: string | number, language: Language): string {
  return String(number).replace('.', decimalSigns[language]);
}

/** A written number with a minus sign in place of the hyphen that stands for it: '−8,5'. */
export function withMinusSign(number: string): string {
  return number.replace(/^-/, '\u2212');
}

/**
 * A size in bytes, in the largest unit that keeps it readable: 95 GB, 10 kB (powers of 1000). `inUnitOf` is another size
 * whose unit is used, for two that are compared.
 */
export function formatBytes(bytes: number, language: Language, inUnitOf = bytes): string {
  const power = unitPower(inUnitOf);
  return numberFormat(language, {
    style: 'unit',
    unit: byteUnits[power],
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

function unitPower(bytes: number): number {
  return Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
}

/** The first one of two sizes in bytes, without its unit if it is that of the other: '3.2' before 'of 50 GB'. */
export function formatBytesBefore(bytes: number, other: number, language: Language): string {
  const power = unitPower(bytes);
  if (power !== unitPower(other) && bytes > 0) return formatBytes(bytes, language);
  const number = numberFormat(language, { maximumFractionDigits: 1 });
  return number.format(bytes / 1000 ** power);
}

/** A calendar date: '1 March 2019', or 'March 2019' and '2019' where day or month is ''. */
export function formatDay([year, month, day]: readonly string[], language: Language): string {
  return dateFormat(language, {
    year: 'numeric',
    month: month ? 'long' : undefined,
    day: day ? 'numeric' : undefined,
    timeZone: 'UTC',
  }).format(Date.UTC(Number(year), Number(month || 1) - 1, Number(day || 1)));
}
