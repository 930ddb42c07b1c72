import { sqlText } from '../../context/table-engine';
import { columnOf } from '../checked-table';
import type { RowsRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Name that is none of a motor test, in long format. One problem for all rows with the name, at the first of them. */
export const r63: RowsRule = {
  id: 'R63',
  scope: 'rows',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '"{{v}}" is none of the motor tests (rows: {{n}}). Its results are left out.',
    de: '„{{v}}“ ist keiner der motorischen Tests (Zeilen: {{n}}). Seine Ergebnisse werden weggelassen.',
  },
  find: (look) => {
    const test = columnOf(look.table, 'test_name');
    if (!test) return [];
    const { missing, spelling, value } = look.cellOf(test);
    const known = (test.unit.coding?.codes ?? []).flatMap(({ spellings }) => spellings).map(sqlText);
    const sql = `select min("row") as "row", arg_min(${value}, "row") as value, arg_min(${value}, "row") as v,
        count(*) as n
      from ${look.cells([test])} where not ${missing} and not list_contains([${known.join(', ')}]::varchar[], ${spelling})
      group by ${spelling}`;
    return [{ column: test, sql }];
  },
  formatParameters: parameterFormatter('n'),
};
