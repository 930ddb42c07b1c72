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
    const found = [['sex'], ['age_y', 'age_m'], ['postal_code'], ['school_id']].map((keys) =>
      columnOf(look.table, ...keys),
    );
    const columns = found.flatMap((column) => column ?? []);
    if (columns.length < 2) return [];
    const person = columnOf(look.table, 'person_id');
    const combination = columns.map((column) => coarse(column, look.cellOf(column)));
    const rows = look.cells(person ? [person, ...columns] : columns);
    const persons = person
      ? `(select distinct ${look.cellOf(person).text} as person, ${combination.join(', ')} from ${rows}
          where not ${look.cellOf(person).missing})`
      : `(select ${combination.join(', ')} from ${rows})`;
    const keys = columns.map(({ position }) => `key${position}`).join(', ');
    const [row] = await look.ask(
      `select sum(persons) as n from (select count(*) as persons from ${persons}
       group by ${keys} having persons < ${minPersons})`,
    );
    const n = Number(row?.n ?? 0);
    const a = columns.map(({ target }) => target.key).join(',');
    return n > 0 ? [{ column: null, parameters: { n: String(n), a } }] : [];
  },
  formatParameters: ({ n = '', a = '' }, _column, language) => ({ n, a: listOfTargets(a, language) }),
};

function coarse({ target, position }: CheckedColumn, { text, number, spelling }: CellSql) {
  if (target.type === 'code') return `${spelling} as key${position}`;
  if (target.type === 'number') return `${number} as key${position}`;
  return `${target.key === 'postal_code' ? `left(${text}, 3)` : text} as key${position}`;
}
