import type { Bilingual } from '@domain/language';

import type { CheckedColumn } from '../checked-table';
import type { TableRule } from '../rule';

/** Search criteria besides text, and the targets that provide them. */
const searchedBy: Record<string, { name: Bilingual; answers: (column: CheckedColumn) => boolean }> = {
  tests: {
    name: { en: 'motor tests', de: 'motorische Tests' },
    answers: ({ target }) => target.isResult || target.key === 'test_name',
  },
  sex: { name: { en: 'sex', de: 'Geschlecht' }, answers: ({ target }) => ['sex', 'g_sex'].includes(target.key) },
  age: {
    name: { en: 'age', de: 'Alter' },
    answers: ({ target }) =>
      ['age_y', 'age_m', 'birth_date', 'birth_month'].includes(target.key) ||
      ['g_age', 'g_age_from', 'g_age_to', 'g_age_mean'].includes(target.key) ||
      (target.statistic?.measure === 'age_y' && target.statistic.scale === 'position'),
  },
};

/** No column for one of the search criteria. One problem names all that are missing. */
export const r40: TableRule = {
  id: 'R40',
  scope: 'table',
  kinds: ['raw', 'agg'],
  overridable: true,
  text: {
    en: 'No column is mapped for: {{a}}. A search for this will not find the data set.',
    de: 'Keine Spalte zugeordnet für: {{a}}. Die Suche danach findet den Datensatz nicht.',
  },
  find: ({ table: { columns } }) => {
    const lacking = Object.entries(searchedBy).flatMap(([name, { answers }]) => (columns.some(answers) ? [] : [name]));
    const a = lacking.join(',');
    return a === '' ? [] : [{ column: null, parameters: { a } }];
  },
  formatParameters: ({ a = '' }, _column, language) => {
    const names = a.split(',').flatMap((name) => searchedBy[name]?.name[language] ?? []);
    return { a: new Intl.ListFormat(language, { type: 'disjunction' }).format(names) };
  },
};
