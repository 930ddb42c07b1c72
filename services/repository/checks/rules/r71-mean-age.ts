import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimate: years by which a mean age may be outside of the ages of its group, because ages are often those of a school year. */
const tolerance = 1;

/** Ages of which one is not stated. */
const openAges = {
  en: (from: string, to: string) => (from === '' ? `up to ${to}` : `${from} and over`),
  de: (from: string, to: string) => (from === '' ? `bis ${to}` : `ab ${from}`),
};

/** Mean age that the ages of the group exclude. */
export const r71: RowRule = {
  id: 'R71',
  scope: 'row',
  kinds: ['agg'],
  overridable: true,
  text: {
    en: '{{t}}: {{v}} does not fit the ages of the group ({{a}}).',
    de: '{{t}}: {{v}} passt nicht zum Alter der Gruppe ({{a}}).',
  },
  find: (table, cellOf) => {
    const mean = columnOf(table, 'g_age_mean', 'age_y.mean');
    const [from, to] = [columnOf(table, 'g_age_from', 'g_age'), columnOf(table, 'g_age_to', 'g_age')];
    const others = [...new Set([from, to].flatMap((column) => column ?? []))];
    if (!mean || others.length === 0) return [];
    const [v, a, b] = [mean, from, to].map((column) => (column ? cellOf(column).number : 'null'));
    // Ages are in completed years.
    const condition = `(${v} < ${a} - ${tolerance} or ${v} >= floor(${b}) + 1 + ${tolerance})`;
    return [{ column: mean, others, condition, names: { v: v ?? 'null', a: a ?? 'null', b: b ?? 'null' } }];
  },
  formatParameters: (parameters, column, language) => {
    const { a = '', b = '', ...others } = parameterFormatter('vab')(parameters, column, language);
    const isOpen = a === '' || b === '';
    return { ...others, a: isOpen ? openAges[language](a, b) : a === b ? a : `${a}–${b}` };
  },
};
