import { type StatementOptions, type TableEngine, textOrNull } from '../context/table-engine';
import { longFormat, resultOfTrial } from '../vocabulary';
import {
  exactAgeSql,
  isLongFormat,
  isTrialSql,
  type LocalTable,
  namedResultSql,
  type ReadableTable,
} from './published-results';

/** What a person has in common in all rows, and what the rows of an occasion have in common. */
const factsOfPerson = ['sex', 'age_y', 'age_m'];
const factsOfOccasion = ['test_date', 'test_year', 'timepoint', 'country', 'state'];

/**
 * Published tables as norms and distributions read them. In long format a trial that is named in the test ('slj.t1') stands
 * in the column of trials, and `filledTable` holds.
 */
export async function readableTables(
  engine: TableEngine,
  tables: readonly LocalTable[],
  options: StatementOptions,
): Promise<ReadableTable[]> {
  const readable: ReadableTable[] = [];
  for (const table of tables) {
    const names = isLongFormat(table.keys) ? await namesIn(engine, table, options) : [];
    const apart = names.some((name) => resultOfTrial(name) !== null) ? withTrialsApart(table) : table;
    const named = new Set(names.map((name) => resultOfTrial(name) ?? name));
    readable.push({ ...(await filledTable(engine, apart, options)), named, unfilled: apart.rows });
  }
  return readable;
}

async function namesIn(engine: TableEngine, { rows }: LocalTable, options: StatementOptions): Promise<string[]> {
  const found = await engine.all(`select distinct ${longFormat.name} as name from ${rows}`, [], options);
  return found.flatMap(({ name }) => textOrNull(name) ?? []);
}

function withTrialsApart(table: LocalTable): LocalTable {
  const { rows, keys } = table;
  const { name, trial } = longFormat;
  const own = keys.has(trial) ? trial : 'cast(null as double)';
  const named = `case when ${isTrialSql} then cast(right(${name}, 1) as double) else ${own} end as ${trial}`;
  const result = `${namedResultSql} as ${name}`;
  const columns = keys.has(trial) ? `* replace (${result}, ${named})` : `* replace (${result}), ${named}`;
  return { ...table, keys: new Set([...keys, trial]), rows: `(select ${columns} from ${rows})` };
}

/**
 * A published table in which, in long format, what only some rows of a person tell holds for all of them if these agree: sex
 * and completed years of age, and within a year of age the occasion. `joinRows` does the same with a class. Rows that
 * everybody may see and those that nobody may see tell nothing about each other.
 */
export async function filledTable(
  engine: TableEngine,
  table: LocalTable,
  options: StatementOptions,
): Promise<LocalTable> {
  const { keys, rows, openRows } = table;
  if (!keys.has('person_id') || !isLongFormat(keys)) return table;
  const [ofPerson, ofOccasion] = [factsOfPerson, factsOfOccasion].map((facts) => facts.filter((key) => keys.has(key)));
  const age = exactAgeSql(keys);
  const sex = keys.has('sex') ? ['sex'] : [];
  const told = [...(age === null ? [] : [age]), ...sex, ...ofOccasion!];
  if (told.length === 0) return table;
  const gaps = told.map((fact) => `count(${fact}) between 1 and count(*) - 1`).join(' or ');
  const [found] = await engine.all(`select ${gaps} as gaps from ${rows}`, [], options);
  // Most tables tell a fact in each row or in none, which takes no join to see.
  if (found?.gaps !== true) return table;
  const person = ['person_id', ...(openRows > 0 ? [`file_row_number < ${openRows}`] : [])];
  const occasion = [...person, ...sex, ...(age === null ? [] : [`floor(${age})`])];
  const byPerson = `(${filledSql(rows, ofPerson!, person)})`;
  return { ...table, rows: `(${filledSql(byPerson, ofOccasion!, occasion)})` };
}

/**
 * With the facts that rows do not tell, of the rows with the same `same`; of ages of one year the lowest. A join of what is
 * told takes half the time and memory of a window over all rows.
 */
function filledSql(rows: string, facts: readonly string[], same: readonly string[]): string {
  if (facts.length === 0) return `select * from ${rows}`;
  const told = facts.map((key) => {
    const years = (age: string) => ({ age_y: `floor(${age})`, age_m: `floor(${age} / 12)` })[key] ?? age;
    return `case when ${years(`min(${key})`)} = ${years(`max(${key})`)} then min(${key}) end as ${key}`;
  });
  const isTold = facts.map((key) => `${key} is not null`).join(' or ');
  const names = same.map((sql, at) => `${sql} as same${at}`);
  return `select own.* replace (${facts.map((key) => `coalesce(own.${key}, told.${key}) as ${key}`).join(', ')})
    from ${rows} as own left join (
      select ${[...names, ...told].join(', ')} from ${rows} where person_id is not null and (${isTold}) group by ${same.join(', ')}
    ) as told on ${same.map((sql, at) => `${sql} is not distinct from same${at}`).join(' and ')}`;
}
