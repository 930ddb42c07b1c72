import type { CheckedColumn, CheckedTable } from '../checked-table';
import { farUnit } from '../far-unit';
import { isNamedByTest, namedTarget, namedTest } from '../long-format';
import type { CellRule } from '../rule';
import { inside, numberNames, outside } from './limits';
import { parameterFormatter } from './rule-message';

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
    const ratio = ratioSql(column, table);
    const impossible = outside('hard', column, cell, table);
    const usual = ratio && inside('warn', column, `${cell.number} * ${ratio}`, table);
    return impossible && usual && `${impossible} and ${usual}`;
  },
  // In long format the unit differs from row to row.
  parameters: (column) => ({ b: farUnit(column.target.units, column.unit)?.unit ?? '' }),
  names: (column, cell, table) => ({
    ...numberNames(column, cell, table),
    ...(isNamedByTest(column, table) && { b: namedTest.farUnit }),
    a: `round(${cell.number} * ${ratioSql(column, table) ?? 1}, 6)`,
  }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter('va')(parameters, column, language),
    b:
      (namedTarget(parameters.t ?? '') ?? column?.target)?.units.find(({ unit }) => unit === parameters.b)?.text[
        language
      ] ?? '',
  }),
};

/** Factor to the value that a cell would have in another unit; in long format that of the row's test and unit. */
function ratioSql(column: CheckedColumn, table: CheckedTable): string | null {
  if (isNamedByTest(column, table)) return namedTest.farRatio;
  const far = farUnit(column.target.units, column.unit);
  return far && String(far.ratio);
}
