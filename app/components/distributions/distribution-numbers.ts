import type { Distribution, DistributionGroup } from '@domain/api/distributions';
import type { Language } from '@domain/language-code';

import { formatNumber } from '~/i18n/formats';

/** A distribution with the name of its column on the screen. */
export interface ShownDistribution extends Distribution {
  column: { letters: string; name: string };
}

/** Translates keys of the namespace 'distributions'. */
type Translate = (key: string, values?: Record<string, string>) => string;

/** One number of each group. */
interface NumberRow {
  id: string;
  label: string;
  values: string[];
}

/** Name of a group: its sex, 'sex unknown', or 'all' for tables without a sex. */
export function groupName({ sex, label }: DistributionGroup, t: Translate): string {
  if (sex === null) return t('all');
  return label === '' ? t('unknown') : label;
}

/** Rows of the table with the numbers of a plot. */
export function numberRows(distribution: Distribution, t: Translate, language: Language): NumberRow[] {
  const { groups, warn, hard } = distribution;
  const number = (value: number) => formatNumber(value, language);
  const row = (id: string, label: string, valueOf: (group: DistributionGroup) => number | undefined) => ({
    id,
    label,
    values: groups.map((group) => {
      const value = valueOf(group);
      return value === undefined ? '–' : number(value);
    }),
  });
  const bounds = {
    hardMin: number(hard.min),
    warnMin: number(warn.min),
    warnMax: number(warn.max),
    hardMax: number(hard.max),
  };
  const summaries = (['min', 'lowerQuartile', 'median', 'upperQuartile', 'max'] as const).map((name) =>
    row(name, t(`numbers.${name}`), ({ summary }) => summary?.[name]),
  );
  const shown = {
    unreadable: groups.some(({ unreadable }) => unreadable > 0),
    unusuallyLow: warn.min > hard.min,
    unusuallyHigh: warn.max < hard.max,
  };
  return [
    row('count', t('numbers.count'), ({ count }) => count),
    row('missing', t('numbers.missing'), ({ missing }) => missing),
    ...(shown.unreadable ? [row('unreadable', t('numbers.unreadable'), ({ unreadable }) => unreadable)] : []),
    ...summaries,
    row('impossiblyLow', t('numbers.impossiblyLow', bounds), ({ impossiblyLow }) => impossiblyLow),
    ...(shown.unusuallyLow
      ? [row('unusuallyLow', t('numbers.unusuallyLow', bounds), ({ unusuallyLow }) => unusuallyLow)]
      : []),
    ...(shown.unusuallyHigh
      ? [row('unusuallyHigh', t('numbers.unusuallyHigh', bounds), ({ unusuallyHigh }) => unusuallyHigh)]
      : []),
    row('impossiblyHigh', t('numbers.impossiblyHigh', bounds), ({ impossiblyHigh }) => impossiblyHigh),
  ];
}

/** The same numbers as a text, group by group. */
export function numbersInWords(distribution: Distribution, t: Translate, language: Language): string {
  const rows = numberRows(distribution, t, language);
  const groups = distribution.groups.map((group, index) => {
    const facts = rows.map(({ label, values }) => t('fact', { label, value: values[index] ?? '' }));
    return t('factsOf', { group: groupName(group, t), facts: facts.join('; ') });
  });
  return groups.join(' ');
}
