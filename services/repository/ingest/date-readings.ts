import type { ParseOptions } from '@domain/api/readings';
import type { ColumnMeasures, DateReading } from '@domain/column-info';

import { dayGroups, dayShape } from '../vocabulary/date-shapes';
import { datedRowsSql, daySql, withinYears } from '../checks/date-sql';
import {
  jobStatement,
  sqlText,
  type SqlRow,
  type StatementOptions,
  type TableEngine,
  textOrNull,
} from '../context/table-engine';

/** What is known about the dates of a table besides its cells. */
export interface DateHints {
  /** Order chosen by the owner; null = decided for each column. */
  order?: ParseOptions['dateOrder'];
  /** Year in which the numbered days of a workbook begin. */
  epoch?: DateReading['epoch'];
  /** The file is written as in German, where the day comes first. */
  isGerman?: boolean;
}

/** Whether a cell is written as a day: it begins with a digit, or has several words, as in 'Mo 3.4.12' and 'May 3, 2012'. */
export function isDaySql(column: string): string {
  const isShort = `length(${column}) between 6 and 50`;
  const isLikely = `(${column} < ':' or contains(${column}, ' ') or contains(${column}, ','))`;
  return `(${isShort} and ${isLikely} and regexp_matches(lower(trim(${column})), ${sqlText(dayShape)}))`;
}

/** Relation of the rows that are looked at. */
interface Rows {
  tables: TableEngine;
  from: string;
}

/**
 * Decides how the dates of the columns at `positions` are read, from all columns together: by days above 12, else by a
 * form that is only written one way, by the other columns, by the language of the file. Positions without such dates
 * are left out.
 */
export async function readDateReadings(
  rows: Rows,
  positions: number[],
  { order = null, epoch = 1900, isGerman = false }: DateHints,
): Promise<Map<number, DateReading>> {
  const forms = new Map<number, Forms>();
  for (const position of positions) {
    const found = await countForms(rows, position);
    if (found) forms.set(position, found);
  }
  const proven = new Set([...forms.values()].flatMap((form) => provenOrder(form) ?? []));
  const [only] = proven.size === 1 ? [...proven] : [];
  const decide = (form: Forms): Pick<DateReading, 'order' | 'by'> => {
    const own = provenOrder(form);
    if (order !== null) return { order, by: form.numeric > 0 ? 'choice' : 'form' };
    if (own) return { order: own, by: 'values' };
    if (form.open === 0) return { order: 'day-first', by: 'form' };
    if (only) return { order: only, by: 'columns' };
    return { order: 'day-first', by: isGerman ? 'language' : 'nothing' };
  };
  return new Map(
    [...forms].map(([i, form]) => [i, { ...decide(form), middleYear: middleYear(form.shortYears), epoch }]),
  );
}

/** How the dates of a column are written. */
interface Forms {
  /** Cells in which day and month are both numbers before the year. */
  numeric: number;
  /** Of these, those whose first or second number is above 12. */
  firstAbove: number;
  secondAbove: number;
  /** Cells that could be read both ways and are not separated by dots. */
  open: number;
  /** Number of cells by year of two digits. */
  shortYears: Map<number, number>;
}

async function countForms({ tables, from }: Rows, i: number): Promise<Forms | null> {
  const text = `lower(trim(c${i}))`;
  const groups = `[${dayGroups.map(sqlText).join(', ')}]`;
  const rows = await tables.all(
    `select first > 12 as first_above, second > 12 as second_above, dotted, short, sum(n) as n from (
       select n, try_cast(concat(x.first, x.first6) as integer) as first,
         try_cast(concat(x.second, x.second6) as integer) as second,
         regexp_matches(${text}, '^[^0-9]*[0-9]{1,2}\\s*[.]') as dotted,
         case length(concat(x.year2, x.year3)) when 2 then cast(concat(x.year2, x.year3) as integer) end as short
       from (select c${i}, n, regexp_extract(${text}, ${sqlText(dayShape)}, ${groups}) as x
         from (select c${i}, count(*) as n from ${from} group by all) where ${isDaySql(`c${i}`)}))
     where first is not null or short is not null group by all`,
    [],
    jobStatement,
  );
  return rows.length === 0 ? null : formsOf(rows);
}

function formsOf(rows: SqlRow[]): Forms {
  const sum = (holds: (row: SqlRow) => boolean) =>
    rows.reduce((total, row) => total + (holds(row) ? Number(row.n) : 0), 0);
  const isNumeric = (row: SqlRow) => row.first_above !== null;
  const shortYears = new Map<number, number>();
  for (const { short, n } of rows) {
    if (short !== null && short !== undefined) {
      shortYears.set(Number(short), (shortYears.get(Number(short)) ?? 0) + Number(n));
    }
  }
  return {
    numeric: sum(isNumeric),
    firstAbove: sum((row) => row.first_above === true && row.second_above === false),
    secondAbove: sum((row) => row.second_above === true && row.first_above === false),
    open: sum((row) => row.first_above === false && row.second_above === false && row.dotted === false),
    shortYears,
  };
}

/** Own estimate: a smaller share of days above 12 may be typing errors, because they are 60 % of all days. */
const provenShare = 0.02;

function provenOrder({ numeric, firstAbove, secondAbove }: Forms): DateReading['order'] | null {
  if (Math.max(firstAbove, secondAbove) <= provenShare * numeric || firstAbove === secondAbove) return null;
  return firstAbove > secondAbove ? 'day-first' : 'month-first';
}

const century = 100;

/** The year from which those of two digits are least far away, in the latest possible century; null if there are none. */
function middleYear(years: ReadonlyMap<number, number>): number | null {
  const distance = (a: number, b: number) => Math.min((a - b + century) % century, (b - a + century) % century);
  const away = (middle: number) =>
    [...years].reduce((total, [year, count]) => total + distance(year, middle) * count, 0);
  const [middle] = [...years.keys()].toSorted((a, b) => away(a) - away(b) || a - b);
  if (middle === undefined) return null;
  const thisYear = new Date().getFullYear();
  const latest = thisYear - (thisYear % century) + middle;
  return latest > thisYear ? latest - century : latest;
}

/** Ranges of the dates of columns that are read with `readings`, as ISO 8601. */
export async function readDateRanges(
  { tables, from }: Rows,
  readings: ReadonlyMap<number, DateReading>,
  options: StatementOptions,
): Promise<Map<number, Pick<ColumnMeasures, 'min' | 'max'>>> {
  if (readings.size === 0) return new Map();
  const columns = [...readings].map(([position, dates]) => ({ position, dates }));
  const measures = columns.map((column) => {
    const { position } = column;
    const day = withinYears(daySql(column, 'current_date'));
    return `cast(min(${day}) as varchar) as a${position}, cast(max(${day}) as varchar) as b${position}`;
  });
  const [row = {}] = await tables.all(`select ${measures.join(', ')} from ${datedRowsSql(from, columns)}`, [], options);
  return new Map(
    [...readings.keys()].map((i) => [i, { min: textOrNull(row[`a${i}`]), max: textOrNull(row[`b${i}`]) }]),
  );
}
