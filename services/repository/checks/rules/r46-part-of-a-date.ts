import type { Bilingual } from '@domain/language';

import type { CheckedColumn } from '../checked-table';
import { isYearAloneSql, withinYears } from '../date-sql';
import type { CellSql, ColumnRule, Parameters } from '../rule';
import { parameterFormatter } from './rule-message';

/** Own estimate: from this number and share of the cells on, the whole column holds parts of dates. */
const wholeColumn = { cells: 5, share: 0.5 };

/**
 * Year alone, or month without a day where the day is needed. Where most cells of a column are, one reason applies to all
 * of them.
 */
export const r46: ColumnRule = {
  id: 'R46',
  scope: 'column',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Write the whole date in your file. If you only know months of birth or years of the tests, map the column to ‘Month of birth’ or ‘Test year’. If you only know years of birth, write the age of each person at the test in a column, map that to ‘Age (years)’ and do not import this one.',
    de: 'Schreiben Sie das ganze Datum in Ihre Datei. Kennen Sie nur Geburtsmonate oder Testjahre, ordnen Sie die Spalte „Geburtsmonat“ oder „Testjahr“ zu. Kennen Sie nur Geburtsjahre, schreiben Sie das Alter jeder Person beim Test in eine Spalte, ordnen Sie diese „Alter (Jahre)“ zu und übernehmen Sie die mit den Geburtsjahren nicht.',
  },
  text: { en: '"{{v}}" is only part of a date{{a}}.', de: '„{{v}}“ ist nur ein Teil eines Datums{{a}}.' },
  measures: (column, cell) => {
    const part = partOfDateSql(column, cell);
    return part === null ? null : { parts: `count_if(${part})`, filled: `count(${cell.text})` };
  },
  find: async (column, measured, { ask, cells, cellOf }): Promise<Parameters | null> => {
    if (!measured.parts) return null;
    if (!isWhole(measured)) return {};
    const cell = cellOf(column);
    const part = partOfDateSql(column, cell);
    const [first] = await ask(`select ${cell.value} as v from ${cells([column])} where ${part} order by "row" limit 1`);
    return { v: String(first?.v), n: String(measured.parts - 1) };
  },
  cells: (column, measured, cell) => (isWhole(measured) ? null : partOfDateSql(column, cell)),
  formatParameters: ({ v = '', n }, column, language) => {
    const { n: others } = parameterFormatter()(n === undefined ? {} : { n }, column, language);
    return { v, a: others === undefined ? '' : `${likeOthers[language]} ${others} ${ofColumn[language]}` };
  },
};

const likeOthers: Bilingual = { en: ', like', de: ', wie' };
const ofColumn: Bilingual = { en: 'other cells of this column', de: 'weitere Zellen dieser Spalte' };

function isWhole({ parts = 0, filled = 0 }: Record<string, number>): boolean {
  return parts >= wholeColumn.cells && parts >= wholeColumn.share * filled;
}

/** Condition of a cell that is only part of the date its target needs; null for other targets. */
export function partOfDateSql(column: CheckedColumn, { dates, text }: CellSql): string | null {
  if (!dates) return null;
  const isYear = isYearAloneSql(column);
  const isMonth = `${withinYears(dates.month)} is not null`;
  const part = column.target.type === 'month' ? isYear : `(${isYear} or ${isMonth})`;
  return `coalesce(${text} is not null and ${dates.any} is null and ${part}, false)`;
}
