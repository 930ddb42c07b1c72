import { parquetSql, type StatementOptions, type TableEngine } from '../context/table-engine';
import { exactAgeSql, isLongFormat, type LocalTable } from '../distributions/published-results';

/** What a person has in common in all rows, and what the rows of an occasion have in common. */
const factsOfPerson = ['sex', 'age_y', 'age_m'];
const factsOfOccasion = ['test_date', 'test_year', 'timepoint', 'country', 'state'];

/**
 * Relation of the rows of a published table, with file_row_number. In long format, what only some rows of a person tell
 * holds for all of them if these agree: sex and completed years of age, and within a year of age the occasion. `joinRows`
 * does the same with a class.
 */
export async function filledRows(
  engine: TableEngine,
  { keys, path }: LocalTable,
  options: StatementOptions,
): Promise<string> {
  const rows = parquetSql(path);
  const age = exactAgeSql(keys);
  if (age === null || !keys.has('sex') || !keys.has('person_id') || !isLongFormat(keys)) return rows;
  const [ofPerson, ofOccasion] = [factsOfPerson, factsOfOccasion].map((facts) => facts.filter((key) => keys.has(key)));
  const gaps = [age, 'sex', ...ofOccasion!].map((fact) => `count(${fact}) between 1 and count(*) - 1`).join(' or ');
  const [found] = await engine.all(`select ${gaps} as gaps from ${rows}`, [], options);
  // Most tables tell a fact in each row or in none, which takes no sorting to see.
  if (found?.gaps !== true) return rows;
  const byPerson = filledSql(rows, ofPerson!, 'person_id');
  return `(${filledSql(`(${byPerson})`, ofOccasion!, `person_id, sex, floor(${age})`)})`;
}

/** With the facts that rows do not tell, of the rows of the same person; of ages of one year the lowest. */
function filledSql(rows: string, facts: readonly string[], same: string): string {
  const filled = facts.map((key) => {
    const [least, most] = ['min', 'max'].map((end) => `${end}(${key}) over same`);
    const years = (age: string) => ({ age_y: `floor(${age})`, age_m: `floor(${age} / 12)` })[key] ?? age;
    const isAgreed = `person_id is not null and ${years(least!)} = ${years(most!)}`;
    return `coalesce(${key}, case when ${isAgreed} then ${least} end) as ${key}`;
  });
  if (filled.length === 0) return `select * from ${rows}`;
  return `select * replace (${filled.join(', ')}) from ${rows} window same as (partition by ${same})`;
}
