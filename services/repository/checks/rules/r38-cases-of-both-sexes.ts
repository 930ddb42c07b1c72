import { codeSql } from '../cell-sql';
import { columnOf } from '../checked-table';
import type { RowsRule } from '../rule';
import { groupColumns, measuresOf } from './related-columns';
import { parameterFormatter } from './rule-message';

/** Number of cases of both sexes that differs from the sum of the single sexes. Shown at the n of both sexes. */
export const r38: RowsRule = {
  id: 'R38',
  scope: 'rows',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: 'The numbers of cases in the groups add up to {{a}}, not {{v}}.',
    de: 'Die Fallzahlen der Gruppen ergeben zusammen {{a}}, nicht {{v}}.',
  },
  find: (look) => {
    const sex = columnOf(look.table, 'g_sex');
    if (!sex) return [];
    const describing = groupColumns(look.table, false);
    const group = ['true', ...describing.map((column) => `lower(${look.cellOf(column).text})`)].join(', ');
    // Several measures may share one n.
    const counted = new Set(measuresOf(look.table).flatMap((statistics) => statistics.get('n') ?? []));
    return [...counted].map((cases) => {
      const { number, value } = look.cellOf(cases);
      const sql = `select "row", concat_ws('; ', cell_value, a) as value, v, a from (
          select "row", code, ${value} as cell_value, ${number} as v,
            sum(case when code <> 'all' then ${number} end) over same as a,
            count(distinct case when code in ('m', 'f') then code end) over same as sexes,
            bool_or(${look.hit(cases, 'refused')}) over same as is_refused
          from (select *, ${codeSql(sex)} as code from ${look.cells([sex, cases, ...describing])})
          where ${number} is not null
          window same as (partition by ${group}))
        where code = 'all' and sexes = 2 and a <> v and not is_refused`;
      return { column: cases, sql };
    });
  },
  formatParameters: parameterFormatter('va'),
};
