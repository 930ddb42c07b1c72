import { spellingOf } from '../tables/value-sql';
import type { MappedTarget, Target } from './vocabulary';

/** Codes by the words that mean them in any coding of a target. */
export function wordMeanings({ units }: Target): Map<string, string> {
  const codes = units.flatMap(({ coding }) => (coding === null || coding.isPaired ? [] : coding.codes));
  return new Map(
    codes.flatMap(({ code, label, spellings }) =>
      [...spellings, ...Object.values(label).map((text) => text.toLowerCase())]
        .filter((word) => !/^\d/.test(word))
        .map((word) => [word, code]),
    ),
  );
}

/** What follows a word in brackets: 'weiblich (Kinder)'. */
const supplement = /\([^()]*\)\s*$/;

/**
 * A mapped target that also reads the cells whose meaning the file states in a word of the target ('Bub' -> 'männlich'). What the
 * chosen coding says about a cell comes first.
 */
export function withLabelledCells(
  mapped: MappedTarget,
  labels: Readonly<Record<string, string>> | undefined,
): MappedTarget {
  const { target, unit } = mapped;
  const { coding } = unit;
  if (!coding || labels === undefined) return mapped;
  const known = new Set(coding.codes.flatMap(({ spellings }) => spellings));
  const meanings = wordMeanings(target);
  const meant = Object.entries(labels).map(([cell, words]) => ({
    spelling: spellingOf(cell),
    code: meanings.get(spellingOf(words.replace(supplement, ''))),
  }));
  const codes = coding.codes.map((code) => {
    const own = meant.filter((one) => one.code === code.code && !known.has(one.spelling));
    return { ...code, spellings: [...new Set([...code.spellings, ...own.map(({ spelling }) => spelling)])] };
  });
  return { target, unit: { ...unit, coding: { ...coding, codes } } };
}
