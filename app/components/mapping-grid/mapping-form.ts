import { formatTargetValue, parseTargetValue, type MappingEntry } from '@domain/api/mapping';

import { entryValues, type Entries } from '~/forms/form-entries';

/** Target values ('<key>|<unit>') by source column name; columns that are not mapped are absent. */
export type Choices = ReadonlyMap<string, string>;

export function choicesOf(mapping: readonly MappingEntry[]): Choices {
  return new Map(mapping.map(({ source, target }) => [source, formatTargetValue(target)]));
}

export function mappingOf(choices: Choices): MappingEntry[] {
  return [...choices].flatMap(([source, value]) => {
    const target = parseTargetValue(value);
    return target ? [{ source, target }] : [];
  });
}

/**
 * Reads the choices of a posted grid. Every column of the page shown posts a `source` and a `target`,
 * and so does every mapped column of the other pages, so the form holds the whole mapping: the nth
 * source belongs to the nth target. Columns the table does not have are left out.
 */
export function readChoices(entries: Entries, columnNames: readonly string[]): Choices {
  const known = new Map(columnNames.map((name) => [asPosted(name), name]));
  const targets = entryValues(entries, 'target');
  const choices = new Map<string, string>();
  entryValues(entries, 'source').forEach((posted, index) => {
    const source = known.get(asPosted(posted));
    const value = targets[index];
    if (source !== undefined && value) choices.set(source, value);
  });
  return choices;
}

/** Form posts turn every line break of a value into CR LF; a header may hold any of the three kinds. */
function asPosted(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '\r\n');
}

/**
 * Fills the columns that a template names, by exact name or, failing that, by the same name in other
 * case or spacing; the choices of other columns stay. `filled` counts the columns it found.
 */
export function applyTemplate(
  choices: Choices,
  template: readonly MappingEntry[],
  columnNames: readonly string[],
): { choices: Choices; filled: number } {
  const exact = choicesOf(template);
  const loose = new Map([...exact].map(([source, value]) => [looseName(source), value]));
  const merged = new Map(choices);
  let filled = 0;
  for (const name of columnNames) {
    const value = exact.get(name) ?? loose.get(looseName(name));
    if (value === undefined) continue;
    merged.set(name, value);
    filled += 1;
  }
  return { choices: merged, filled };
}

function looseName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}
