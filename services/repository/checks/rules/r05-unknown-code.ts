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
    en: 'Correct the code in your file, choose the coding that your file uses in the mapping, or add the code there under ‘Codes for missing values’.',
    de: 'Korrigieren Sie den Code in Ihrer Datei, wählen Sie in der Zuordnung die Codierung Ihrer Datei oder geben Sie den Code dort unter „Codes für fehlende Werte“ an.',
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
