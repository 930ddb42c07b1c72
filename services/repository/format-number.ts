import { numberFormat } from '@domain/formats';
import { byLanguage, type Language } from '@domain/language-code';

const formats = byLanguage((language) => numberFormat(language, { maximumFractionDigits: 6, useGrouping: false }));

/** Formats a number for a message in the language. */
export function formatNumber(value: string | undefined, language: Language): string {
  const number = Number(value);
  if (value === undefined || value === '' || !Number.isFinite(number)) return value ?? '';
  return formats[language].format(number);
}
