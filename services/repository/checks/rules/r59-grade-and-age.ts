import { ageInYears } from '../age-sql';
import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/**
 * Own estimate: years between grade and age. Children enter grade 1 at 5 to 7 years; some skip a grade, some repeat one
 * or two. A pre-school child is at least 2.
 */
const distance = { least: 3.5, most: 9.5, preschool: 2 };
/** From this grade on, people of any age go to evening schools. */
const adultGrade = 11;

/** School grade that does not fit the age. Shown at the grade. */
export const r59: RowRule = {
  id: 'R59',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Grade {{v}} does not fit the age of {{a}} years.',
    de: 'Klassenstufe {{v}} passt nicht zum Alter von {{a}} Jahren.',
  },
  find: (table, cellOf) => {
    const grade = columnOf(table, 'grade');
    const age = ageInYears(table, cellOf);
    if (!grade || !age) return [];
    const { number } = cellOf(grade);
    const least = `case when ${number} < 1 then ${distance.preschool} else ${number} + ${distance.least} end`;
    const isOld = `${number} < ${adultGrade} and ${age.years} > ${number} + ${distance.most}`;
    const condition = `(${age.years} < ${least} or ${isOld})`;
    return [
      { column: grade, others: age.columns, condition, names: { v: number, a: `floor(${age.years} * 10) / 10` } },
    ];
  },
  formatParameters: parameterFormatter('va'),
};
