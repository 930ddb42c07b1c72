import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Age from that is above age to. Shown at age from. */
export const r36: RowRule = {
  id: 'R36',
  scope: 'row',
  kinds: ['agg'],
  overridable: false,
  remedy: { en: 'Correct the ages in your file.', de: 'Korrigieren Sie die Altersangaben in Ihrer Datei.' },
  text: {
    en: '‘Age from’ ({{a}}) is higher than ‘Age to’ ({{b}}).',
    de: '„Alter von“ ({{a}}) ist größer als „Alter bis“ ({{b}}).',
  },
  find: (table, cellOf) => {
    const [from, to] = ['g_age_from', 'g_age_to'].map((key) => columnOf(table, key));
    if (!from || !to) return [];
    const [a, b] = [cellOf(from).number, cellOf(to).number];
    return [{ column: from, others: [to], condition: `${a} > ${b}`, names: { a, b } }];
  },
  formatParameters: parameterFormatter('ab'),
};
