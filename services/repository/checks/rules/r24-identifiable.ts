import { ageInYears, completedAgeSql } from '../age-sql';
import { columnOf, type CheckedColumn } from '../checked-table';
import type { CellSql, TableRule } from '../rule';
import { listOfTargets } from './rule-message';

/** Own estimate: fewer people who share a combination could be identified. */
const minPersons = 3;

/**
 * People who share sex, age, postal code (the three published digits) and school with fewer than two others. Needs at
 * least two of these columns.
 */
export const r24: TableRule = {
  id: 'R24',
  scope: 'table',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'People who could be identified by {{a}}: {{n}}. Make these columns less detailed.',
    de: 'Personen könnten anhand von {{a}} erkennbar sein (Anzahl: {{n}}). Vergröbern Sie diese Spalten.',
  },
  find: async (look) => {
    const { table, cellOf } = look;
    const found = [['sex'], ['postal_code'], ['school_id']].flatMap((keys) => columnOf(table, ...keys) ?? []);
    const parts = found.map((column): Part => ({ key: column.target.key, sql: coarse(column, cellOf(column)) }));
    const age = ageInYears(table, cellOf);
    if (age) parts.splice(parts[0]?.key === 'sex' ? 1 : 0, 0, { key: ageKey(age.columns), sql: publishedYears(age) });
    if (parts.length < 2) return [];
    const person = columnOf(table, 'person_id');
    const combination = parts.map(({ sql }, index) => `${sql} as key${index}`).join(', ');
    const rows = look.cells([...(person ? [person] : []), ...found, ...(age?.columns ?? [])]);
    // Telling people apart is slow and only needed where some have several rows.
    const isRepeated = (await look.shareRepeated()) > 0;
    const once = person && isRepeated ? `distinct ${cellOf(person).text} as person,` : '';
    const isPerson = person ? `not ${cellOf(person).missing}` : 'true';
    const persons = `(select ${once} ${combination} from ${rows} where ${isPerson})`;
    const keys = parts.map((_, index) => `key${index}`).join(', ');
    const [row] = await look.ask(
      `select sum(persons) as n from (select count(*) as persons from ${persons}
       group by ${keys} having persons < ${minPersons})`,
    );
    const n = Number(row?.n ?? 0);
    const a = parts.map(({ key }) => key).join(',');
    return n > 0 ? [{ column: null, parameters: { n: String(n), a } }] : [];
  },
  formatParameters: ({ n = '', a = '' }, _column, language) => ({ n, a: listOfTargets(a, language) }),
};

/** What is known about a person: a target and the SQL for its published value. */
interface Part {
  key: string;
  sql: string;
}

/** Target of the age, whether it is given or computed. */
function ageKey([first]: CheckedColumn[]): string {
  return first?.target.key === 'age_m' ? 'age_m' : 'age_y';
}

/** Ages in the detail in which they are published. */
function publishedYears({ years, columns: [, test] }: { years: string; columns: CheckedColumn[] }): string {
  return test ? completedAgeSql(years, test) : years;
}

function coarse({ target }: CheckedColumn, { text, number, spelling }: CellSql): string {
  if (target.type === 'code') return spelling;
  if (target.type === 'number') return number;
  return target.key === 'postal_code' ? `left(${text}, 3)` : text;
}
