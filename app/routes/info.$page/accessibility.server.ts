import { formatDay } from '@domain/formats';
import type { Language } from '@domain/language';
import { translate } from '~/i18n/instances.server';

import type { Finding } from './accessibility-findings';
import recorded from './accessibility.json';
import type { PlaceholderValues } from './fill-placeholders';

/** Figures of an assessment of all screens. */
export interface Assessment {
  /** Day of the assessment, yyyy-mm-dd. */
  date: string;
  /** Name and version of the tool. */
  tool: string;
  /** Rule sets, named by axe's tags. */
  rules: string;
  /** Number of screens; 0 before the first assessment. */
  screens: number;
  /** Number of screens in each language and colour scheme. */
  combinations: number;
  findings: Finding[];
}

/** The assessment of this release, written by `npm run a11y`. */
export const assessment = recorded as Assessment;

/**
 * Values of the statement's placeholders. Exactly one of `untested`, `findings` and `clean` is present, and decides
 * what the statement says about conformance.
 */
export function accessibilityValues(assessed: Assessment, language: Language): PlaceholderValues {
  const { date, tool, rules, screens, combinations, findings } = assessed;
  if (screens === 0) return { 'accessibility.untested': 'yes' };
  const t = translate(language);
  const day = formatDay(date.split('-'), language);
  return {
    'accessibility.screens': String(screens),
    'accessibility.combinations': String(combinations),
    'accessibility.tool': tool,
    'accessibility.rules': rules,
    'accessibility.dates': t('info:accessibility.day', { date: day }),
    'accessibility.lastDate': day,
    ...(findings.length > 0
      ? { 'accessibility.findings': t('info:accessibility.findings', { count: findings.length }) }
      : { 'accessibility.clean': 'yes' }),
  };
}
