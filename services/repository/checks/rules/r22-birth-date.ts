import type { Bilingual } from '@domain/language';

import { columnOf } from '../checked-table';
import type { ColumnRule } from '../rule';

/** What becomes of the birth dates: they are replaced by an age, or there is none to publish. */
const outcomes: Record<'age' | 'none', Bilingual> = {
  age: {
    en: 'They will be replaced by the age and not published. Confirm this in a comment.',
    de: 'Sie werden durch das Alter ersetzt und nicht veröffentlicht. Bestätigen Sie das in einem Kommentar.',
  },
  none: {
    en: 'They will not be published. Map the date or year of the tests, too: then the age is published instead. If your file contains neither, explain that in a comment.',
    de: 'Sie werden nicht veröffentlicht. Ordnen Sie auch das Datum oder das Jahr der Tests zu: Dann wird stattdessen das Alter veröffentlicht. Enthält Ihre Datei beides nicht, erklären Sie das in einem Kommentar.',
  },
};

/** Birth dates are mapped. */
export const r22: ColumnRule = {
  id: 'R22',
  scope: 'column',
  kinds: ['raw'],
  overridable: true,
  text: { en: 'Birth dates are personal data. {{a}}', de: 'Geburtsdaten sind personenbezogen. {{a}}' },
  measures: ({ target }) => (target.key === 'birth_date' ? {} : null),
  find: (_column, _measured, { table }) =>
    columnOf(table, 'test_date', 'test_year', 'age_y', 'age_m') ? { a: 'age' } : { a: 'none' },
  formatParameters: ({ a }, _column, language) => ({ a: outcomes[a === 'none' ? 'none' : 'age'][language] }),
};
