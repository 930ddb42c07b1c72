import { columnOf } from '../checked-table';
import { namedTest } from '../long-format';
import type { RowsRule } from '../rule';
import { repeatedRowsSql } from './repeated-rows';
import { groupColumns, measuresOf } from './related-columns';

/**
 * The same group twice with results of the same tests. Rows that add other tests to a group are allowed. Shown at the
 * first column that describes the group.
 */
export const r37: RowsRule = {
  id: 'R37',
  scope: 'rows',
  kinds: ['agg'],
  overridable: true,
  text: { en: 'The same group occurs again in row {{r}}.', de: 'Dieselbe Gruppe kommt auch in Zeile {{r}} vor.' },
  find: (look) => {
    const describing = groupColumns(look.table);
    const [first] = describing;
    // Percentiles in rows repeat every group, which R72 tells once.
    if (!first || look.found().some(({ rule }) => rule === 'R72')) return [];
    const measures = measuresOf(look.table).map((statistics) => [...statistics.values()]);
    const given = measures.map((columns) => {
      const cells = columns.map((column) => `not ${look.cellOf(column).missing}`);
      return `(${cells.join(' or ')})`;
    });
    const texts = describing.map((column) => look.cellOf(column).text);
    // In long format the unit may say which result of the test it is.
    const unit = columnOf(look.table, 'test_name')?.variants ? columnOf(look.table, 'test_unit') : null;
    const sql = repeatedRowsSql(look, {
      key: [...texts.map((text) => `lower(${text})`), ...given, ...(unit ? [namedTest.key] : [])],
      columns: [...describing, ...measures.flat(), ...(unit ? [unit] : [])],
      except: `coalesce(${texts.join(', ')}) is null`,
      value: `concat_ws('; ', ${texts.join(', ')})`,
    });
    return [{ column: first, sql }];
  },
};
