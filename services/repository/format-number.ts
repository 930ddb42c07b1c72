import { numberFormat } from '@domain/formats';
import type { Language } from '@domain/language';

/** Formats a number for a message in the language. */
export function formatNumber(value: string | undefined, language: Language): string {
  const number = Number(value);
  if (value === undefined || value === '' || !Number.isFinite(number)) return value ?? '';
  return numberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(number);
}
