import { sqlName, sqlText } from '../context/table-engine';
import type { PublishedTable } from '../store/published-data-sets';
import { longFormat, possibleTrials, vocabulary } from '../vocabulary';

/** Names of helping columns, which no key of the vocabulary has. */
const helping = {
  result: sqlName('column of the result'),
  trial: sqlName('trial of the row'),
  lone: sqlName('row without a person'),
  repetition: sqlName('repetition of the result'),
};

/**
 * Statement for the keys of the columns that the results of a table in long format go to, as `key` (null for rows without
 * a test), and whether rows with them keep a trial, for which that has no column of its own, as `trials`.
 */
export function resultKeysSql(table: PublishedTable, from: string): string {
  return `select ${resultKeySql(table)} as key, bool_or(${trialSql(table)} is not null) as trials from ${from}
    group by all order by key`;
}

/**
 * Statement for the rows of a table in long format with a column for each of these keys: one row for the rows that agree
 * in all columns but test, value, unit and trial. A result that such rows have several times begins a row of its own each
 * time, so no result is lost or merged. `withTrials`: a column says the trial of rows that keep one.
 */
export function unfoldSql(
  table: PublishedTable,
  from: string,
  { keys, withTrials }: { keys: readonly string[]; withTrials: boolean },
): string {
  const { result, trial, lone, repetition } = helping;
  const own = Object.values(longFormat);
  const others = table.columns.map(({ key }) => key).filter((key) => !own.includes(key));
  const kept = others.map(sqlName);
  const group = [lone, trial, repetition, ...kept].join(', ');
  const same = [lone, trial, result, ...kept].join(', ');
  const isLone = others.includes('person_id')
    ? 'case when person_id is null then file_row_number end'
    : 'file_row_number';
  const results = keys.map((key) => `max(test_value) filter (${result} = ${sqlText(key)}) as ${sqlName(key)}`);
  return `with keyed as (
      select *, ${resultKeySql(table)} as ${result}, ${trialSql(table)} as ${trial}, ${isLone} as ${lone} from ${from}),
    numbered as (
      select *, row_number() over (partition by ${same} order by file_row_number) as ${repetition} from keyed)
    select ${[...kept, ...(withTrials ? [`${trial} as ${longFormat.trial}`] : []), ...results].join(', ')}
    from numbered group by ${group} order by min(file_row_number)`;
}

const hasTrials = ({ columns }: PublishedTable) => columns.some(({ key }) => key === longFormat.trial);

/** Tests whose single trials have columns of their own in wide tables, and how many. */
const trialTests = [...vocabulary.targets.raw.keys()].flatMap((key) => (key.endsWith('.t1') ? key.slice(0, -3) : []));

/** Whether a row is a trial that has a column of its own. */
const hasOwnColumn = `test_trial in (${possibleTrials.join(', ')})
  and test_name in (${trialTests.map(sqlText).join(', ')})`;

function resultKeySql(table: PublishedTable): string {
  if (!hasTrials(table)) return 'test_name';
  return `case when ${hasOwnColumn} then concat(test_name, '.t', cast(test_trial as integer)) else test_name end`;
}

/** The trial of a row whose column does not say it. */
function trialSql(table: PublishedTable): string {
  return hasTrials(table) ? `case when ${hasOwnColumn} then null else test_trial end` : 'null';
}
