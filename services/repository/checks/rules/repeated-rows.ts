import type { CheckedColumn } from '../checked-table';
import type { Look, Named } from '../rule';

/** Rows that are told apart by a key. */
export interface RepeatedKey {
  /** SQL expressions that make the key together. */
  key: string[];
  /** Columns whose cells the expressions name. */
  columns: CheckedColumn[];
  /** Rows without a key. */
  except: string;
  value: string;
  names?: Named;
}

/**
 * Statement of the rows whose key an earlier row has; {r} is the first of them. Keys are compared by
 * their 64-bit hash: among 100 million rows the chance of one false pair is below one in a thousand.
 */
export function repeatedRowsSql(look: Look, { key, columns, except, value, names = {} }: RepeatedKey): string {
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
