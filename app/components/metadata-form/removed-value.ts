import type { FormField } from '@domain/metadata/directives';

import type { Entries } from '~/forms/form-entries';
import {
  entriesOfValue,
  insertValue,
  parsePlace,
  readForm,
  valuesAt,
  type FormState,
  type TypedValue,
  type ValuePath,
} from './form-state';
import { dropEmptyValues } from './stored-metadata';

/** Prefix of the form names of the value removed last, which is posted with the form. */
const prefix = 'removed.';

/** Id of the note about it. */
export const removedNoteId = 'removed-note';

/** A removed value and its position. */
export interface RemovedValue {
  position: ValuePath;
  value: TypedValue;
}

/** Entries that keep a removed value in the form until it is saved or another value is removed. */
export function removedEntries({ position, value }: RemovedValue): [name: string, value: string][] {
  return entriesOfValue(position, value).map(([name, text]) => [`${prefix}${name}`, text]);
}

export function isRemovedEntry(name: string): boolean {
  return name.startsWith(prefix);
}

/** Returns the value removed last from a posted or drafted form; null if there is none. */
export function readRemoved(fields: readonly FormField[], entries: Entries): RemovedValue | null {
  const kept = entries.flatMap(([name, text]): [string, string][] =>
    isRemovedEntry(name) ? [[name.slice(prefix.length), text]] : [],
  );
  const position = kept[0] && parsePlace(kept[0][0]);
  if (!position) return null;
  // It is the only value of this form, so its index is 0.
  const list = { field: position.field, parent: position.parent === null ? null : 0 };
  const value = valuesAt(readForm(fields, kept), fields, list)[0];
  return value ? { position, value } : null;
}

/** Restores the removed value at its position. */
export function restoreValue(
  state: FormState,
  fields: readonly FormField[],
  { position, value }: RemovedValue,
): FormState {
  return insertValue(state, fields, position, value);
}

/**
 * Adjusts the removed value after an empty value was removed as well. Its parent may have moved up, or it may be that
 * empty value, which is then restored with it.
 */
export function afterRemoval(
  fields: readonly FormField[],
  removed: RemovedValue | null,
  gone: ValuePath,
  value: TypedValue | undefined,
): RemovedValue | null {
  if (!removed || !value) return removed;
  const { field, parent } = removed.position;
  const owner = fields.find(({ id }) => id === field)?.nestedIn;
  if (owner !== gone.field || parent === null || parent < gone.index) return removed;
  if (parent > gone.index) return { ...removed, position: { ...removed.position, parent: parent - 1 } };
  return { position: gone, value: { ...value, nested: new Map([...value.nested, [field, [removed.value]]]) } };
}

/**
 * Reads a posted or drafted form without its empty values. They are kept while the form contains a removed value, whose
 * position counts them.
 */
export function readTidyForm(fields: readonly FormField[], entries: Entries): FormState {
  const state = readForm(fields, entries);
  return readRemoved(fields, entries) ? state : dropEmptyValues(fields, state);
}
