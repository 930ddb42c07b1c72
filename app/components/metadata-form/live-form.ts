import type { MetadataError } from '@domain/api/metadata';
import type { FormField } from '@domain/metadata/directives';
import type { TextLanguage } from '@domain/metadata/text-language';

import { entryValues, type Entries } from '~/forms/form-entries';
import { changeForm, type FormVerb, readRemoved, type RemovedValue } from '../../forms/metadata/change-form';
import { errorsOfForm, visibleErrors, type Sentences, type VisibleError } from './form-errors';
import {
  entriesOf,
  formLanguage,
  parsePlace,
  parseMetadataForm,
  type FormState,
} from '../../forms/metadata/form-state';

/** A fault that the server alone can tell: it holds as long as its value stays as it is. */
export interface ServerError {
  error: VisibleError;
  /** The value it was told of. */
  text: string;
}

/** What script knows of a metadata form that is being filled in. */
export interface LiveForm {
  state: FormState;
  removed: RemovedValue | null;
  focus: string | null;
  /** Language the study is described in. */
  language: TextLanguage;
  /** By top-level field, how often a button has changed its values: it is drawn anew by that. */
  turns: ReadonlyMap<number, number>;
  /** What keeps the form from being saved. */
  errors: readonly VisibleError[];
  serverErrors: readonly ServerError[];
  /** Form names of the values whose faults are shown at their controls. */
  shown: ReadonlySet<string>;
}

/** What the rules and their words are taken from. */
export interface FormRules {
  fields: readonly FormField[];
  message: Sentences;
}

/** The form as it comes from the server: `faults` is what the server refused it for, null when it did not. */
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

/** All that a form holds under the name of a value. */
export function textOf(entries: Entries, name: string): string {
  return entryValues(entries, name).join('\n');
}

/** The form judged anew by what it holds. */
export function judgeForm({ fields, message }: FormRules, live: LiveForm, entries: Entries): LiveForm {
  const state = parseMetadataForm(fields, entries);
  const own = errorsOfForm(fields, state, message);
  const serverErrors = live.serverErrors.filter(({ error, text }) => textOf(entries, error.name) === text);
  const told = serverErrors.map(({ error }) => error).filter(({ name }) => !own.some((error) => error.name === name));
  const order = (error: VisibleError) => fields.findIndex(({ id }) => id === error.field);
  const errors = [...own, ...told].sort((a, b) => order(a) - order(b));
  return { ...live, language: formLanguage(fields, state), serverErrors, errors };
}

/** What is not said of a value as soon as it is left: somebody may still be on the way to fill it in. */
const lateCodes = ['required', 'consent', 'parent-missing', 'confirmation'];

/** The form after a value was left; `found` is what is now said at its controls and was not before. */
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

/** The form with what the server said of a value, in the place of what it said before; null = nothing. */
export function withServerError(
  rules: FormRules,
  live: LiveForm,
  entries: Entries,
  { name, message }: { name: string; message: string | null },
): LiveForm {
  const others = live.serverErrors.filter(({ error }) => error.name !== name);
  const field = rules.fields.find(({ id }) => id === parsePlace(name)?.field);
  if (message === null || !field) return judgeForm(rules, { ...live, serverErrors: others }, entries);
  const { id, label } = field;
  const error = { field: id, name, part: 0, fieldId: name, code: 'server', label, message };
  const serverErrors = [...others, { error, text: textOf(entries, name) }];
  return judgeForm(rules, { ...live, serverErrors, shown: new Set([...live.shown, name]) }, entries);
}

/** The form after one of its buttons, as the server would answer it. */
export function pressButton(
  rules: FormRules,
  live: LiveForm,
  entries: Entries,
  { verb, argument }: { verb: FormVerb; argument: string },
): LiveForm {
  const { fields } = rules;
  const changed = changeForm(fields, entries, verb, argument);
  const position = changed.focus === null ? null : parsePlace(changed.focus);
  const field = fields.find(({ id }) => id === position?.field);
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
