import type { CheckedColumn } from '../checked-table';
import type { RuleContext, Named } from '../rule';

/** Key by which rows are compared. */
export interface RepeatedKey {
  /** SQL expressions that form the key. */
  key: string[];
  /** Columns whose cells are used in the expressions. */
  columns: CheckedColumn[];
  /** Condition for rows without a key. */
  except: string;
  value: string;
  names?: Named;
}

/**
 * Statement that returns the rows whose key also occurs in an earlier row; {{r}} is the first of them. Keys are compared
 * by their 64-bit hash. Among 100 million rows the chance of one false pair is below one in a thousand.
 */
export function repeatedRowsSql(look: RuleContext, { key, columns, except, value, names = {} }: RepeatedKey): string {
  const rows = look.cells(columns);
  const hash = `hash(${key.join(', ')})`;
  const named = Object.entries(names).map(([name, sql]) => `, ${sql} as ${name}`);
  return `select "row", ${value} as value${named.join('')}, first_row as r
    from (select *, ${hash} as row_key from ${rows} where not (${except})) as rows
    join (select ${hash} as repeated_key, min("row") as first_row from ${rows}
          where not (${except}) group by repeated_key having count(*) > 1) as repeated
      on row_key = repeated_key
    where "row" > first_row`;
}
