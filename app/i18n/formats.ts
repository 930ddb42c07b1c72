import { formatLocales as locales } from '@domain/formats';
import { byLanguage, type Language } from '@domain/language-code';

const numbers = byLanguage((language) => new Intl.NumberFormat(locales[language]));

/** Names with commas between them. Those beyond `max` are only counted, in the words of `more`. */
export function listNames(names: readonly string[], max: number, more: (count: number) => string): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} ${more(names.length - max)}` : shown;
}

/** Formats a whole or decimal number. */
export function formatNumber(value: number, language: Language): string {
  return numbers[language].format(value);
}

/**
 * Day, month, year, hour, minute (spec section 9), seconds if asked for, in a fixed zone so that server and browser
 * agree.
 */
export function formatDateTime(iso: string, language: Language, timeZone: string, hasSeconds = false): string {
  return new Intl.DateTimeFormat(locales[language], {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: hasSeconds ? '2-digit' : undefined,
    timeZone,
  }).format(new Date(iso));
}

/** Day, month, year, in a fixed zone. */
export function formatDate(iso: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone }).format(new Date(iso));
}

/** Hour and minute, in a fixed zone. */
export function formatTime(iso: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { hour: '2-digit', minute: '2-digit', timeZone }).format(
    new Date(iso),
  );
}

/** Hour, minute and second, in a fixed zone, for times that are close to each other. */
export function formatExactTime(iso: string, language: Language, timeZone: string): string {
  return new Intl.DateTimeFormat(locales[language], { timeStyle: 'medium', timeZone }).format(new Date(iso));
}
