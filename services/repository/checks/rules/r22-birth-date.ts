import type { ColumnRule } from '../rule';

/** Birth dates are mapped. */
export const r22: ColumnRule = {
  id: 'R22',
  scope: 'column',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Birth dates are personal data. They will be replaced by the age and not published. Confirm this in a comment.',
    de: 'Geburtsdaten sind personenbezogen. Sie werden durch das Alter ersetzt und nicht veröffentlicht. Bestätigen Sie das in einem Kommentar.',
  },
  measures: ({ target }) => (target.key === 'birth_date' ? {} : null),
  find: () => ({}),
};
