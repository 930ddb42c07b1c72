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
    en: 'A time for 6 m and a distance below 6 m cannot both be right.',
    de: 'Eine Zeit für 6\u00a0m und eine Strecke unter 6\u00a0m schließen sich aus.',
  },
  find: (table, cellOf) => {
    const [time, distance] = ['walkbacktime', 'walkbackdist'].map((key) => columnOf(table, key));
    if (!time || !distance) return [];
    const condition = `${cellOf(time).number} is not null and ${cellOf(distance).number} < ${courseMetres}`;
    return [{ column: distance, others: [time], condition, names: {} }];
  },
};
