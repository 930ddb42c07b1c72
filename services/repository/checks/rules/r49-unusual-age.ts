import { ageSource, birthAndTestOf, exactYearsSql } from '../age-sql';
import type { RowsRule } from '../rule';
import { findFar } from './middle-half';
import { parameterFormatter } from './rule-message';

/** Own estimate: least distance from the middle half of the ages, in years. */
const leastDistance = 6;

/** Age from the dates of birth and test far from those of the other people. Shown at the birth. */
export const r49: RowsRule = {
  id: 'R49',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Born {{v}}, this person was {{a}} years old at the test, far from most others ({{b}}).',
    de: 'Mit Geburtsdatum {{v}} war diese Person beim Test {{a}} Jahre alt, weit entfernt von den meisten anderen ({{b}}).',
  },
  find: async (look) => {
    const source = ageSource(look.table);
    if (!source) return [];
    const { birth, test } = source;
    const dates = birthAndTestOf(source, look.cellOf);
    const rows = `(select "row", ${look.cellOf(birth).value} as value, ${exactYearsSql(dates)} as x
      from ${look.cells([birth, test])} where ${dates.birth} < ${dates.test})`;
    const found = await findFar(look, rows, leastDistance);
    if (!found) return [];
    const most = `'${[...new Set([found.low, found.high])].join('–')}'`;
    const sql = `select "row", value, value as v, floor(x * 10) / 10 as a, ${most} as b from ${rows} where ${found.condition}`;
    return [{ column: birth, sql }];
  },
  formatParameters: parameterFormatter('a'),
};
