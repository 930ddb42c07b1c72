import type { ColumnRule } from '../rule';
import { areAllInside, inside } from './limits';
import { parameterFormatter } from './rule-message';

/**
 * Units that are easily confused, by default unit of the target, with their conversion factors. Their names are the
 * same in both languages.
 */
const confusedUnits: Record<string, Record<string, number>> = {
  cm: { cm: 1, m: 100 },
  m: { m: 1, cm: 0.01, mm: 0.001, km: 1000 },
  s: { s: 1, min: 60, ms: 0.001 },
  min: { min: 1, s: 1 / 60 },
  kg: { kg: 1, g: 0.001, N: 1 / 9.80665 },
};
/** Own estimates: fewer values may be mistakes, and the minimum share of values that fit the other unit. */
const minValues = 5;
const minFit = 0.8;

/** Most values are outside the warning bounds but would be within them in another unit. */
export const r13: ColumnRule = {
  id: 'R13',
  scope: 'column',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: '{{c}}: the values look like {{a}}, not {{u}}. Check whether the unit is correct.',
    de: '{{c}}: Die Werte sehen nach {{a}} statt {{u}} aus. Sehen Sie nach, ob die Einheit stimmt.',
  },
  measures: (column, { number }, table) => {
    const fits = candidatesOf(column.target).length > 0 && inside('warn', column, number, table);
    const scale = column.target.statistic?.scale ?? 'position';
    return fits && scale === 'position' && !areAllInside('warn', column, table)
      ? { values: `count(${number})`, fit: `count_if(${fits})` }
      : null;
  },
  find: async (column, { values = 0, fit = 0 }, look) => {
    if (values < minValues || fit * 2 >= values) return null;
    const candidates = candidatesOf(column.target).filter(([unit]) => unit !== column.unit.unit);
    const counts = candidates.map(([, factor], index) => {
      const number = `(n${column.position} * ${factor})`;
      return `count_if(${inside('warn', column, number, look.table)}) as fit${index}`;
    });
    const [row] = await look.ask(
      `select ${counts.join(', ')} from ${look.cells([column])} where not ${look.cellOf(column).missing}`,
    );
    const [best] = candidates
      .map(([unit], index) => ({ unit, fit: Number(row?.[`fit${index}`]) }))
      .toSorted((a, b) => b.fit - a.fit);
    return best && best.fit >= values * minFit ? { a: best.unit } : null;
  },
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    u: column?.unit.text[language] ?? '',
  }),
};

function candidatesOf({ units }: { units: { unit: string }[] }): [unit: string, factor: number][] {
  return Object.entries(confusedUnits[units[0]?.unit ?? ''] ?? {});
}
