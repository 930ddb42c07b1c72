import { formatTargetValue, type MappingEntry, type MappingSuggestions, parseTargetValue } from '@domain/api/mapping';
import { splitMissingCodes } from '@domain/metadata/storage-forms';
import type { FormError } from '~/forms/error-summary';
import { type Entries, entryValue, entryValues } from '~/forms/form-entries';

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

/** Columns whose target was filled in as a suggestion, of those the table has. */
export function readSuggested(entries: Entries, columnNames: readonly string[]): ReadonlySet<string> {
  const posted = new Set(entryValues(entries, 'suggested').map(asPosted));
  return new Set(columnNames.filter((name) => posted.has(asPosted(name))));
}

/** The entries of a posted form with other choices: what else was typed stays. */
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

/** The codes of missing values as they were typed, in one text; null when the form did not send them. */
export function readMissingCodes(entries: Entries): string | null {
  return entries.some(([name]) => name === 'missingCodes') ? entryValue(entries, 'missingCodes') : null;
}

/** Codes of missing values in one text, as the form shows them. */
export function joinMissingCodes(codes: readonly string[]): string {
  return codes.join('; ');
}

/** Whether two texts mean the same codes. */
export function sameMissingCodes(a: string, b: string): boolean {
  return splitMissingCodes(a).join(';') === splitMissingCodes(b).join(';');
}

/** Form posts turn every line break of a value into CR LF; a header may hold any of the three kinds. */
function asPosted(name: string): string {
  return name.replace(/\r\n|\r|\n/g, '\r\n');
}

/** What is suggested for a column. */
export interface Suggestion {
  /** '<key>|<unit>' */
  value: string;
  /** Why, as a sentence. */
  reason: string;
}

/** The first suggestion of each column. */
export function firstSuggestions(suggestions: MappingSuggestions): ReadonlyMap<string, Suggestion> {
  return new Map(
    suggestions.flatMap(({ source, suggestions: [first] }) =>
      first ? [[source, { value: formatTargetValue(first.target), reason: first.reason.message }]] : [],
    ),
  );
}

/**
 * Fills the columns without a target with what is suggested for them. A target that another column has
 * already is not given again. `filled` names the columns it filled, `open` counts those it looked at.
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

/** What applying a template came to, by names of columns. */
export interface AppliedTemplate {
  choices: Choices;
  /** Columns it filled. */
  filled: string[];
  /** Columns of the template that this table does not have. */
  absent: string[];
  /** Columns of the template whose target is not among those of this kind of file. */
  unknown: string[];
  /** Columns of the table that have no target now. */
  open: string[];
}

/**
 * Fills the columns that a template names, by exact name or, failing that, by the same name in other
 * case or spacing, wherever they stand in the table; the choices of other columns stay. `targets` are the
 * values that may be chosen.
 */
export function applyTemplate(
  choices: Choices,
  template: readonly MappingEntry[],
  columnNames: readonly string[],
  targets: ReadonlySet<string>,
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
  const open = columnNames.filter((name) => !merged.has(name));
  return { choices: merged, filled: [...filled], absent, unknown, open };
}

function looseName(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase();
}

const prefix = 'target-';

/** Id of the select that maps a column. */
export function targetFieldId(letters: string): string {
  return prefix + letters;
}

/** Errors for the summary: those at columns of other pages lead nowhere. */
export function linkedErrors(errors: readonly FormError[], shown: readonly { letters: string }[]): FormError[] {
  const ids = new Set(shown.map(({ letters }) => targetFieldId(letters)));
  return errors.map((error) =>
    error.fieldId?.startsWith(prefix) && !ids.has(error.fieldId) ? { ...error, fieldId: null } : error,
  );
}
