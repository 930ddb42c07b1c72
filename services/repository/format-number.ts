import { type Language, languages } from '@domain/language';

/** Created once, because creating one takes longer than formatting a hundred numbers. */
const numberFormats = new Map(
  languages.map((language) => [
    language,
    new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }),
  ]),
);

/** Formats a number for a message in the language. */
export function formatNumber(value: string | undefined, language: Language): string {
  const number = Number(value);
  if (value === undefined || value === '' || !Number.isFinite(number)) return value ?? '';
  return numberFormats.get(language)?.format(number) ?? value;
}
