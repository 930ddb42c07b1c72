import type { FormField } from '@domain/metadata/directives';

import type { Entries } from '~/forms/form-entries';
import {
  entriesOfValue,
  insertValue,
  parsePlace,
  parseMetadataForm,
  valuesAt,
  type FormState,
  type TypedValue,
  type ValuePath,
} from './form-state';
import { dropEmptyValues } from './stored-metadata';

/** Stands before the form names of what was removed last, so that it travels with the form. */
const prefix = 'removed.';

/** Id of the note that tells of it. */
export const removedNoteId = 'removed-note';

/** A value that was taken out of the form, and where it stood. */
export interface RemovedValue {
  position: ValuePath;
  value: TypedValue;
}

/** Entries that keep a removed value in the form until it is saved or something else is removed. */
export function removedEntries({ position, value }: RemovedValue): [name: string, value: string][] {
  return entriesOfValue(position, value).map(([name, text]) => [`${prefix}${name}`, text]);
}

export function isRemovedEntry(name: string): boolean {
  return name.startsWith(prefix);
}

/** What was removed last from a posted or drafted form; null when nothing was. */
export function readRemoved(fields: readonly FormField[], entries: Entries): RemovedValue | null {
  const kept = entries.flatMap(([name, text]): [string, string][] =>
    isRemovedEntry(name) ? [[name.slice(prefix.length), text]] : [],
  );
  const position = kept[0] && parsePlace(kept[0][0]);
  if (!position) return null;
  // Alone in a form of its own it stands at the beginning, whatever its number was.
  const list = { field: position.field, parent: position.parent === null ? null : 0 };
  const value = valuesAt(parseMetadataForm(fields, kept), fields, list)[0];
  return value ? { position, value } : null;
}

/** The form with the removed value back in its place. */
export function restoreValue(
  state: FormState,
  fields: readonly FormField[],
  { position, value }: RemovedValue,
): FormState {
  return insertValue(state, fields, position, value);
}

/**
 * What was removed before, once an empty value has gone too: what it belonged to may have moved up, or be
 * that very value, which then comes back with it.
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
 * A posted or drafted form without its empty values. They stay while a removed value travels with the form,
 * whose place counts them: it would come back somewhere else.
 */
export function readTidyForm(fields: readonly FormField[], entries: Entries): FormState {
  const state = parseMetadataForm(fields, entries);
  return readRemoved(fields, entries) ? state : dropEmptyValues(fields, state);
}
