import type { Bilingual } from '@domain/language';

import { type CheckedColumn, columnOf } from '../checked-table';
import type { RowRule, RowsRule, RuleContext } from '../rule';
import { findFar } from './middle-half';
import { r21 } from './r21-test-date';
import { r47 } from './r47-tested-at-birth';
import { r48 } from './r48-impossible-age';
import { parameterFormatter } from './rule-message';

/** Own estimates: the least distance from the middle half of the values. */
const leastDistances = new Map([
  ['age_y', 4],
  ['age_m', 48],
  ['grade', 3],
  ['test_year', 2],
  ['test_date', 2],
]);
/** Age, school grade or year of the test far from those of nearly all other rows. Ages from dates are R49. */
export const r58: RowsRule = {
  id: 'R58',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{t}}: {{v}} is far from most others ({{a}}).',
    de: '{{t}}: {{v}} liegt weit entfernt von den meisten anderen ({{a}}).',
  },
  find: async (look) => {
    const columns = [...leastDistances.keys()].flatMap((key) => columnOf(look.table, key) ?? []);
    const found = [];
    for (const column of columns) {
      const sql = await farSql(look, column);
      if (sql) found.push({ column, sql });
    }
    return found;
  },
  formatParameters: (parameters, column, language) => {
    const { a = '', b = '', ...others } = parameterFormatter('vab')(parameters, column, language);
    return { ...others, a: a === b ? a : `${a} ${to[language]} ${b}` };
  },
};

const to: Bilingual = { en: 'to', de: 'bis' };

/** Rules whose problems explain that a value is far from the others. */
const causes: RowRule[] = [r21, r47, r48];

async function farSql(look: RuleContext, column: CheckedColumn): Promise<string | null> {
  const { number, value, dates } = look.cellOf(column);
  const compared = column.target.key === 'test_date' ? `year(${dates?.date ?? 'null'})` : number;
  const explained = causes
    .flatMap((rule) => rule.find(look.table, look.cellOf))
    .filter((test) => [test.column, ...test.others].includes(column));
  const columns = [column, ...explained.flatMap((test) => [test.column, ...test.others])];
  const isNamed = [look.hit(column, 'any'), ...explained.map(({ condition }) => `coalesce(${condition}, false)`)];
  const rows = `(select "row", ${value} as value, ${compared} as x from ${look.cells(columns)}
    where not (${isNamed.join(' or ')}))`;
  const found = await findFar(look, rows, leastDistances.get(column.target.key) ?? 0);
  return (
    found && `select "row", value, x as v, ${found.low} as a, ${found.high} as b from ${rows} where ${found.condition}`
  );
}
