import { formatDateTime } from '~/i18n/formats';
import { useLanguage } from '~/i18n/use-language';
import { useTimeZone } from '~/i18n/use-time-zone';

/** Returns the function that writes a moment in the language and time zone of the page; '' for none. */
export function useMoments(): (moment: string | null) => string {
  const language = useLanguage();
  const timeZone = useTimeZone();
  return (moment) => (moment === null ? '' : formatDateTime(moment, language, timeZone));
}
