import { codeSql } from '../cell-sql';
import { type CheckedColumn, columnOf } from '../checked-table';
import { leastShareRepeated } from '../count-cases';
import { namedTest } from '../long-format';
import type { RowsRule, RuleContext } from '../rule';
import { repeatedRowsSql } from './repeated-rows';

/** Person ID twice at the same time-point, in the same study and, in long format, with the same test and trial. */
export const r10: RowsRule = {
  id: 'R10',
  scope: 'rows',
  kinds: ['raw'],
  overridable: true,
  text: { en: 'Person ID {{v}} occurs again in row {{r}}.', de: 'Personen-ID {{v}} kommt auch in Zeile {{r}} vor.' },
  find: async (look) => {
    const person = columnOf(look.table, 'person_id');
    if (!person || (await look.shareRepeated()) === 0) return [];
    const test = columnOf(look.table, 'test_name');
    const when = columnOf(look.table, 'timepoint') ?? (await dateOfTimePoints(look, test));
    const unit = test?.variants ? columnOf(look.table, 'test_unit') : null;
    const others = [when, columnOf(look.table, 'study_id'), test, columnOf(look.table, 'test_trial')];
    const keyed = [person, ...others.flatMap((column) => column ?? [])];
    // A test may have several names in a file, and several results with units of their own.
    const texts = keyed.map((column) => {
      const { text } = look.cellOf(column);
      return column === test ? `coalesce(${unit ? namedTest.key : codeSql(column)}, ${text})` : text;
    });
    const { missing, value } = look.cellOf(person);
    const columns = unit ? [...keyed, unit] : keyed;
    const sql = repeatedRowsSql(look, { columns, key: texts, except: missing, value, names: { v: value } });
    return [{ column: person, sql }];
  },
};

/** The test date, unless hardly anybody comes again: then the same ID on another day is rather a slip. */
async function dateOfTimePoints(look: RuleContext, test: CheckedColumn | null): Promise<CheckedColumn | null> {
  const date = columnOf(look.table, 'test_date', 'test_year');
  return test || (await look.shareRepeated()) >= leastShareRepeated ? date : null;
}
