import { birthOf, yearDays } from '../age-sql';
import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimate. An age in whole years may be up to one year too low. */
const tolerance = 0.5;
const wholeYears = 1;
/** For a birth month the middle of the month is used. */
const monthTolerance = 0.05;

/** Age that does not follow from birth and test date. Shown at the age. */
export const r20: RowRule = {
  id: 'R20',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Age {{v}} does not fit birth date and test date (computed {{a}}).',
    de: 'Alter {{v}} passt nicht zu Geburts- und Testdatum (berechnet {{a}}).',
  },
  find: (table, cellOf) => {
    const age = columnOf(table, 'age_y', 'age_m');
    const birth = columnOf(table, 'birth_date', 'birth_month');
    const test = columnOf(table, 'test_date');
    if (!age || !birth || !test) return [];
    const perYear = age.target.key === 'age_m' ? 12 : 1;
    const years = `(${cellOf(age).number} / ${perYear})`;
    const computed = `(date_diff('day', ${birthOf(cellOf(birth))}, ${cellOf(test).dates?.date}) / ${yearDays})`;
    const isWhole = perYear === 1 ? `${years} = trunc(${years})` : 'false';
    const blur = birth.target.key === 'birth_month' ? monthTolerance : 0;
    const detach = `abs(${years} - ${computed}) - ${blur}`;
    const names = { v: cellOf(age).number, a: `round(${computed} * ${perYear}, 1)` };
    const condition = `case when ${isWhole} then ${detach} >= ${wholeYears} else ${detach} > ${tolerance} end`;
    return [{ column: age, others: [birth, test], condition, names }];
  },
  formatParameters: parameterFormatter('va'),
};
