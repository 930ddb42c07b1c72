import { type CheckedColumn, columnOf } from '../checked-table';
import type { RowsRule, RuleContext } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimates: how many times the width of the middle half a value may be outside of it, and the least distance. */
const widths = 3;
const leastDistances = new Map([
  ['age_y', 4],
  ['age_m', 48],
  ['grade', 3],
  ['test_year', 2],
  ['test_date', 2],
]);
/** Own estimate: minimum number of values for a comparison. */
const minValues = 10;
/** Own estimate: if more of the values are that far away, they are a group of their own. */
const mostShare = 0.02;

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
  // Counts by value take less memory than quantiles, and are the same on every run.
  const counted = await look.ask(
    `select floor(x) as x, count(*) as n from ${rows} where x is not null group by floor(x) order by 1`,
  );
  const counts = counted.map(({ x, n }) => ({ x: Number(x), n: Number(n) }));
  const total = counts.reduce((sum, { n }) => sum + n, 0);
  if (total < minValues) return null;
  const [low, high] = [quantile(counts, total * 0.25), quantile(counts, total * 0.75)];
  const distance = Math.max(widths * (high - low), leastDistances.get(column.target.key) ?? 0);
  const [first, last] = [low - distance, high + distance];
  const far = counts.filter(({ x }) => x < first || x > last).reduce((sum, { n }) => sum + n, 0);
  if (far === 0 || far > Math.max(1, mostShare * total)) return null;
  return `select "row", value, x as v, ${low} as a, ${high} as b from ${rows}
    where floor(x) < ${first} or floor(x) > ${last}`;
}

/** The value below which `rank` values lie. */
function quantile(counts: { x: number; n: number }[], rank: number): number {
  let below = 0;
  for (const { x, n } of counts) {
    below += n;
    if (below >= rank) return x;
  }
  return counts.at(-1)?.x ?? 0;
}
