import type { Language } from '@domain/language';

import { formatNumber } from '../../format-number';
import type { CheckedTable } from '../checked-table';
import type { ColumnRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimates: a code is like a value if it lies within these shares of at least this many other values. */
const minValues = 20;
const plausible = { from: 0.02, to: 0.98 };
/** Own estimates: it is rather a code if it occurs this often, and that many times as often as the numbers beside it. */
const clearCode = { times: 3, factor: 4 };
const beside = [-2, -1, 1, 2];

/**
 * A declared code for missing values that lies among the values of a column: 99 among long jumps. Its cells count as
 * missing, so a real result would vanish.
 */
export const r73: ColumnRule = {
  id: 'R73',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{c}}: a declared code for missing values ({{v}}) lies among the values of this column. Cells that count as missing for that reason: {{n}}.',
    de: '{{c}}: Ein angegebener Code für fehlende Werte ({{v}}) liegt mitten unter den Werten dieser Spalte. Zellen, die deshalb als fehlend zählen: {{n}}.',
  },
  measures: ({ target, position }, _cell, { missing }) =>
    target.type === 'number' && missing.numbers.length > 0
      ? { coded: `count_if(n${position} in (${missing.numbers.join(', ')}))` }
      : null,
  find: async (column, { coded = 0 }, { table, ask, cells, cellOf }) => {
    if (coded === 0) return null;
    const reading = `n${column.position}`;
    const [row = {}] = await ask(
      `select ${codesOf(table).map(({ code, id }) => countsSql(reading, code, id))}, count(others) as filled,
         quantile_cont(others, ${plausible.from}) as low, quantile_cont(others, ${plausible.to}) as high
       from (select ${reading}, case when not ${cellOf(column).missing} then ${reading} end as others
         from ${cells([column])})`,
    );
    if (Number(row.filled) < minValues) return null;
    const found = codesOf(table)
      .map(({ code, id }) => ({ code, times: Number(row[`times${id}`]), near: Number(row[`near${id}`]) }))
      .filter(({ code, times }) => times > 0 && code > Number(row.low) && code < Number(row.high))
      .filter(({ times, near }) => times < clearCode.times || times <= clearCode.factor * near);
    if (found.length === 0) return null;
    const cellsCoded = found.reduce((sum, { times }) => sum + times, 0);
    return { v: found.map(({ code }) => code).join(' '), n: String(cellsCoded) };
  },
  formatParameters: ({ v = '', ...others }, column, language) => ({
    ...parameterFormatter()(others, column, language),
    v: listOfNumbers(v, language),
  }),
};

function codesOf({ missing }: CheckedTable): { code: number; id: number }[] {
  return missing.numbers.map((code, id) => ({ code, id }));
}

/** How often a code occurs, and how often on average each of the whole numbers beside it that is no code. */
function countsSql(reading: string, code: number, id: number): string {
  const neighbours = beside.map((step) => code + step).join(', ');
  return `count_if(${reading} = ${code}) as times${id}, count_if(others in (${neighbours})) / ${beside.length} as near${id}`;
}

function listOfNumbers(numbers: string, language: Language): string {
  const texts = numbers.split(' ').map((number) => formatNumber(number, language));
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(texts);
}
