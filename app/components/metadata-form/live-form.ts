import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import type { TextLanguage } from '@domain/metadata/text-language';

import { entryValues, type Entries } from '~/forms/form-entries';
import { changeForm, type FormVerb, readRemoved, type RemovedValue } from '../../forms/metadata/change-form';
import { errorsOfForm, visibleErrors, type ErrorTexts, type VisibleError } from './form-errors';
import {
  entriesOf,
  formLanguage,
  parseValueName,
  parseMetadataForm,
  type FormState,
} from '../../forms/metadata/form-state';

/** An error that only the server can find. It applies as long as the value is unchanged. */
interface ServerError {
  error: VisibleError;
  /** The value that was checked. */
  text: string;
}

/** State of a metadata form in the browser. */
export interface LiveForm {
  state: FormState;
  removed: RemovedValue | null;
  focus: string | null;
  /** Language in which the study is described. */
  language: TextLanguage;
  /** Number of changes by buttons for each top-level field. Its values are rendered again when the number changes. */
  turns: ReadonlyMap<number, number>;
  /** Validation errors that prevent saving. */
  errors: readonly VisibleError[];
  serverErrors: readonly ServerError[];
  /** Form names of the values with errors shown at their controls. */
  shown: ReadonlySet<string>;
}

/** Fields and messages for validation. */
export interface FormRules {
  fields: readonly FormField[];
  message: ErrorTexts;
}

/** State of a form from the server. `errors` are those for which the server refused it, or null. */
export function openForm(
  { fields, message }: FormRules,
  form: { state: FormState; entries: Entries; errors: MetadataError[] | null; focus: string | null },
): LiveForm {
  const { state, entries, focus } = form;
  const own = errorsOfForm(fields, state, message);
  const told = form.errors && visibleErrors(form.errors, fields, state, message);
  const typed = entriesOf(state);
  const isOwn = (error: VisibleError) => own.some((other) => other.name === error.name && other.code === error.code);
  return {
    state,
    removed: readRemoved(fields, entries),
    focus,
    language: formLanguage(fields, state),
    turns: new Map(),
    errors: told ?? own,
    serverErrors: (told ?? [])
      .filter((error) => !isOwn(error))
      .map((error) => ({ error, text: textOf(typed, error.name) })),
    shown: new Set((told ?? []).map(({ name }) => name)),
  };
}

/** Text of all entries with the name of a value. */
export function textOf(entries: Entries, name: string): string {
  return entryValues(entries, name).join('\n');
}

/** Validates the form again. */
export function judgeForm({ fields, message }: FormRules, live: LiveForm, entries: Entries): LiveForm {
  const state = parseMetadataForm(fields, entries);
  const own = errorsOfForm(fields, state, message);
  const serverErrors = live.serverErrors.filter(({ error, text }) => textOf(entries, error.name) === text);
  const told = serverErrors.map(({ error }) => error).filter(({ name }) => !own.some((error) => error.name === name));
  const order = (error: VisibleError) => fields.findIndex(({ id }) => id === error.field);
  const errors = [...own, ...told].sort((a, b) => order(a) - order(b));
  return { ...live, language: formLanguage(fields, state), serverErrors, errors };
}

/** Errors that are not shown as soon as a value is left, because the user may still fill it in. */
const lateCodes = ['required', 'consent', 'parent-missing', 'confirmation'];

/** State after the focus has left a value; `found` are the new errors at its controls. */
export function leaveValue(
  rules: FormRules,
  live: LiveForm,
  entries: Entries,
  name: string,
): { live: LiveForm; found: VisibleError | null } {
  const judged = judgeForm(rules, live, entries);
  const error = judged.errors.find((other) => other.name === name && !lateCodes.includes(other.code));
  if (!error) return { live: judged, found: null };
  const before = live.errors.find((other) => other.name === name && live.shown.has(name));
  return {
    live: { ...judged, shown: new Set([...judged.shown, name]) },
    found: before?.message === error.message ? null : error,
  };
}

/** Replaces the server's error for a value; null = no error. */
export function withServerError(
  rules: FormRules,
  live: LiveForm,
  entries: Entries,
  { name, message }: { name: string; message: string | null },
): LiveForm {
  const others = live.serverErrors.filter(({ error }) => error.name !== name);
  const field = rules.fields.find(({ id }) => id === parseValueName(name)?.field);
  if (message === null || !field) return judgeForm(rules, { ...live, serverErrors: others }, entries);
  const { id, label } = field;
  const error = { field: id, name, part: 0, fieldId: name, code: 'server', label, message };
  const serverErrors = [...others, { error, text: textOf(entries, name) }];
  return judgeForm(rules, { ...live, serverErrors, shown: new Set([...live.shown, name]) }, entries);
}

/** State after a button was pressed, as the server would respond. */
export function pressButton(
  rules: FormRules,
  live: LiveForm,
  entries: Entries,
  { verb, argument }: { verb: FormVerb; argument: string },
): LiveForm {
  const { fields } = rules;
  const changed = changeForm(fields, entries, verb, argument);
  const path = changed.focus === null ? null : parseValueName(changed.focus);
  const field = fields.find(({ id }) => id === path?.field);
  const top = field?.nestedIn ?? field?.id;
  const turns = new Map(live.turns);
  if (top !== undefined) turns.set(top, (turns.get(top) ?? 0) + 1);
  return judgeForm(
    rules,
    {
      ...live,
      state: parseMetadataForm(fields, changed.entries),
      removed: readRemoved(fields, changed.entries),
      focus: changed.focus,
      turns,
    },
    changed.entries,
  );
}
