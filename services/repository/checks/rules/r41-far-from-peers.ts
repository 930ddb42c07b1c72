import { sqlText } from '../../context/table-engine';
import { ageInYears } from '../age-sql';
import { codeSql } from '../cell-sql';
import { type CheckedColumn, columnOf } from '../checked-table';
import { isNamedByTest, namedTest } from '../long-format';
import type { RuleContext, RowsRule } from '../rule';
import { testNames } from './limits';
import { parameterFormatter } from './rule-message';

/** Own estimate: maximum distance from the mean of comparable people, in standard deviations. */
const farthest = 4;
/** Own estimate: the same for 0, which often stands for a missing result. */
const farthestZero = 3;

/**
 * Result far from those of people of the same sex and age in the file. Cells with a problem of their own are not
 * reported, and impossible values are excluded from the comparison.
 */
export const r41: RowsRule = {
  id: 'R41',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  // One comment is enough for all: rare results are not wrong.
  listed: 1,
  text: {
    en: '{{t}}: {{v}} {{u}} is far from people of the same age and sex (z = {{a}}).',
    de: '{{t}}: {{v}}\u00a0{{u}} liegt weit entfernt von Personen gleichen Alters und Geschlechts (z = {{a}}).',
  },
  find: async (look) => {
    const results = look.table.columns.filter(
      ({ target }) => target.type === 'number' && target.isResult && target.test !== null,
    );
    const named = look.table.columns.filter((column) => isNamedByTest(column, look.table));
    const found = [...(await findPeers(look, results)), ...(await findPeers(look, named, namedTest.key))];
    return found.flatMap(({ column, peers, by }) => {
      const far = peers.filter(({ least, most, mean, deviation }) =>
        [least, most].some((value) => Math.abs(value - mean) > (value === 0 ? farthestZero : farthest) * deviation),
      );
      return far.length > 0 ? [{ column, sql: farSql(look, column, far, by) }] : [];
    });
  },
  formatParameters: parameterFormatter('va'),
};

function farSql(look: RuleContext, column: CheckedColumn, peers: Peers[], by: PeerKey): string {
  const { number, value } = look.cellOf(column);
  const rows = peers.map(
    ({ test, sex, years, mean, deviation }) => `(${sqlText(test)}, ${sqlText(sex)}, ${years}, ${mean}, ${deviation})`,
  );
  const z = `(${number} - mean) / deviation`;
  const names = Object.entries(testNames(column, look.table)).map(([name, sql]) => `, ${sql} as ${name}`);
  return `select "row", ${value} as value, ${number} as v, round(${z}, 2) as a${names.join('')}
    from (select *, ${by.test} as peer_test, ${by.sex} as peer_sex, ${by.years} as peer_years
          from ${look.cells([...by.columns, column])})
    join (values ${rows.join(', ')}) as peers (test, sex, years, mean, deviation)
      on peer_test = test and peer_sex = sex and peer_years = years
    where abs(${z}) > case when ${number} = 0 then ${farthestZero} else ${farthest} end and not ${look.hit(column, 'any')}`;
}

/** Own estimate: minimum number of people for a comparison. */
const minPersons = 30;
/** Results per statement, to limit memory. Sums by sex and age are few, so more fit than in other passes. */
const columnBatchSize = 40;

/** SQL expressions for test, sex and age in whole years of a row, and the columns they use. */
export interface PeerKey {
  /** In long format the test that the row names, otherwise ''. */
  test: string;
  sex: string;
  years: string;
  columns: CheckedColumn[];
}

/** Results of people of one sex and age in whole years, including those one year younger and older, or up to three. */
export interface Peers {
  test: string;
  sex: string;
  years: number;
  mean: number;
  deviation: number;
  /** Smallest and largest result at exactly this age. */
  least: number;
  most: number;
}

interface Sums {
  count: number;
  sum: number;
  squares: number;
  least: number;
  most: number;
}

/**
 * Groups of at least 30 comparable people for each result, from sums by sex and age that one pass computes for many
 * columns. Empty if sex or age is not mapped.
 */
export async function findPeers(look: RuleContext, results: CheckedColumn[], test = "''") {
  const by = peerKey(look, test);
  if (!by) return [];
  const found: { column: CheckedColumn; peers: Peers[]; by: PeerKey }[] = [];
  for (let from = 0; from < results.length; from += columnBatchSize) {
    const columns = results.slice(from, from + columnBatchSize);
    const sums = await sumsByPerson(look, by, columns);
    for (const column of columns) found.push({ column, by, peers: peersOf(sums.get(column.position)) });
  }
  return found;
}

function peerKey({ table, cellOf }: RuleContext, test: string): PeerKey | null {
  const sex = columnOf(table, 'sex');
  const age = ageInYears(table, cellOf);
  if (!sex || !age) return null;
  return { test, sex: codeSql(sex), years: `floor(${age.years})`, columns: [sex, ...age.columns] };
}

type SumsByGroup = Map<string, { test: string; sex: string; years: number; sums: Sums }>;

async function sumsByPerson(look: RuleContext, by: PeerKey, columns: CheckedColumn[]) {
  const measures = columns.map((column) => {
    const x = `x${column.position}`;
    return `count(${x}) as count${x}, sum(${x}) as sum${x}, sum(${x} * ${x}) as squares${x},
      min(${x}) as least${x}, max(${x}) as most${x}`;
  });
  const numbers = columns.map(
    (column) =>
      `case when not ${look.hit(column, 'refused')} then ${look.cellOf(column).number} end as x${column.position}`,
  );
  const rows = await look.ask(
    `select peer_test, peer_sex, peer_years, ${measures.join(', ')}
     from (select ${by.test} as peer_test, ${by.sex} as peer_sex, ${by.years} as peer_years, ${numbers.join(', ')}
           from ${look.cells([...by.columns, ...columns])})
     where peer_test is not null and peer_sex is not null and peer_years is not null
     group by peer_test, peer_sex, peer_years`,
  );
  const found = new Map<number, SumsByGroup>();
  for (const { position } of columns) {
    const groups: SumsByGroup = new Map();
    for (const row of rows) {
      const number = (name: string) => Number(row[`${name}x${position}`] ?? 0);
      const [test, sex, years] = [String(row.peer_test), String(row.peer_sex), Number(row.peer_years)];
      const sums = {
        count: number('count'),
        sum: number('sum'),
        squares: number('squares'),
        least: number('least'),
        most: number('most'),
      };
      if (sums.count > 0) groups.set(`${test} ${sex} ${years}`, { test, sex, years, sums });
    }
    found.set(position, groups);
  }
  return found;
}

function peersOf(groups: SumsByGroup = new Map()): Peers[] {
  return [...groups.values()].flatMap(({ test, sex, years, sums: { least, most } }) => {
    const near = nearGroups(groups, { test, sex, years });
    const total = (name: 'count' | 'sum' | 'squares') => near.reduce((sum, group) => sum + group[name], 0);
    const [count, sum] = [total('count'), total('sum')];
    const mean = sum / count;
    const deviation = Math.sqrt(Math.max(0, (total('squares') - sum * mean) / (count - 1)));
    return count >= minPersons && deviation > 0 ? [{ test, sex, years, mean, deviation, least, most }] : [];
  });
}

/** Own estimate: years of age around a group that are added until enough people are compared. */
const widestReach = 3;

/** Sums of people of the same sex, one year younger to older, or up to three years where they are too few. */
function nearGroups(groups: SumsByGroup, { test, sex, years }: { test: string; sex: string; years: number }): Sums[] {
  let near: Sums[] = [];
  for (let reach = 1; reach <= widestReach; reach += 1) {
    const ages = Array.from({ length: 2 * reach + 1 }, (_, index) => years - reach + index);
    near = ages.flatMap((year) => groups.get(`${test} ${sex} ${year}`)?.sums ?? []);
    if (near.reduce((sum, { count }) => sum + count, 0) >= minPersons) break;
  }
  return near;
}
