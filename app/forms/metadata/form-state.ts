import { maxRepeats } from '@domain/limits';
import type { FormField } from '@domain/metadata/directives';
import { prefilledValue } from '@domain/metadata/entries';
import { fieldIds } from '@domain/metadata/field-ids';
import { readLanguage, type TextLanguage } from '@domain/metadata/text-language';
import type { Entries } from '~/forms/form-entries';

/**
 * One value of a field. `parts` are the texts of its controls in order: one, two for a Name (family, given), six for a
 * date range. `nested` contains the values of the fields that belong to it.
 */
export interface TypedValue {
  parts: string[];
  nested: ReadonlyMap<number, TypedValue[]>;
}

/** Content of the metadata form by top-level field id. Every field has at least one value. */
export type FormState = ReadonlyMap<number, TypedValue[]>;

/** Path of a value. `parent` is the index of the value it belongs to, null for a top-level field. */
export interface ValuePath {
  field: number;
  parent: number | null;
  index: number;
}

/** Form name of a value: 'f6-0', and 'f1_2-0-1' for the second value of field 1.2 of the first author. */
export function valueName({ field, parent, index }: ValuePath): string {
  const id = `f${String(field).replace('.', '_')}`;
  return parent === null ? `${id}-${index}` : `${id}-${parent}-${index}`;
}

/** Parses a form name; null for other names. It accepts more values than a field may have, which the rules refuse. */
export function parseValueName(name: string): ValuePath | null {
  const match = /^f(\d{1,3}(?:_\d{1,2})?)-(\d{1,3})(?:-(\d{1,3}))?$/.exec(name);
  if (!match) return null;
  const [, id = '', first = '', second] = match;
  const field = Number(id.replace('_', '.'));
  return second === undefined
    ? { field, parent: null, index: Number(first) }
    : { field, parent: Number(first), index: Number(second) };
}

/** Number of controls of one value. */
export function partCount(field: FormField): number {
  if (field.style === 'Name') return 2;
  return field.style === 'DateRangeYMD' ? 6 : 1;
}

export function childrenOf(fields: readonly FormField[], parent: number): FormField[] {
  return fields.filter(({ nestedIn }) => nestedIn === parent);
}

export function topFields(fields: readonly FormField[]): FormField[] {
  return fields.filter(({ nestedIn }) => nestedIn === null);
}

/** An empty value. A required select with a single choice has it chosen (spec section 5). */
export function emptyValue(fields: readonly FormField[], field: FormField): TypedValue {
  const parts = Array.from({ length: partCount(field) }, () => prefilledValue(field));
  const children = childrenOf(fields, field.id);
  return { parts, nested: new Map(children.map((child) => [child.id, [emptyValue(fields, child)]])) };
}

/** Reads the content of a posted or drafted form. Gaps in the numbering are closed. */
export function parseMetadataForm(fields: readonly FormField[], entries: Entries): FormState {
  const indexes = new Map<string, Set<number>>();
  const texts = new Map<string, string[]>();
  for (const [name, text] of entries) {
    const path = parseValueName(name);
    if (!path) continue;
    const same = texts.get(name);
    if (same) same.push(text);
    else texts.set(name, [text]);
    const list = listKey(path);
    indexes.set(list, (indexes.get(list) ?? new Set()).add(path.index));
    // A nested field without its parent, as an unticked parent leaves it, still creates the parent's value.
    const parent = fields.find(({ id }) => id === path.field)?.nestedIn;
    if (path.parent === null || parent === undefined || parent === null) continue;
    const parentList = listKey({ field: parent, parent: null });
    indexes.set(parentList, (indexes.get(parentList) ?? new Set()).add(path.parent));
  }
  const read = (field: FormField, parent: number | null): TypedValue[] => {
    const found = [...(indexes.get(listKey({ field: field.id, parent })) ?? [])].sort((a, b) => a - b);
    if (found.length === 0) return [emptyValue(fields, field)];
    return (field.multi ? found : found.slice(0, 1)).map((index) => ({
      parts: readParts(field, texts.get(valueName({ field: field.id, parent, index })) ?? []),
      nested: new Map(childrenOf(fields, field.id).map((child) => [child.id, read(child, index)])),
    }));
  };
  return new Map(topFields(fields).map((field) => [field.id, read(field, null)]));
}

function listKey({ field, parent }: Pick<ValuePath, 'field' | 'parent'>): string {
  return `${field}/${parent ?? ''}`;
}

function readParts(field: FormField, values: readonly string[]): string[] {
  return Array.from({ length: partCount(field) }, (_, part) => values[part] ?? '');
}

/** The values of a top-level field, or of a nested field under one parent value. */
export function valuesAt(state: FormState, fields: readonly FormField[], path: Omit<ValuePath, 'index'>): TypedValue[] {
  if (path.parent === null) return state.get(path.field) ?? [];
  const parent = fields.find(({ id }) => id === path.field)?.nestedIn;
  if (parent === undefined || parent === null) return [];
  return state.get(parent)?.[path.parent]?.nested.get(path.field) ?? [];
}

/** Language of the study's description, as chosen in the form. */
export function formLanguage(fields: readonly FormField[], state: FormState): TextLanguage {
  const [told] = valuesAt(state, fields, { field: fieldIds.abstractLanguage, parent: 0 });
  return readLanguage(told?.parts[0] ?? '');
}

/** The form with one list of values replaced. */
function withValues(
  state: FormState,
  fields: readonly FormField[],
  path: Omit<ValuePath, 'index'>,
  values: TypedValue[],
): FormState {
  if (path.parent === null) return new Map([...state, [path.field, values]]);
  const parent = fields.find(({ id }) => id === path.field)?.nestedIn;
  if (parent === undefined || parent === null) return state;
  const parents = (state.get(parent) ?? []).map((value, index) =>
    index === path.parent ? { ...value, nested: new Map([...value.nested, [path.field, values]]) } : value,
  );
  return new Map([...state, [parent, parents]]);
}

/** Adds an empty value at the end of a repeatable field. A full list and an unknown field stay as they are. */
export function addValue(state: FormState, fields: readonly FormField[], path: Omit<ValuePath, 'index'>): FormState {
  const field = fields.find(({ id }) => id === path.field);
  const values = valuesAt(state, fields, path);
  if (!field?.multi || values.length === 0 || values.length >= maxRepeats) return state;
  return withValues(state, fields, path, [...values, emptyValue(fields, field)]);
}

/** Removes a value and what belongs to it; the last one is emptied instead. */
export function removeValue(state: FormState, fields: readonly FormField[], path: ValuePath): FormState {
  const field = fields.find(({ id }) => id === path.field);
  if (!field) return state;
  const rest = valuesAt(state, fields, path).filter((_, index) => index !== path.index);
  return withValues(state, fields, path, rest.length > 0 ? rest : [emptyValue(fields, field)]);
}

/** Inserts a value at an index of its list. A full list and an unknown path stay as they are. */
export function insertValue(
  state: FormState,
  fields: readonly FormField[],
  path: ValuePath,
  value: TypedValue,
): FormState {
  const field = fields.find(({ id }) => id === path.field);
  const values = valuesAt(state, fields, path);
  if (!field?.multi || values.length === 0 || values.length >= maxRepeats) return state;
  const [before, after] = [values.slice(0, path.index), values.slice(path.index)];
  return withValues(state, fields, path, [...before, value, ...after]);
}

/** Exchanges two neighbouring values. A value at the end of its list and an unknown path stay where they are. */
export function moveValue(
  state: FormState,
  fields: readonly FormField[],
  path: ValuePath,
  toward: 'up' | 'down',
): FormState {
  const values = [...valuesAt(state, fields, path)];
  const other = path.index + (toward === 'up' ? -1 : 1);
  const [moved, passed] = [values[path.index], values[other]];
  if (!moved || !passed) return state;
  values[path.index] = passed;
  values[other] = moved;
  return withValues(state, fields, path, values);
}

/** Sets the only part of a value, as 'Confirm' does. */
export function setValue(state: FormState, fields: readonly FormField[], path: ValuePath, text: string): FormState {
  const values = valuesAt(state, fields, path);
  const changed = values.map((value, index) => (index === path.index ? { ...value, parts: [text] } : value));
  return withValues(state, fields, path, changed);
}

/** The entries that a browser posts for a form, one per control. */
export function entriesOf(state: FormState): [name: string, value: string][] {
  return [...state].flatMap(([field, values]) =>
    values.flatMap((value, index) => entriesOfValue({ field, parent: null, index }, value)),
  );
}

/** The entries of one value and of what belongs to it. */
export function entriesOfValue(path: ValuePath, value: TypedValue): [name: string, value: string][] {
  const own = value.parts.map((part): [string, string] => [valueName(path), part]);
  const nested = [...value.nested].flatMap(([field, values]) =>
    values.flatMap((inner, index) => entriesOfValue({ field, parent: path.index, index }, inner)),
  );
  return [...own, ...nested];
}
