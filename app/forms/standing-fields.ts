import { type Entries, entryValue } from './form-entries';

/** Id of the form about a single result. */
export const standingFormId = 'standing-form';

/** Fields that only somebody who asks about a result fills in. */
const typedFields = ['value', 'age', 'sex', 'born', 'tested'];

/** Whether anything about a result was typed. */
export function isTypedResult(entries: Entries): boolean {
  return typedFields.some((name) => entryValue(entries, name).trim() !== '');
}
