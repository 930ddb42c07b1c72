import { columnOf } from '../checked-table';
import type { RowRule } from '../rule';

/** The time is taken for 6 m. If the person does not get that far, the distance is recorded instead. */
const courseMetres = 6;

/** Walking backwards with both a time and a distance below 6 m. Shown at the distance. */
export const r28: RowRule = {
  id: 'R28',
  scope: 'row',
  kinds: ['raw'],
  overridable: true,
  text: {
    en: 'Time and a distance below 6 m exclude each other.',
    de: 'Zeit und eine Strecke unter 6 m schließen sich aus.',
  },
  find: (table, cellOf) => {
    const [time, distance] = ['walkbacktime', 'walkbackdist'].map((key) => columnOf(table, key));
    if (!time || !distance) return [];
    const condition = `${cellOf(time).number} is not null and ${cellOf(distance).number} < ${courseMetres}`;
    return [{ column: distance, others: [time], condition, names: {} }];
  },
};
