import { ageSource, birthAndTestOf, exactYearsSql } from '../age-sql';
import type { RowsRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimates: how many times the middle half's width an age may be outside of it, and its smallest width in years. */
const widths = 3;
const minWidth = 2;
/** Own estimate: minimum number of ages for a comparison. */
const minPersons = 10;
/** Own estimate: if more of the people are that far away, they are a group of their own. */
const mostShare = 0.02;

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
    const rows = `(select "row", ${look.cellOf(birth).value} as v, ${exactYearsSql(dates)} as age
      from ${look.cells([birth, test])} where ${dates.birth} < ${dates.test})`;
    const [middle] = await look.ask(
      `select count(age) as n, quantile_cont(age, 0.25) as low, quantile_cont(age, 0.75) as high from ${rows}`,
    );
    if (Number(middle?.n ?? 0) < minPersons) return [];
    const [low, high] = [Number(middle?.low), Number(middle?.high)];
    const distance = widths * Math.max(high - low, minWidth);
    const far = `age not between ${low - distance} and ${high + distance}`;
    const [counted] = await look.ask(`select count(*) as n from ${rows} where ${far}`);
    const n = Number(counted?.n ?? 0);
    if (n === 0 || n > Math.max(1, mostShare * Number(middle?.n))) return [];
    const most = `'${Math.floor(low)}–${Math.floor(high)}'`;
    const sql = `select "row", v as value, v, floor(age * 10) / 10 as a, ${most} as b from ${rows} where ${far}`;
    return [{ column: birth, sql }];
  },
  formatParameters: parameterFormatter('a'),
};
