import { jobStatement, type TableEngine } from '../context/table-engine';
import { areRepeated, type LocalTable, resultRowsSql } from '../distributions/published-results';
import { normResults } from './read-results';

/**
 * Number of people by key of the result and code of their sex ('' if unknown), as the page of a data set has them, whether
 * or not norms can be made of them. A person counts once at each age.
 */
export async function countPeople(
  engine: TableEngine,
  tables: readonly LocalTable[],
): Promise<Map<string, Map<string, number>>> {
  const results = normResults(tables);
  const counts = new Map<string, Map<string, number>>();
  if (results.length === 0) return counts;
  const isRepeated = await areRepeated(engine, tables, jobStatement);
  const persons = isRepeated ? 'count(distinct { a: a, person: person })' : 'count(*)';
  const sql = `select p, s, cast(${persons} as double) as n from (${resultRowsSql(results, tables)}) group by p, s`;
  for (const { p, s, n } of await engine.all(sql, [], jobStatement)) {
    const { key } = results[Number(p)]!.target;
    counts.set(key, (counts.get(key) ?? new Map<string, number>()).set(String(s), Number(n)));
  }
  return counts;
}
