import { dateFormat, numberFormat } from '@domain/formats';
import type { Language } from '@domain/language-code';

export { formatNumber } from '@domain/formats';

/** Names with commas between them. Those beyond `max` are only counted, in the words of `more`. */
export function listNames(names: readonly string[], max: number, more: (count: number) => string): string {
  const shown = names.slice(0, max).join(', ');
  return names.length > max ? `${shown} ${more(names.length - max)}` : shown;
}

/** A part of a whole in percent, with at most one decimal. `less` words what is too small for it. */
export function formatShare(part: number, whole: number, language: Language, less: (share: string) => string): string {
  const format = numberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  const share = part / whole;
  return share > 0 && share < 0.001 ? less(format.format(0.001)) : format.format(share);
}

/**
 * Day, month, year, hour, minute (spec section 9), seconds if asked for, in a fixed zone so that server and browser
 * agree.
 */
export function formatDateTime(iso: string, language: Language, timeZone: string, hasSeconds = false): string {
  return dateFormat(language, {
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
  return dateFormat(language, { dateStyle: 'long', timeZone }).format(new Date(iso));
}

/** Hour and minute, in a fixed zone. */
export function formatTime(iso: string, language: Language, timeZone: string): string {
  return dateFormat(language, { hour: '2-digit', minute: '2-digit', timeZone }).format(new Date(iso));
}

/** Hour, minute and second, in a fixed zone, for times that are close to each other. */
export function formatExactTime(iso: string, language: Language, timeZone: string): string {
  return dateFormat(language, { timeStyle: 'medium', timeZone }).format(new Date(iso));
}
