import type { FormField } from '@domain/metadata/directives';
import { confirmedValue } from '@domain/metadata/storage-forms';

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
} from '~/components/metadata-form/form-state';
import { showMetadata, type MetadataAgain, type PostedMetadata } from './posted-metadata.server';

/** 'Add', 'Remove' and 'Confirm': the form changes, nothing is checked or saved. */
export function changeMetadata(
  { fields, entries }: PostedMetadata,
  verb: 'add' | 'remove' | 'confirm',
  argument: string,
): MetadataAgain {
  const state = readForm(fields, entries);
  const { changed, focus } = change(state, fields, verb, argument);
  const rest = entries.filter(([name]) => parsePlace(name) === null);
  return showMetadata([...rest, ...entriesOf(changed)], { focus });
}

function change(
  state: FormState,
  fields: FormField[],
  verb: 'add' | 'remove' | 'confirm',
  argument: string,
): { changed: FormState; focus: string | null } {
  if (verb === 'add') {
    const [field, parent] = argument.split('-').map(Number);
    const list = { field: field ?? 0, parent: parent ?? null };
    const changed = addValue(state, fields, list);
    return { changed, focus: placeName({ ...list, index: valuesAt(changed, fields, list).length - 1 }) };
  }
  const place = parsePlace(argument);
  if (!place) return { changed: state, focus: null };
  if (verb === 'confirm') {
    return { changed: setValue(state, fields, place, confirmedValue), focus: placeName(place) };
  }
  const changed = removeValue(state, fields, place);
  const last = valuesAt(changed, fields, place).length - 1;
  return { changed, focus: placeName({ ...place, index: Math.min(place.index, last) }) };
}
