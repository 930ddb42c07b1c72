import { birthOf } from '../age-sql';
import { codeSql } from '../cell-sql';
import { type CheckedColumn, columnOf } from '../checked-table';
import type { RowsRule, RuleContext } from '../rule';

/** What stays the same in all rows of a person. */
const constants = ['sex', 'birth_date', 'birth_month'];

/** Two sexes or two dates of birth of one person. Shown once per person, at the first row that differs. */
export const r70: RowsRule = {
  id: 'R70',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: '{{c}}: person {{v}} has {{a}} here and {{b}} in row {{r}}.',
    de: '{{c}}: Person {{v}} hat hier {{a}} und in Zeile {{r}} {{b}}.',
  },
  find: async (look) => {
    const person = columnOf(look.table, 'person_id');
    const columns = constants.flatMap((key) => columnOf(look.table, key) ?? []);
    if (!person || columns.length === 0 || (await look.shareRepeated()) === 0) return [];
    return columns.map((column) => ({ column, sql: differingSql(look, person, column) }));
  },
};

/** Statement that compares the rows of people who have several values. People are found by the hash of their ID. */
function differingSql(look: RuleContext, person: CheckedColumn, column: CheckedColumn): string {
  const cell = look.cellOf(column);
  const fact = column.target.key === 'birth_date' ? cell.dates?.date : birthOf(cell);
  const rows = `(select "row", ${look.cellOf(person).text} as id, ${cell.value} as written,
      ${column.target.key === 'sex' ? codeSql(column) : fact} as fact from ${look.cells([person, column])})`;
  const present = 'id is not null and fact is not null';
  return `with found as (select "row", id, written, fact from ${rows} where ${present} and hash(id) in (
        select hash(id) from ${rows} where ${present} group by hash(id) having min(hash(fact)) <> max(hash(fact)))),
      first_rows as (select id, min("row") as first_row, arg_min(fact, "row") as first_fact,
        arg_min(written, "row") as first_written from found group by id)
    select min("row") as "row", arg_min(written, "row") as value, id as v, arg_min(written, "row") as a,
      any_value(first_written) as b, any_value(first_row) as r
    from found join first_rows using (id) where fact <> first_fact group by id`;
}
