import type { FormField } from '@domain/metadata/directives';

import type { Entries } from '~/forms/form-entries';
import { entriesNamed, partsByName, type DividedForm, type FormPart } from '~/forms/join-parts';
import { parsePlace, readForm, topFields } from './form-state';
import { isRemovedEntry } from './removed-value';
import { metadataOf } from './stored-metadata';
import { studyFields } from './study-fields';

const fieldPrefix = 'field:';
/** Key of 'Also for'. */
export const studyPartKey = 'study';
const studyNames: readonly string[] = Object.values(studyFields);
/** What buttons and script add to a form. */
const orderNames = ['intent', 'opened', 'confirmed'];

/**
 * The metadata form in parts: each field with all its values and those of the fields within it, since values
 * move when one is removed; 'Also for'; and whatever else is typed, by its name.
 */
export function divideMetadata(fields: readonly FormField[], entries: Entries): DividedForm {
  const topOf = (id: number) => fields.find((field) => field.id === id)?.nestedIn ?? id;
  const stored = metadataOf(fields, readForm(fields, entries));
  const sent = new Map<number, [string, string][]>(topFields(fields).map(({ id }) => [id, []]));
  for (const [name, value] of entries) {
    const place = parsePlace(name);
    if (place) sent.get(topOf(place.field))?.push([name, value]);
  }
  const typed = topFields(fields).map(({ id }): [string, FormPart] => {
    const said = stored.filter((entry) => topOf(entry.id) === id).map((entry) => ({ ...entry, name: '' }));
    // Boxes that are not ticked send nothing: a field is there all the same.
    return [fieldPrefix + String(id), { entries: sent.get(id) ?? [], meaning: JSON.stringify(said) }];
  });
  const isOrder = (name: string) => orderNames.includes(name) || isRemovedEntry(name);
  const isOther = (name: string) => parsePlace(name) === null && !isOrder(name) && !studyNames.includes(name);
  const parts = new Map([...typed, ...partsByName(entriesNamed(entries, isOther))]);
  const study = entriesNamed(entries, (name) => studyNames.includes(name));
  if (study.length > 0) {
    const ticked = study.filter(([name]) => name !== studyFields.shared).sort();
    parts.set(studyPartKey, { entries: study, meaning: JSON.stringify(ticked) });
  }
  return { parts, rest: entriesNamed(entries, isOrder) };
}

/** Number of the field that a part is about; null for one that is about none. */
export function fieldOfPart(key: string): number | null {
  return key.startsWith(fieldPrefix) ? Number(key.slice(fieldPrefix.length)) : null;
}
