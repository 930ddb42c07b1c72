import { splitMissingCodes } from '@domain/metadata/storage-forms';

import { isReadingName, postedReading } from '~/components/reading/reading-form';
import type { Entries } from '~/forms/form-entries';
import { entriesNamed, partsByName, type DividedForm, type FormPart } from '~/forms/join-parts';
import { readChoices, readMissingCodes, readSuggested } from './mapping-form';

/** Keys of the parts that are no columns; any other is the name of a field. */
export const mappingPartKeys = { missingCodes: 'missingCodes', reading: 'reading' } as const;
const columnPrefix = 'column:';
const ownNames = ['source', 'target', 'suggested', 'missingCodes'];
/** What buttons and script add to a form. */
const orderNames = ['intent', 'opened'];

/**
 * The mapping form in parts: each column with its target, the codes of missing values, how the file is read,
 * and whatever else is typed, by its name. Columns the table does not have are left out.
 */
export function divideMapping(columnNames: readonly string[], entries: Entries): DividedForm {
  const suggested = readSuggested(entries, columnNames);
  const columns = [...readChoices(entries, columnNames)].map(([source, target]): [string, FormPart] => {
    const own: [string, string][] = [
      ['source', source],
      ['target', target],
    ];
    if (suggested.has(source)) own.push(['suggested', source]);
    return [columnPrefix + source, { entries: own, meaning: target }];
  });
  const isOther = (name: string) =>
    ![...ownNames, ...orderNames].includes(name) && !isReadingName(name) && name !== 'reading';
  const parts = new Map([...columns, ...partsByName(entriesNamed(entries, isOther))]);
  const codes = readMissingCodes(entries);
  if (codes !== null) {
    const meaning = splitMissingCodes(codes).join(';');
    parts.set(mappingPartKeys.missingCodes, { entries: [['missingCodes', codes]], meaning });
  }
  const reading = postedReading(entries);
  if (reading) {
    const own = entriesNamed(entries, isReadingName);
    parts.set(mappingPartKeys.reading, { entries: own, meaning: JSON.stringify(reading) });
  }
  return { parts, rest: entriesNamed(entries, (name) => orderNames.includes(name)) };
}

/** The column that a part is about; null for one that is about none. */
export function columnOfPart(key: string): string | null {
  return key.startsWith(columnPrefix) ? key.slice(columnPrefix.length) : null;
}
