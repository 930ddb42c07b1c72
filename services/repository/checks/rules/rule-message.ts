import type { Language } from '@domain/language';
import { byLanguage } from '@domain/language-code';
import { fillText } from '@domain/text';

import { unitText, vocabulary } from '../../vocabulary';
import { namedTarget } from '../long-format';
import { formatNumber } from '../../format-number';
import type { CheckedColumn } from '../checked-table';
import type { Parameters, Rule } from '../rule';

type Formatter = NonNullable<Rule['formatParameters']>;

/**
 * Formats the parameters of a message. {{c}} and {{t}} are the label of the column's target, {{u}} is its unit. The others
 * are the stored parameters; those in `numbers` ('va') are formatted as numbers. A stored t is the key of the test that
 * a row in long format names.
 */
export function parameterFormatter(numbers = ''): Formatter {
  return (parameters, column, language) => {
    const target = parameters.t === undefined ? column?.target : namedTarget(parameters.t);
    const label = (target ?? column?.target)?.label[language] ?? '';
    return {
      c: label,
      u: target ? unitText(target, language) : '',
      ...formatStored(parameters, numbers, language),
      t: label,
    };
  };
}

/** Fills the placeholders of a rule's message. An empty value also removes the space before it. */
export function ruleMessage(
  rule: Rule,
  parameters: Parameters,
  column: CheckedColumn | null,
  language: Language,
): string {
  const formatted = (rule.formatParameters ?? parameterFormatter())(parameters, column, language);
  const text = rule.text[language].replace(/[ \u00a0]\{\{(\w)\}\}/g, (part, name: string) =>
    formatted[name] === '' ? '' : part,
  );
  return fillText(text, formatted);
}

/** Labels of targets as a list, from their keys: 'Sex, Age (years) and School'. */
export function listOfTargets(keys: string, language: Language): string {
  const labels = keys.split(',').map((key) => vocabulary.targets.raw.get(key)?.label[language] ?? key);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(labels);
}

/** Control characters, which nobody would see, as the sign for characters that cannot be shown. */
function withVisibleSigns(value: string): string {
  return value.replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');
}

function formatStored(parameters: Parameters, numbers: string, language: Language): Record<string, string> {
  const entries = Object.entries(parameters).map(([name, value]) => [name, formatParameter(name, value)]);
  return Object.fromEntries(entries) as Record<string, string>;

  function formatParameter(name: string, value: string): string {
    if (numbers.includes(name)) return formatNumber(value, language);
    const isCount = (name === 'r' || name === 'n') && /^\d+$/.test(value);
    return isCount ? counts[language].format(Number(value)) : withVisibleSigns(value);
  }
}

/** Rows and counts: 8,954 and 8.954. */
const counts = byLanguage((language) => new Intl.NumberFormat(language));

/** Like `parameterFormatter`, but {{t}} is the measure of a statistic: 'Standing long jump', not its standard deviation. */
export function statisticFormatter(numbers = ''): Formatter {
  return (parameters, column, language) => {
    const formatted = parameterFormatter(numbers)(parameters, column, language);
    return column?.target.statistic && parameters.t === undefined
      ? { ...formatted, t: column.target.group[language] }
      : formatted;
  };
}
