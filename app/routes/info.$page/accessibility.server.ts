import type { Language } from '@domain/language';
import { AccessibilityResultsSchema, type AccessibilityResults } from '~/accessibility/accessibility-results';
import recorded from '~/accessibility/accessibility.json';
import { translate } from '~/i18n/instances.server';

import type { Finding } from './accessibility-findings';
import type { PlaceholderValues } from './fill-placeholders';

/** What the last assessment found (`npm run a11y`). */
export const accessibilityResults = AccessibilityResultsSchema.parse(recorded);

/** Every finding on its own, in the order of the screens. */
export function listFindings({ screens }: AccessibilityResults): Finding[] {
  return screens.flatMap(({ screen, results }) =>
    results.flatMap(({ language, scheme, findings }) =>
      findings.map(({ rule }) => ({ screen, rule, language, scheme })),
    ),
  );
}

/**
 * Values of the statement's placeholders. Of `untested`, `findings` and `clean` one is there: it decides
 * what the statement says about conformance.
 */
export function accessibilityValues(results: AccessibilityResults, language: Language): PlaceholderValues {
  const { screens, tool, rules } = results;
  if (screens.length === 0) return { 'accessibility.untested': 'yes' };
  const t = translate(language);
  const count = listFindings(results).length;
  const days = screens.map(({ date }) => date).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)].map((day) => day && formatDay(day, language));
  return {
    'accessibility.screens': String(screens.length),
    'accessibility.combinations': String(screens.flatMap((screen) => screen.results).length),
    'accessibility.tool': tool,
    'accessibility.rules': rules.join(', '),
    'accessibility.dates':
      from === to ? t('info:accessibility.day', { date: to }) : t('info:accessibility.days', { from, to }),
    'accessibility.lastDate': to,
    ...(count > 0
      ? { 'accessibility.findings': t('info:accessibility.findings', { count }) }
      : { 'accessibility.clean': 'yes' }),
  };
}

function formatDay(day: string, language: Language): string {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
