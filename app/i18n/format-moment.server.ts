import type { Language } from '@domain/language-code';

import { formatDate, formatTime } from './formats';
import { translate } from './instances.server';

/** A time (ISO 8601) of today by hour and minute, any other with its date. */
export function formatMoment(
  { language, timeZone }: { language: Language; timeZone: string },
  iso: string,
  format = formatTime,
): string {
  const t = translate(language);
  const [day, today] = [iso, new Date().toISOString()].map((time) => formatDate(time, language, timeZone));
  const time = format(iso, language, timeZone);
  return day === today ? t('form-versions:time', { time }) : t('form-versions:dayAndTime', { day, time });
}
