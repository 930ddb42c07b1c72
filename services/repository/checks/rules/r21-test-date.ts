import { sqlText } from '../../context/table-engine';
import { columnOf } from '../checked-table';
import { withinYears } from '../date-sql';
import type { RowRule } from '../rule';

/** Test date before the birth date (or month), or after the day of the check. Shown at the test date. */
export const r21: RowRule = {
  id: 'R21',
  scope: 'row',
  kinds: ['raw'],
  overridable: false,
  remedy: { en: 'Correct the date in your file.', de: 'Korrigieren Sie das Datum in Ihrer Datei.' },
  text: {
    en: 'Test date {{v}} is before the birth date or in the future.',
    de: 'Testdatum {{v}} liegt vor dem Geburtsdatum oder in der Zukunft.',
  },
  find: (table, cellOf) => {
    const test = columnOf(table, 'test_date');
    if (!test) return [];
    const birth = columnOf(table, 'birth_date', 'birth_month');
    const tested = cellOf(test).dates?.date ?? 'null';
    const impossible = [`${tested} > date ${sqlText(table.today)}`];
    const born = birth && cellOf(birth).dates;
    if (born) impossible.push(`${tested} < coalesce(${born.date}, ${withinYears(born.month)})`);
    const condition = impossible.join(' or ');
    return [{ column: test, others: birth ? [birth] : [], condition, names: { v: cellOf(test).value } }];
  },
};
