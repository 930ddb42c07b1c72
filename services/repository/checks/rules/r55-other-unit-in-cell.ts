import { isNamedByTest } from '../long-format';
import type { CheckedColumn, CheckedTable } from '../checked-table';
import type { CellRule } from '../rule';
import { inside, outside } from './limits';
import { parameterFormatter } from './rule-message';

/** Units that differ by less are mixed up with unusual results: 21.3 cm and 213 mm. */
const minRatio = 100;

/** Impossible value that would be usual in another unit of its target: 1.35 in a column of centimetres. */
export const r55: CellRule = {
  id: 'R55',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Write the value in your file in the unit of the column.',
    de: 'Schreiben Sie den Wert in Ihrer Datei in der Einheit der Spalte.',
  },
  text: {
    en: '{{t}}: {{v}} {{u}} is impossible. The cell may be in {{b}} ({{a}} {{u}}).',
    de: '{{t}}: {{v}}\u00a0{{u}} ist unmöglich. Die Zelle ist vielleicht in {{b}} ({{a}}\u00a0{{u}}).',
  },
  condition: (column, cell, table) => {
    const other = otherUnit(column, table);
    const impossible = outside('hard', column, cell, table);
    const usual = other && inside('warn', column, `${cell.number} * ${other.ratio}`, table);
    return impossible && usual && `${impossible} and ${usual}`;
  },
  parameters: (column, table) => ({ b: otherUnit(column, table)?.unit ?? '' }),
  names: (column, { number }, table) => ({
    v: number,
    a: `round(${number} * ${otherUnit(column, table)?.ratio ?? 1}, 6)`,
  }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter('va')(parameters, column, language),
    b: column?.target.units.find(({ unit }) => unit === parameters.b)?.text[language] ?? '',
  }),
};

/** The first other unit of the target that is much larger or smaller than the unit of the column. */
function otherUnit(column: CheckedColumn, table: CheckedTable): { unit: string; ratio: number } | null {
  if (isNamedByTest(column, table)) return null;
  const { target, unit } = column;
  for (const { unit: other, conversion } of target.units) {
    const { way, factor, offset } = conversion;
    const ratio = factor / unit.conversion.factor;
    const isSimple = way === 'linear' && offset === 0 && unit.conversion.way === 'linear';
    if (isSimple && (ratio >= minRatio || ratio <= 1 / minRatio)) return { unit: other, ratio };
  }
  return null;
}
