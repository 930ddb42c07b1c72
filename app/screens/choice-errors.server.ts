import { type UnreadPart, wholeRanges } from '@domain/choice-ranges';

import type { FormError } from '~/forms/error-summary';
import { translate } from '~/i18n/instances.server';
import type { LoadContext } from '~/load-context';

/** Ends of ages and years, which are typed. */
const ends = new Map<string, { start: number; end: number }>([
  ['age-from', wholeRanges.ages],
  ['age-to', wholeRanges.ages],
  ['year-from', wholeRanges.years],
  ['year-to', wholeRanges.years],
]);

/** Characters of a part that are shown again. */
const mostShown = 80;

/** What cannot be read of a choice, at its field if it was typed there. `page` begins the ids of the fields. */
export function choiceErrors(unread: readonly UnreadPart[], page: string, { language }: LoadContext): FormError[] {
  const t = translate(language);
  return unread.map(({ name, value }) => {
    const whole = ends.get(name);
    if (whole) return { fieldId: `${page}-${name}`, message: t('compare:form.wholeNumber', whole) };
    if (name === 'numbers')
      return {
        fieldId: `${page}-numbers`,
        message: t('compare:form.wrongNumber', { part: value.slice(0, mostShown) }),
      };
    return { fieldId: null, message: t('compare:form.unread', { part: `${name}=${value}`.slice(0, mostShown) }) };
  });
}
