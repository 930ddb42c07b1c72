import { describesGroup, groupRows, sumGroupsSql } from '../checks/sum-groups-sql';
import { jobStatement, sqlName, type TableEngine } from '../context/table-engine';
import { vocabulary } from '../vocabulary';

/**
 * Number of people in a published table of groups: the most of any measure, counted once although totals or several
 * tests repeat them. Null if the table has no n.
 */
export async function sumPublishedGroups(
  tables: TableEngine,
  parquet: string,
  keys: ReadonlySet<string>,
): Promise<number | null> {
  const counted = [...keys].filter((key) => vocabulary.targets.agg.get(key)?.statistic?.scale === 'count');
  const cells = [...keys].filter(describesGroup).map((key) => {
    const number = sqlName(key);
    return [key, { number, text: `lower(cast(${number} as varchar))` }] as const;
  });
  const sums: number[] = [];
  for (const key of counted) {
    const statement = sumGroupsSql(groupRows(parquet, sqlName(key), new Map(cells)));
    const [row] = await tables.all(statement, [], jobStatement);
    sums.push(Math.round(Number(row?.n ?? 0)));
  }
  return sums.length > 0 ? Math.max(...sums) : null;
}
