import { sqlText } from '../../context/table-engine';
import { longFormat } from '../../vocabulary';
import { needsNamedTest } from '../long-format';
import type { CellRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Code that is not part of the column's coding. */
export const r05: CellRule = {
  id: 'R05',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Write one of the allowed codes in your file. If the mapping offers the column in the coding of your file, such as 1 = m, 2 = f, choose it. If the code stands for ‘missing’, add it there under ‘Codes for missing values’.',
    de: 'Schreiben Sie einen der erlaubten Codes in Ihre Datei. Bietet die Zuordnung die Spalte in der Codierung Ihrer Datei an, etwa 1 = m, 2 = w, wählen Sie diese. Steht der Code für „fehlend“, geben Sie ihn dort unter „Codes für fehlende Werte“ an.',
  },
  text: {
    en: 'Unknown code "{{v}}" for {{c}}. Allowed: {{a}}.',
    de: 'Unbekannter Code „{{v}}“ für {{c}}. Erlaubt: {{a}}.',
  },
  condition: (column, { missing, spelling }, table) => {
    const { unit } = column;
    // Tests and their units in long format have rules of their own.
    if (!unit.coding || column.target.key === longFormat.name || needsNamedTest(column, table)) return null;
    const spellings = unit.coding.codes.flatMap((code) => code.spellings).map(sqlText);
    // A list, because a long 'in' would become a join per column.
    const unknown = `not ${missing} and not list_contains([${spellings.join(', ')}], ${spelling})`;
    const { pattern } = unit.coding;
    return pattern ? `${unknown} and not regexp_full_match(${spelling}, ${sqlText(pattern)})` : unknown;
  },
  names: (_column, { value }) => ({ v: value }),
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    a: column?.unit.coding?.allowed[language] ?? '',
  }),
};
