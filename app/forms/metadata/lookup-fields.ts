import { type LookupFill, LookupFillSchema, type LookupKind, maxLookupCharacters } from '@domain/api/lookups';
import type { FormField } from '@domain/metadata/directives';
import { fieldIds } from '@domain/metadata/field-ids';
import { parseJson } from '@domain/text';
import { type Entries, entryValue, type FormEntries } from '~/forms/form-entries';

import {
  entriesOf,
  type FormState,
  parseMetadataForm,
  parseValueName,
  valueName,
  type ValuePath,
  valuesAt,
} from './form-state';

/** Form name of the choice among what was found. */
export const lookupChoice = 'lookup-choice';

/** Fields with a button that looks something up. */
const kinds = new Map<number, LookupKind>([
  [fieldIds.orcid, 'person'],
  [fieldIds.affiliation, 'organisation'],
  [fieldIds.funder, 'funder'],
  [fieldIds.publication, 'publication'],
]);

export function lookupKindOf({ id }: Pick<FormField, 'id'>): LookupKind | null {
  return kinds.get(id) ?? null;
}

/** Id of the part of the form with what was found for a value. */
export function lookupPartId(name: string): string {
  return `lookup-${name}`;
}

/** What a press of the button beside a value looks up. */
export interface LookupQuery {
  name: string;
  kind: LookupKind;
  /** '' if nothing is typed that could be looked up. */
  query: string;
}

/**
 * What the button beside a value looks up: its text, or for an empty ORCID the name of the author. Null if `name` is no
 * value with such a button.
 */
export function lookupQuery(fields: readonly FormField[], entries: Entries, name: string): LookupQuery | null {
  const path = parseValueName(name);
  const field = fields.find(({ id }) => id === path?.field);
  const kind = field && lookupKindOf(field);
  if (!path || !kind) return null;
  const state = parseMetadataForm(fields, entries);
  const own = valuesAt(state, fields, path)[path.index]?.parts[0]?.trim() ?? '';
  const query = kind === 'person' && own === '' ? authorOf(state, path) : own;
  return { name, kind, query: query.slice(0, maxLookupCharacters) };
}

function authorOf(state: FormState, { parent }: ValuePath): string {
  const parts = state.get(fieldIds.author)?.[parent ?? -1]?.parts ?? [];
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
}

/** The choice in a posted form; null if nothing was chosen. */
export function chosenFill(entries: Entries): LookupFill | null {
  const parsed = LookupFillSchema.safeParse(parseJson(entryValue(entries, lookupChoice)));
  return parsed.success ? parsed.data : null;
}

/**
 * The entries of a form with what was chosen for a value: its text, or the ORCID and the name of an author, and their
 * institution where none is typed. All other entries stay as they are.
 */
export function withFill(fields: readonly FormField[], entries: Entries, name: string, fill: LookupFill): FormEntries {
  const path = parseValueName(name);
  if (!path) return entries.map(([entry, value]) => [entry, value]);
  const state = parseMetadataForm(fields, entries);
  const others = entries.flatMap(([entry, value]): FormEntries =>
    parseValueName(entry) === null && entry !== lookupChoice ? [[entry, value]] : [],
  );
  const texts = textsOf(state, path, fill);
  const seen = new Map<string, number>();
  const own = entriesOf(state).map(([entry, value]): [string, string] => {
    const part = seen.get(entry) ?? 0;
    seen.set(entry, part + 1);
    return [entry, texts.get(entry)?.[part] ?? value];
  });
  return [...others, ...own];
}

/** New texts by form name, one for each control. */
function textsOf(state: FormState, path: ValuePath, fill: LookupFill): Map<string, string[]> {
  if (path.field !== fieldIds.orcid) return new Map([[valueName(path), [fill.text]]]);
  const texts = new Map([[valueName(path), [fill.orcid]]]);
  const index = path.parent ?? 0;
  if (fill.family !== '') {
    texts.set(valueName({ field: fieldIds.author, parent: null, index }), [fill.family, fill.given]);
  }
  const [affiliation] = state.get(fieldIds.author)?.[index]?.nested.get(fieldIds.affiliation) ?? [];
  if (fill.affiliation !== '' && affiliation?.parts.every((part) => part.trim() === '')) {
    texts.set(valueName({ field: fieldIds.affiliation, parent: index, index: 0 }), [fill.affiliation]);
  }
  return texts;
}
