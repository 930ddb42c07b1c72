import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';

/** Birth on the day of the test. Shown at the birth. */
export const r47: RowRule = {
  id: 'R47',
  scope: 'row',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Correct the date of birth or the test date in your file.',
    de: 'Korrigieren Sie das Geburts- oder das Testdatum in Ihrer Datei.',
  },
  text: { en: 'Date of birth {{v}} is the day of the test.', de: 'Geburtsdatum {{v}} ist der Tag des Tests.' },
  find: (table, cellOf) => {
    const [birth, test] = [columnOf(table, 'birth_date'), columnOf(table, 'test_date')];
    if (!birth || !test) return [];
    const condition = `${cellOf(birth).dates?.date} = ${cellOf(test).dates?.date}`;
    return [{ column: birth, others: [test], condition, names: { v: cellOf(birth).value } }];
  },
};
