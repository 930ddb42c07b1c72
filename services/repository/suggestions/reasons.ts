import type { Language } from '@domain/language';

import { formatNumber } from '../checks/checked-table';
import type { Candidate } from './rank-targets';

const texts = {
  en: {
    name: (words: string) => `column name ‘${words}’`,
    label: (words: string) => `variable label ‘${words}’`,
    unit: (unit: string) => `unit ${unit} named`,
    range: (min: string, max: string) => `values ${min} to ${max}`,
    codes: (values: string) => `values ${values}`,
    dates: 'values are dates',
  },
  de: {
    name: (words: string) => `Spaltenname „${words}“`,
    label: (words: string) => `Beschriftung „${words}“`,
    unit: (unit: string) => `Einheit ${unit} genannt`,
    range: (min: string, max: string) => `Werte ${min} bis ${max}`,
    codes: (values: string) => `Werte ${values}`,
    dates: 'Werte sind Datumsangaben',
  },
};

/** Why a target is suggested: a stable code made of its parts, and a sentence in a language. */
export function reasonOf({ unit, why }: Candidate, language: Language): { code: string; sentence: string } {
  const words = texts[language];
  const { source, evidence } = why;
  const parts = [words[source](why.words)];
  const code: string[] = [source];
  if (why.unitStated) {
    parts.push(words.unit(unit.text[language]));
    code.push('unit');
  }
  if (evidence.kind === 'range') {
    const [min, max] = [evidence.min, evidence.max].map((value) => formatNumber(String(value), language));
    parts.push(words.range(min ?? '', max ?? ''));
  } else if (evidence.kind === 'codes') parts.push(words.codes(evidence.values.join(', ')));
  else if (evidence.kind === 'dates') parts.push(words.dates);
  if (evidence.kind !== 'none') code.push(evidence.kind);
  const sentence = parts.join('; ');
  return { code: code.join('-'), sentence: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}
