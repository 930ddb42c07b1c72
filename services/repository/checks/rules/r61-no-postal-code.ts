import { columnOf } from '../checked-table';
import { countrySql, defaultCountry, isAreaSql, isPostalCodeSql, restoredZeroSql } from '../postal-code-sql';
import type { RowsRule } from '../rule';
import { parameterFormatter } from './rule-message';

/** Text that is not a postal code of its country. The first digits are enough if the whole column has no more. */
export const r61: RowsRule = {
  id: 'R61',
  scope: 'rows',
  kinds: ['raw'],
  overridable: false,
  remedy: {
    en: 'Correct the postal code in your file or leave the cell empty. For codes of other countries, map the column of countries.',
    de: 'Korrigieren Sie die Postleitzahl in Ihrer Datei oder lassen Sie die Zelle leer. Für Postleitzahlen anderer Staaten ordnen Sie die Spalte mit den Staaten zu.',
  },
  text: { en: '"{{v}}" is not a postal code ({{a}}).', de: '„{{v}}“ ist keine Postleitzahl ({{a}}).' },
  find: async (look) => {
    const column = columnOf(look.table, 'postal_code');
    if (!column) return [];
    const found = columnOf(look.table, 'country');
    const country = countrySql(found, look.table.missing);
    const { text, value } = look.cellOf(column);
    const rows = look.cells(found ? [column, found] : [column]);
    const [counts = {}] = await look.ask(
      `select count_if(${isAreaSql(text)}) as areas, count(${text}) as filled from ${rows}`,
    );
    const areasOnly = Number(counts.areas) * 2 > Number(counts.filled);
    const known = [isPostalCodeSql(text, country), `${restoredZeroSql(text, country)} is not null`];
    if (areasOnly) known.push(isAreaSql(text));
    const isCode = known.map((condition) => `coalesce(${condition}, false)`).join(' or ');
    const sql = `select "row", ${value} as value, ${value} as v, ${country} as a from ${rows}
      where ${text} is not null and not (${isCode})`;
    return [{ column, sql }];
  },
  formatParameters: (parameters, column, language) => ({
    ...parameterFormatter()(parameters, column, language),
    a: new Intl.DisplayNames(language, { type: 'region' }).of(parameters.a ?? defaultCountry) ?? '',
  }),
};
