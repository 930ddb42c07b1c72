import type { CellRule } from '../rule';
import { isTimeSql } from '../text-number-sql';

/** Text that looks like a time but is neither seconds nor mm:ss. */
export const r17: CellRule = {
  id: 'R17',
  scope: 'cell',
  kinds: ['raw', 'agg'],
  overridable: false,
  remedy: {
    en: 'Write the time in seconds or as mm:ss in your file.',
    de: 'Schreiben Sie die Zeit in Ihrer Datei in Sekunden oder als mm:ss.',
  },
  text: {
    en: '"{{v}}" is not a valid time (use seconds or mm:ss).',
    de: '„{{v}}“ ist keine gültige Zeit (Sekunden oder mm:ss).',
  },
  condition: ({ target }, { nonNumericText, readable }) =>
    target.isTime && nonNumericText !== null
      ? `case when ${nonNumericText} is not null and not ${readable} then ${isTimeSql(nonNumericText)} end`
      : null,
  names: (_column, { value }) => ({ v: value }),
};
