import { missingSql } from '../cell-sql';
import type { CheckedColumn, CheckedTable } from '../checked-table';
import type { CellRule } from '../rule';

/**
 * Empty cell in a key column: person ID, or the n of an aggregated measure. A group that did not take a test has
 * neither n nor results, so its n may be empty.
 */
export const r07: CellRule = {
  id: 'R07',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: { en: 'Fill in the cell in your file.', de: 'Füllen Sie die Zelle in Ihrer Datei aus.' },
  text: { en: 'Missing value in {{c}}.', de: 'Fehlender Wert in {{c}}.' },
  condition: (column, { missing }, table) => {
    if (!column.target.required) return null;
    const results = resultsOfMeasure(column, table);
    if (results.length === 0) return missing;
    const given = results.map((other) => `not ${missingSql(other, table.missing)}`);
    return `${missing} and (${given.join(' or ')})`;
  },
};

function resultsOfMeasure(column: CheckedColumn, table: CheckedTable): CheckedColumn[] {
  const measure = column.target.statistic?.measure;
  if (measure === undefined) return [];
  return table.columns.filter(
    ({ position, target }) => position !== column.position && target.statistic?.measure === measure,
  );
}
