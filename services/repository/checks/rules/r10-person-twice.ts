import { codeSql } from '../cell-sql';
import { columnOf } from '../checked-table';
import type { RowsRule } from '../rule';
import { repeatedRowsSql } from './repeated-rows';
import { parameterFormatter } from './rule-message';

/** Person ID twice at the same time-point, in the same study and, in long format, with the same test and trial. */
export const r10: RowsRule = {
  id: 'R10',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: { en: 'Person ID {{v}} occurs again in row {{r}}.', de: 'Personen-ID {{v}} kommt auch in Zeile {{r}} vor.' },
  formatParameters: parameterFormatter('r'),
  find: (look) => {
    const person = columnOf(look.table, 'person_id');
    if (!person) return [];
    const when = columnOf(look.table, 'timepoint', 'test_date', 'test_year');
    const test = columnOf(look.table, 'test_name');
    const others = [when, columnOf(look.table, 'study_id'), test, columnOf(look.table, 'test_trial')];
    const columns = [person, ...others.flatMap((column) => column ?? [])];
    // A test may have several names in a file.
    const texts = columns.map((column) => {
      const { text } = look.cellOf(column);
      return column === test ? `coalesce(${codeSql(column)}, ${text})` : text;
    });
    const { missing, value } = look.cellOf(person);
    const sql = repeatedRowsSql(look, { columns, key: texts, except: missing, value, names: { v: value } });
    return [{ column: person, sql }];
  },
};
