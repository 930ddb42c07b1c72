import type { MetadataEntry, MetadataError } from '@domain/api/metadata';
import { type FormField, shownValue, storedValue } from '@domain/metadata/directives';
import { parentOf } from '@domain/metadata/entries';
import { formatDateRange, formatName, isBlank, parseDateRange, parseName } from '@domain/metadata/storage-forms';

import { childrenOf, emptyValue, type FormState, topFields, type TypedValue, type ValuePath } from './form-state';

/** Stored form of one value: 'family||given', 'y-m-d-y-m-d', the value of a choice, or the text. */
function storedOf(field: FormField, { parts }: TypedValue): string {
  const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = parts;
  switch (field.style) {
    case 'Name':
      return formatName({ family: first, given: second });
    case 'DateRangeYMD':
      return formatDateRange({
        begin: { year: first, month: second, day: third },
        end: { year: fourth, month: fifth, day: sixth },
      });
    case 'Input':
      return storedValue(field, first).trim();
    case 'TextArea':
      // Browsers send CR LF; a line break counts as one character, as the counter shows it.
      return first.replace(/\r\n?/g, '\n').trim();
    default:
      return first;
  }
}

/** Texts of a value's controls for its stored form. */
function partsOf(field: FormField, stored: string): string[] {
  switch (field.style) {
    case 'Name': {
      const { family, given } = parseName(stored);
      return [family, given];
    }
    case 'DateRangeYMD': {
      const range = parseDateRange(stored);
      if (!range) return [stored, '', '', '', '', ''];
      const { begin, end } = range;
      return [begin.year, begin.month, begin.day, end.year, end.month, end.day];
    }
    case 'Input':
      return [shownValue(field, stored)];
    default:
      return [stored];
  }
}

/** Whether a value and the values nested in it are empty. */
export function isEmptyValue(fields: readonly FormField[], field: FormField, value: TypedValue): boolean {
  if (!isBlank(field.style, storedOf(field, value))) return false;
  return childrenOf(fields, field.id).every((child) =>
    (value.nested.get(child.id) ?? []).every((nested) => isEmptyValue(fields, child, nested)),
  );
}

/**
 * Drops the empty values of repeatable fields, so that the positions in the form are those of the
 * saved metadata and errors can be shown where they belong. Every field keeps one value.
 */
export function dropEmptyValues(fields: readonly FormField[], state: FormState): FormState {
  const compact = (field: FormField, values: readonly TypedValue[]): TypedValue[] => {
    const kept = values.filter((value) => !isEmptyValue(fields, field, value));
    const list = kept.length > 0 ? kept : values.slice(0, 1);
    return list.map((value) => ({
      parts: value.parts,
      nested: new Map(
        childrenOf(fields, field.id).map((child) => [child.id, compact(child, value.nested.get(child.id) ?? [])]),
      ),
    }));
  };
  return new Map(topFields(fields).map((field) => [field.id, compact(field, state.get(field.id) ?? [])]));
}

/** An entry as the repository stores it, with the paths of its values in the form. */
export interface EntryWithPaths {
  entry: MetadataEntry;
  paths: ValuePath[];
}

/** Metadata as the repository stores it; empty values are left out. */
export function metadataOf(fields: readonly FormField[], state: FormState): MetadataEntry[] {
  return metadataWithPaths(fields, state).map(({ entry }) => entry);
}

/** The same with the paths of the values in the form, so that errors can be shown at the values. */
export function metadataWithPaths(fields: readonly FormField[], state: FormState): EntryWithPaths[] {
  return topFields(fields).flatMap((field) => {
    const values = (state.get(field.id) ?? [])
      .map((value, index) => ({ value, index }))
      .filter(({ value }) => !isEmptyValue(fields, field, value));
    if (values.length === 0) return [];
    const own = {
      entry: { id: field.id, name: field.label, values: values.map(({ value }) => storedOf(field, value)) },
      paths: values.map(({ index }) => ({ field: field.id, parent: null, index })),
    };
    return [own, ...childrenOf(fields, field.id).flatMap((child) => nestedEntry(field, child, values))];
  });
}

/** A confirmation belongs to the choice that asks for it and is dropped after another choice. */
function isMeant(field: FormField, child: FormField, parent: TypedValue): boolean {
  return child.style !== 'SUFL' || (child.requiredWith ?? []).includes(storedOf(field, parent));
}

/** `parents`: the values of the parent that are stored, with their indexes in the form. */
function nestedEntry(
  field: FormField,
  child: FormField,
  parents: readonly { value: TypedValue; index: number }[],
): EntryWithPaths[] {
  const kept = parents.flatMap((parent, storedIndex) =>
    (isMeant(field, child, parent.value) ? (parent.value.nested.get(child.id) ?? []) : [])
      .map((value, index) => ({ value: storedOf(child, value), storedIndex, parent: parent.index, index }))
      .filter(({ value }) => !isBlank(child.style, value)),
  );
  if (kept.length === 0) return [];
  const entry = {
    id: child.id,
    name: child.label,
    values: kept.map(({ value }) => value),
    parents: kept.map(({ storedIndex }) => storedIndex),
  };
  return [{ entry, paths: kept.map(({ parent, index }) => ({ field: child.id, parent, index })) }];
}

/** The form for stored metadata. Fields the schema does not know are left out. */
export function formOf(fields: readonly FormField[], metadata: readonly MetadataEntry[]): FormState {
  const stored = new Map(metadata.map((entry) => [entry.id, entry]));
  const nestedValues = (child: FormField, parent: number): TypedValue[] => {
    const entry = stored.get(child.id);
    const values = (entry?.values ?? []).filter((_, index) => entry !== undefined && parentOf(entry, index) === parent);
    return values.length > 0
      ? values.map((value) => ({ parts: partsOf(child, value), nested: new Map() }))
      : [emptyValue(fields, child)];
  };
  return new Map(
    topFields(fields).map((field) => {
      const values = stored.get(field.id)?.values ?? [];
      const typed = values.map((value, index) => ({
        parts: partsOf(field, value),
        nested: new Map(childrenOf(fields, field.id).map((child) => [child.id, nestedValues(child, index)])),
      }));
      return [field.id, typed.length > 0 ? typed : [emptyValue(fields, field)]];
    }),
  );
}

/** The form with the fields of a template filled in; fields the template does not name stay. */
export function applyMetadataTemplate(
  fields: readonly FormField[],
  state: FormState,
  template: readonly MetadataEntry[],
): FormState {
  const named = new Set(template.map(({ id }) => id));
  const filled = formOf(fields, template);
  return new Map([...state].map(([id, values]) => [id, named.has(id) ? (filled.get(id) ?? values) : values]));
}

/**
 * Path of the value at which the form shows an error of its metadata. `index` of an error counts all values of a nested
 * field, across all parents. A missing value is shown at the first value of its list.
 */
export function errorPath(
  { field, index, parent, code }: MetadataError,
  entries: readonly EntryWithPaths[],
  fields: readonly FormField[],
): ValuePath {
  const pathsOf = (id: number | null | undefined) => entries.find(({ entry }) => entry.id === id)?.paths ?? [];
  const named = code === 'required' ? undefined : pathsOf(field)[index];
  if (named) return named;
  if (parent === null) return { field, parent, index: 0 };
  const parentField = fields.find(({ id }) => id === field)?.nestedIn;
  return { field, parent: pathsOf(parentField)[parent]?.index ?? parent, index: 0 };
}
