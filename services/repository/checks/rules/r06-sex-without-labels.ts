import type { ColumnRule } from '../rule';

/**
 * Sex coded as 1 and 2, or 0 and 1, if neither the target's unit nor the file gives their meaning. Explains why the
 * cells are unknown codes (R05), and goes with them once the mapping says what the numbers mean. A comment would be
 * of no use, because the cells could not be published.
 */
export const r06: ColumnRule = {
  id: 'R06',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Choose in the mapping what the numbers mean, such as ‘1 = m, 2 = f’, or write m and f in your file.',
    de: 'Wählen Sie in der Zuordnung, was die Zahlen bedeuten, etwa „1 = m, 2 = w“, oder schreiben Sie m und w in Ihre Datei.',
  },
  text: { en: 'The codes {{a}} for sex are ambiguous.', de: 'Die Codes {{a}} für Geschlecht sind mehrdeutig.' },
  measures: ({ target, unit, info }, { spelling }) => {
    const says = unit.coding?.codes.some(({ spellings }) => spellings.includes('1')) ?? false;
    if (!['sex', 'g_sex'].includes(target.key) || says || info?.valueLabels) return null;
    const counted = (code: number) => `count_if(${spelling} = '${code}')`;
    return { zeros: counted(0), ones: counted(1), twos: counted(2) };
  },
  find: (_column, { zeros, ones, twos }) => {
    if (!ones) return null;
    if (twos) return { a: '1, 2' };
    return zeros ? { a: '0, 1' } : null;
  },
};
