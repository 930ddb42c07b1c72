import type { CheckedColumn } from '../checked-table';
import type { Finding, TableRule } from '../rule';

/** Two columns mapped to the same target. Each later column is reported with the first one. */
export const r39: TableRule = {
  id: 'R39',
  scope: 'table',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Choose another target for one of the two columns in the mapping.',
    de: 'Wählen Sie in der Zuordnung für eine der beiden Spalten ein anderes Ziel.',
  },
  text: { en: '{{a}} and {{b}} are mapped to the same target.', de: '{{a}} und {{b}} sind demselben Ziel zugeordnet.' },
  find: ({ table: { columns } }) => {
    const first = new Map<string, CheckedColumn>();
    const findings: Finding[] = [];
    for (const column of columns) {
      const { key, type } = column.target;
      if (type === 'none') continue;
      const earlier = first.get(key);
      if (!earlier) first.set(key, column);
      else findings.push({ column: column.position, parameters: { a: earlier.name, b: column.name } });
    }
    return findings;
  },
  formatParameters: ({ a = '', b = '' }) => ({ a, b }),
};
