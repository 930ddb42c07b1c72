import { type Entries, entryValue, type FormEntries } from './form-entries';

/** Id of the form of the page: the choice of the curves, and a single result that is placed. */
export const compareFormId = 'compare-form';

/** Values of the buttons that send a part of it. */
export const compareActs = { show: 'show', place: 'place' } as const;

const prefix = 'standing-';

/** Name of a field about a result. The choice of the curves has fields for test and sex as well. */
export function standingField(name: string): string {
  return prefix + name;
}

/** What was entered about a result, by the names of its fields. */
export function standingEntries(entries: Entries): FormEntries {
  return entries.flatMap(([name, value]): FormEntries =>
    name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
  );
}

/** Fields that only somebody who asks about a result fills in. */
const typedFields = ['value', 'age', 'sex', 'born', 'tested'];

/** Whether anything about a result was typed. */
export function isTypedResult(entries: Entries): boolean {
  return typedFields.some((name) => entryValue(entries, standingField(name)).trim() !== '');
}
