import { type CheckedColumn, columnOf } from '../checked-table';
import type { RowsRule, RuleContext } from '../rule';
import { findFar } from './middle-half';
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
    en: '{{t}}: {{v}} is far from most others ({{a}} to {{b}}).',
    de: '{{t}}: {{v}} liegt weit entfernt von den meisten anderen ({{a}} bis {{b}}).',
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
  formatParameters: parameterFormatter('vab'),
};

async function farSql(look: RuleContext, column: CheckedColumn): Promise<string | null> {
  const { number, value, dates } = look.cellOf(column);
  const compared = column.target.key === 'test_date' ? `year(${dates?.date ?? 'null'})` : number;
  const rows = `(select "row", ${value} as value, ${compared} as x from ${look.cells([column])}
    where not ${look.hit(column, 'any')})`;
  const found = await findFar(look, rows, leastDistances.get(column.target.key) ?? 0);
  return (
    found && `select "row", value, x as v, ${found.low} as a, ${found.high} as b from ${rows} where ${found.condition}`
  );
}
