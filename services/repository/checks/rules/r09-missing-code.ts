import type { ColumnRule } from '../rule';
import { wordsOf } from './words';

/** Numbers that files write for a missing value; those that the metadata or the file declare are missing already. */
const codes = [88, 99, 999, 9999, -9, -99, -999];
/** Fewer may be measured values. */
const leastTimes = 2;
/** A code stands apart: no other value lies within this share of it, and at least this far. */
const apart = { share: 0.2, distance: 1 };

/** Value that looks like a code of missing values: it comes more than once, and nothing else is near it. */
export const r09: ColumnRule = {
  id: 'R09',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{c}: {v} occurs {n} times and may mean "missing".',
    de: '{c}: {v} kommt {n}-mal vor und bedeutet vielleicht „fehlend“.',
  },
  measures: ({ target, position }, { missing }) =>
    target.type === 'number'
      ? { suspects: `count_if(n${position} in (${codes.join(', ')}) and not ${missing})` }
      : null,
  find: async (column, { suspects = 0 }, look) => {
    if (suspects < leastTimes) return null;
    const reading = `n${column.position}`;
    const [found] = await look.ask(
      `select code, count_if(${reading} = code) as times,
         count_if(${reading} <> code
           and abs(${reading} - code) <= abs(code) * ${apart.share} + ${apart.distance}) as near
       from ${look.cells([column])}, (values ${codes.map((code) => `(${code})`).join(', ')}) as codes (code)
       where not ${look.cellOf(column).missing} group by code
       having times >= ${leastTimes} and near = 0 order by times desc, code limit 1`,
    );
    return found ? { v: String(found.code), n: String(found.times) } : null;
  },
  words: wordsOf('v'),
};
