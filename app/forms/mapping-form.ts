import { formatTargetValue, type MappingEntry, type MappingSuggestions, parseTargetValue } from '@domain/api/mapping';
import { splitMissingCodes } from '@domain/metadata/storage-forms';
import type { FormError } from '~/forms/error-summary';
import { asPosted, type Entries, entryValue, entryValues, type FormEntries } from '~/forms/form-entries';

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
 * Reads the choices of a posted grid. Every column of the page posts a `source` and a `target`, and so does every
 * mapped column of the other pages, so the form contains the whole mapping. The nth source belongs to the nth target.
 * Columns that the table does not have are left out.
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

/** Columns of the table whose target was filled in as a suggestion. */
export function readSuggested(entries: Entries, columnNames: readonly string[]): ReadonlySet<string> {
  const posted = new Set(entryValues(entries, 'suggested').map(asPosted));
  return new Set(columnNames.filter((name) => posted.has(asPosted(name))));
}

/** The entries of a posted form with other choices. All else that was typed stays. */
export function withChoices(
  entries: Entries,
  choices: Choices,
  suggested: ReadonlySet<string>,
): [name: string, value: string][] {
  const others = entries.filter(([name]) => !['source', 'target', 'suggested'].includes(name));
  return [
    ...others.map(([name, value]): [string, string] => [name, value]),
    ...[...choices].flatMap(([source, value]): [string, string][] => [
      ['source', source],
      ['target', value],
    ]),
    ...[...suggested].map((source): [string, string] => ['suggested', source]),
  ];
}

/** Entries of the form with a text, and what they are called. */
const textLabels = [
  ['missingCodes', 'mapping:missingCodes'],
  ['rowsFrom', 'mapping:data.from'],
  ['rowsTo', 'mapping:data.to'],
  ['rowsReason', 'mapping:data.reason'],
  ['templateName', 'uploads:templates.name'],
] as const;

/** What was entered in a mapping form, as pairs of words, for copying: each mapped column with its target. */
export function mappingInWords(t: (key: string) => string, entries: Entries): FormEntries {
  const targets = entryValues(entries, 'target').map(parseTargetValue);
  const columns = entryValues(entries, 'source').map((source, index): [string, string] => {
    const { key = '', unit = '' } = targets[index] ?? {};
    return [source, unit ? `${key} (${unit})` : key];
  });
  const texts = textLabels.map(([name, label]): [string, string] => [t(label), entryValue(entries, name)]);
  return [...columns, ...texts];
}

/** Id of the part of the screen with the columns, to which actions lead back. */
export const columnsId = 'columns';

/** Id of the control for missing-value codes. */
export const missingCodesId = 'missingCodes';

/** Missing-value codes, each list in one text. */
export interface MissingCodes {
  typed: string;
  /** Those that were saved when the form was rendered; null if that is unknown. */
  saved: string | null;
}

/** The missing-value codes of a form; null if it did not send them. */
export function readMissingCodes(entries: Entries): MissingCodes | null {
  const read = (name: string) => (entries.some(([field]) => field === name) ? entryValue(entries, name) : null);
  const typed = read('missingCodes');
  return typed === null ? null : { typed, saved: read('savedMissingCodes') };
}

/** Entries of a form that has seen the saved codes. */
export function withSavedCodes(entries: FormEntries, saved: string): FormEntries {
  return [...entries.filter(([name]) => name !== 'savedMissingCodes'), ['savedMissingCodes', saved]];
}

/** Missing-value codes in one text, as the form shows them. */
export function joinMissingCodes(codes: readonly string[]): string {
  return codes.join('; ');
}

/** Whether two texts contain the same codes. */
export function sameMissingCodes(a: string, b: string): boolean {
  return splitMissingCodes(a).join(';') === splitMissingCodes(b).join(';');
}

/** Suggestion for a column. */
export interface Suggestion {
  /** '<key>|<unit>' */
  value: string;
  /** Why, as a message. */
  reason: string;
}

/** The first suggestion of each column. */
export function firstSuggestions({ columns }: MappingSuggestions): ReadonlyMap<string, Suggestion> {
  return new Map(
    columns.flatMap(({ source, suggestions: [first] }) =>
      first ? [[source, { value: formatTargetValue(first.target), reason: first.reason.message }]] : [],
    ),
  );
}

/**
 * Fills the columns without a target with their suggestions, unless another column has that target already. `filled`
 * are the names of the columns that were filled, `open` is the number of columns that had no target.
 */
export function applySuggestions(
  choices: Choices,
  suggestions: ReadonlyMap<string, Suggestion>,
  columnNames: readonly string[],
): { choices: Choices; filled: ReadonlySet<string>; open: number } {
  const taken = new Set([...choices.values()].map((value) => parseTargetValue(value)?.key));
  const merged = new Map(choices);
  const filled = new Set<string>();
  const open = columnNames.filter((name) => !choices.has(name));
  for (const name of open) {
    const value = suggestions.get(name)?.value;
    if (value === undefined || taken.has(parseTargetValue(value)?.key)) continue;
    merged.set(name, value);
    filled.add(name);
  }
  return { choices: merged, filled, open: open.length };
}

/** Fills every column that has a suggestion with it, also those with another target. */
export function replaceBySuggestions(
  choices: Choices,
  suggestions: ReadonlyMap<string, Suggestion>,
): { choices: Choices; filled: ReadonlySet<string> } {
  const keys = new Set([...suggestions.values()].map(({ value }) => parseTargetValue(value)?.key));
  const kept = [...choices].filter(
    ([name, value]) => !suggestions.has(name) && !keys.has(parseTargetValue(value)?.key),
  );
  const given = [...suggestions].map(([name, { value }]): [string, string] => [name, value]);
  return { choices: new Map([...kept, ...given]), filled: new Set(suggestions.keys()) };
}

/** Result of applying a template; all lists contain column names. */
export interface AppliedTemplate {
  choices: Choices;
  /** Columns it filled. */
  filled: string[];
  /** Columns of the template that this table does not have. */
  absent: string[];
  /** Columns of the template whose target does not exist for this kind of file. */
  unknown: string[];
  /** Columns of the table that are still without a target. */
  open: string[];
}

/**
 * Fills the columns that a template names. A column is found by its exact name, otherwise by the same name in other
 * case or spacing. The choices of other columns stay, unless they are suggestions (columns in `suggested`) of a target
 * that the template gave to a column. `targets` are the values that can be chosen.
 */
export function applyTemplate(
  choices: Choices,
  template: readonly MappingEntry[],
  columnNames: readonly string[],
  targets: ReadonlySet<string>,
  suggested: ReadonlySet<string> = new Set(),
): AppliedTemplate {
  const exact = new Set(columnNames);
  const loose = new Map(columnNames.toReversed().map((name) => [looseName(name), name]));
  const merged = new Map(choices);
  const filled = new Set<string>();
  const absent: string[] = [];
  const unknown: string[] = [];
  for (const { source, target } of template) {
    const name = exact.has(source) ? source : loose.get(looseName(source));
    const value = formatTargetValue(target);
    if (name === undefined) absent.push(source);
    else if (!targets.has(value)) unknown.push(source);
    else {
      merged.set(name, value);
      filled.add(name);
    }
  }
  const given = new Set([...filled].map((name) => keyOf(merged.get(name))));
  for (const name of suggested) {
    if (!filled.has(name) && given.has(keyOf(merged.get(name)))) merged.delete(name);
  }
  const open = columnNames.filter((name) => !merged.has(name));
  return { choices: merged, filled: [...filled], absent, unknown, open };
}

function keyOf(value = ''): string | undefined {
  return parseTargetValue(value)?.key;
}

function looseName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

const prefix = 'target-';

/** Id of the select that maps a column. */
export function targetFieldId(letters: string): string {
  return prefix + letters;
}

/** Errors for the summary. Those at columns of other pages have no link. */
export function linkedErrors(errors: readonly FormError[], shown: readonly { letters: string }[]): FormError[] {
  const ids = new Set(shown.map(({ letters }) => targetFieldId(letters)));
  return errors.map((error) =>
    error.fieldId?.startsWith(prefix) && !ids.has(error.fieldId) ? { ...error, fieldId: null } : error,
  );
}
