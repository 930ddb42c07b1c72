import type { FormField } from '@domain/metadata/directives';
import { confirmedValue } from '@domain/metadata/storage-forms';

import type { Entries } from '~/forms/form-entries';
import {
  addValue,
  entriesOf,
  parsePlace,
  placeName,
  readForm,
  removeValue,
  setValue,
  valuesAt,
  type FormState,
} from './form-state';
import {
  afterRemoval,
  isRemovedEntry,
  readRemoved,
  removedEntries,
  restoreValue,
  type RemovedValue,
} from './removed-value';
import { isEmptyValue } from './stored-metadata';

/** Actions of the buttons between the fields. They check and save nothing. */
const formVerbs = ['add', 'remove', 'undo', 'confirm'] as const;
export type FormVerb = (typeof formVerbs)[number];

export function isFormVerb(verb: string): verb is FormVerb {
  return formVerbs.some((known) => known === verb);
}

interface Change {
  state: FormState;
  removed: RemovedValue | null;
  /** Form name of the value that gets the focus. */
  focus: string | null;
}

/**
 * Applies one of the form's buttons, which adds, removes or confirms a value. The server responds with the result, and
 * script does the same in the page. All other entries stay as they are.
 */
export function changeForm(
  fields: readonly FormField[],
  entries: Entries,
  verb: FormVerb,
  argument: string,
): { entries: [name: string, value: string][]; focus: string | null } {
  const before = readForm(fields, entries);
  const { state, removed, focus } = change(fields, before, readRemoved(fields, entries), verb, argument);
  const others = entries.filter(([name]) => parsePlace(name) === null && !isRemovedEntry(name));
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
    return { state: restored, removed: null, focus: placeName(removed.position) };
  }
  const position = parsePlace(argument);
  if (!position) return { state, removed, focus: null };
  if (verb === 'confirm') {
    return { state: setValue(state, fields, position, confirmedValue), removed, focus: argument };
  }
  const field = fields.find(({ id }) => id === position.field);
  const value = valuesAt(state, fields, position)[position.index];
  const rest = removeValue(state, fields, position);
  const last = valuesAt(rest, fields, position).length - 1;
  return {
    state: rest,
    // An empty value cannot be restored, so the value removed before can still be.
    removed:
      field && value && !isEmptyValue(fields, field, value)
        ? { position, value }
        : afterRemoval(fields, removed, position, value),
    focus: placeName({ ...position, index: Math.min(position.index, last) }),
  };
}

function add(fields: readonly FormField[], before: FormState, argument: string) {
  const [field = 0, parent = null] = argument.split('-').map(Number);
  const list = { field, parent };
  const state = addValue(before, fields, list);
  return { state, focus: placeName({ ...list, index: valuesAt(state, fields, list).length - 1 }) };
}
