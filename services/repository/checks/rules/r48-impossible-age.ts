import { ages, ageSource, birthAndTestOf, exactYearsSql } from '../age-sql';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/**
 * Age from the dates of birth and test that nobody in a study has. Shown at the birth. Births on or after the day of the
 * test are R47 and R21, ages in a column of their own R02.
 */
export const r48: RowRule = {
  id: 'R48',
  scope: 'row',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Correct the date of birth or the test date in your file.',
    de: 'Korrigieren Sie das Geburts- oder das Testdatum in Ihrer Datei.',
  },
  text: {
    en: 'Born {{v}}, this person would have been {{a}} years old at the test (allowed {{b}}).',
    de: 'Mit Geburtsdatum {{v}} wäre diese Person beim Test {{a}} Jahre alt gewesen (erlaubt {{b}}).',
  },
  find: (table, cellOf) => {
    const source = ageSource(table);
    if (!source) return [];
    const { birth, test } = source;
    const dates = birthAndTestOf(source, cellOf);
    const years = exactYearsSql(dates);
    const isYear = test.target.type === 'year';
    // Within the year of the test, the day is not known.
    const [min, max] = isYear ? [ages.min - 0.5, ages.max + 1] : [ages.min, ages.max + 1];
    const condition = `${dates.birth} < ${dates.test} and (${years} < ${min} or ${years} >= ${max})`;
    const names = { v: cellOf(birth).value, a: `floor(${years} * 10) / 10`, b: `'${ages.min}–${ages.max}'` };
    return [{ column: birth, others: [test], condition, names }];
  },
  formatParameters: parameterFormatter('a'),
};
