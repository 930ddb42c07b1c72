import type { FormField } from '@domain/metadata/directives';
import { confirmedValue } from '@domain/metadata/storage-forms';
import type { Entries } from '~/forms/form-entries';

import {
  addValue,
  entriesOf,
  entriesOfValue,
  type FormState,
  insertValue,
  moveValue,
  parseMetadataForm,
  parseValueName,
  valueName,
  removeValue,
  setValue,
  type TypedValue,
  type ValuePath,
  valuesAt,
} from './form-state';
import { dropEmptyValues, isEmptyValue } from './stored-metadata';

/** Actions of the buttons between the fields. They check and save nothing. */
export const formVerbs = ['add', 'remove', 'undo', 'confirm', 'up', 'down'] as const;
export type FormVerb = (typeof formVerbs)[number];

export function isFormVerb(verb: string): verb is FormVerb {
  return formVerbs.some((known) => known === verb);
}

interface Change {
  state: FormState;
  removed: RemovedValue | null;
  /** Form name of the value the focus goes to. */
  focus: string | null;
}

/**
 * The entries of a form after one of its buttons: with a value added, removed, restored, confirmed or moved. The server
 * returns them, and script changes the page in the same way. All other entries stay as they are.
 */
export function changeForm(
  fields: readonly FormField[],
  entries: Entries,
  verb: FormVerb,
  argument: string,
): { entries: [name: string, value: string][]; focus: string | null } {
  const before = parseMetadataForm(fields, entries);
  const { state, removed, focus } = change(fields, before, readRemoved(fields, entries), verb, argument);
  const others = entries.filter(([name]) => parseValueName(name) === null && !isRemovedEntry(name));
  return {
    entries: [
      ...others.map(([name, value]): [string, string] => [name, value]),
      ...entriesOf(state),
      ...(removed ? removedEntries(removed) : []),
    ],
    focus,
  };
}

function change(
  fields: readonly FormField[],
  state: FormState,
  removed: RemovedValue | null,
  verb: FormVerb,
  argument: string,
): Change {
  if (verb === 'add') return { ...add(fields, state, argument), removed };
  if (verb === 'undo') {
    const restored = removed ? restoreValue(state, fields, removed) : state;
    // If the list is full again, the value stays removed.
    if (!removed || restored === state) return { state, removed, focus: null };
    return { state: restored, removed: null, focus: valueName(removed.path) };
  }
  const path = parseValueName(argument);
  if (!path) return { state, removed, focus: null };
  if (verb === 'confirm') {
    return { state: setValue(state, fields, path, confirmedValue), removed, focus: argument };
  }
  if (verb === 'up' || verb === 'down') return move(fields, state, removed, path, verb);
  const field = fields.find(({ id }) => id === path.field);
  const value = valuesAt(state, fields, path)[path.index];
  const rest = removeValue(state, fields, path);
  const last = valuesAt(rest, fields, path).length - 1;
  return {
    state: rest,
    // An empty value need not be restored, so it does not replace the value that was removed before.
    removed:
      field && value && !isEmptyValue(fields, field, value)
        ? { path, value }
        : afterRemoval(fields, removed, path, value),
    focus: valueName({ ...path, index: Math.min(path.index, last) }),
  };
}

function add(fields: readonly FormField[], before: FormState, argument: string) {
  const [field = 0, parent = null] = argument.split('-').map(Number);
  const list = { field, parent };
  const state = addValue(before, fields, list);
  return { state, focus: valueName({ ...list, index: valuesAt(state, fields, list).length - 1 }) };
}

/** What was removed from a value that moves, moves with it. */
function move(
  fields: readonly FormField[],
  before: FormState,
  removed: RemovedValue | null,
  path: ValuePath,
  toward: 'up' | 'down',
): Change {
  const state = moveValue(before, fields, path, toward);
  if (state === before) return { state, removed, focus: null };
  const other = path.index + (toward === 'up' ? -1 : 1);
  const focus = valueName({ ...path, index: other });
  const owner = fields.find(({ id }) => id === removed?.path.field)?.nestedIn;
  if (!removed || owner !== path.field) return { state, removed, focus };
  const { parent } = removed.path;
  const moved = parent === path.index ? other : parent === other ? path.index : parent;
  return { state, removed: { ...removed, path: { ...removed.path, parent: moved } }, focus };
}

/** Stands before the form names of what was removed last, so that it travels with the form. */
const prefix = 'removed.';

/** Id of the note about it. */
export const removedNoteId = 'removed-note';

/** A value that was removed from the form, with its path. */
export interface RemovedValue {
  path: ValuePath;
  value: TypedValue;
}

/** Entries that keep a removed value in the form until it is saved or something else is removed. */
export function removedEntries({ path, value }: RemovedValue): [name: string, value: string][] {
  return entriesOfValue(path, value).map(([name, text]) => [`${prefix}${name}`, text]);
}

export function isRemovedEntry(name: string): boolean {
  return name.startsWith(prefix);
}

/** The value that was removed last from a posted or drafted form; null if there is none. */
export function readRemoved(fields: readonly FormField[], entries: Entries): RemovedValue | null {
  const kept = entries.flatMap(([name, text]): [string, string][] =>
    isRemovedEntry(name) ? [[name.slice(prefix.length), text]] : [],
  );
  const path = kept[0] && parseValueName(kept[0][0]);
  if (!path) return null;
  // Parsed as a form of one value, which has index 0 whatever its number was.
  const list = { field: path.field, parent: path.parent === null ? null : 0 };
  const value = valuesAt(parseMetadataForm(fields, kept), fields, list)[0];
  return value ? { path, value } : null;
}

/** The form with the removed value back in its place. */
export function restoreValue(state: FormState, fields: readonly FormField[], { path, value }: RemovedValue): FormState {
  return insertValue(state, fields, path, value);
}

/**
 * Adjusts a removed value after the removal of an empty one. Its parent may have moved up, or may be that very value,
 * which is then restored with it.
 */
export function afterRemoval(
  fields: readonly FormField[],
  removed: RemovedValue | null,
  gone: ValuePath,
  value: TypedValue | undefined,
): RemovedValue | null {
  if (!removed || !value) return removed;
  const { field, parent } = removed.path;
  const owner = fields.find(({ id }) => id === field)?.nestedIn;
  if (owner !== gone.field || parent === null || parent < gone.index) return removed;
  if (parent > gone.index) return { ...removed, path: { ...removed.path, parent: parent - 1 } };
  return { path: gone, value: { ...value, nested: new Map([...value.nested, [field, [removed.value]]]) } };
}

/**
 * A posted or drafted form without its empty values. They stay while a removed value travels with the form,
 * whose place counts them: it would come back somewhere else.
 */
export function readTidyForm(fields: readonly FormField[], entries: Entries): FormState {
  const state = parseMetadataForm(fields, entries);
  return readRemoved(fields, entries) ? state : dropEmptyValues(fields, state);
}
