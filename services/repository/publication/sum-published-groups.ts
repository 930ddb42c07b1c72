import { sumGroupsSql } from '../checks/sum-groups-sql';
import { jobStatement, sqlName, sqlText, type TableEngine } from '../context/table-engine';
import { vocabulary } from '../vocabulary';
import { allAges } from '../vocabulary/cell-patterns';

/** Columns with numbers of a group that do not tell it from others. */
const results = ['g_age_mean', 'g_age_sd', 'g_n'];
const ages = ['g_age', 'g_age_from', 'g_age_to'];
/** Columns with what the same people may have several of. */
const repeated = ['test_name', 'timepoint'];

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
  const numberOf = (...names: string[]) => {
    const given = names.filter((name) => keys.has(name)).map(sqlName);
    return given.length > 0 ? `coalesce(${given.join(', ')})` : 'null';
  };
  const texts = (names: string[]) => names.filter((name) => keys.has(name)).map((name) => lowerText(name));
  const others = [...keys].filter(
    (key) => (key.startsWith('g_') || key === 'study_id') && ![...results, ...ages, 'g_sex'].includes(key),
  );
  const all = `[${allAges.map(sqlText).join(', ')}]`;
  const sums: number[] = [];
  for (const key of counted) {
    const statement = sumGroupsSql({
      rows: parquet,
      n: sqlName(key),
      sex: keys.has('g_sex') ? `nullif(${sqlName('g_sex')}, 'all')` : 'null',
      from: numberOf('g_age_from', 'g_age'),
      to: numberOf('g_age_to', 'g_age'),
      properties: texts(others).map((text) => `case when not list_contains(${all}, ${text}) then ${text} end`),
      repeated: texts(repeated),
    });
    const [row] = await tables.all(statement, [], jobStatement);
    sums.push(Math.round(Number(row?.n ?? 0)));
  }
  return sums.length > 0 ? Math.max(...sums) : null;
}

function lowerText(key: string): string {
  return `lower(cast(${sqlName(key)} as varchar))`;
}
