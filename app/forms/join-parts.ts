import type { FormEntries } from '../auth/draft-store';
import type { Entries } from './form-entries';

/** A part of a form that is changed as one: a comment, a column with its target, a field of the metadata. */
export interface FormPart {
  /** What the form sends for it. */
  entries: FormEntries;
  /** Names what it says: two parts of the same meaning are no different answers. */
  meaning: string;
}

/** Parts by their keys, which are the same in every window. A part that says nothing may be absent. */
export type FormParts = ReadonlyMap<string, FormPart>;

/** A form in its parts, and what it sends besides. */
export interface DividedForm {
  parts: FormParts;
  rest: FormEntries;
}

/** What the parts of a form said when it was opened. */
export interface BaseParts {
  /** Whether a part said this then; undefined = it was absent. */
  said(key: string, meaning: string | undefined): boolean;
}

/** Two versions of a form as one, by keys of parts. */
export interface JoinedParts {
  parts: FormParts;
  /** Changed in the other window alone: they are in `parts` as they are there. */
  taken: string[];
  /** Changed in both, in different ways: they are in `parts` as they are here. */
  collided: string[];
}

/**
 * Joins what two windows made of one form, by parts: what only one of them changed is as it changed it. What
 * both changed alike is no collision.
 */
export function joinParts(base: BaseParts, mine: FormParts, theirs: FormParts): JoinedParts {
  const parts = new Map(mine);
  const taken: string[] = [];
  const collided: string[] = [];
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const [here, there] = [mine.get(key), theirs.get(key)];
    if (here?.meaning === there?.meaning || base.said(key, there?.meaning)) continue;
    if (!base.said(key, here?.meaning)) {
      collided.push(key);
      continue;
    }
    taken.push(key);
    if (there) parts.set(key, there);
    else parts.delete(key);
  }
  return { parts, taken, collided };
}

/** Fields that are a part each, by their names; those that say nothing are left out. */
export function partsByName(entries: Entries): FormParts {
  const values = new Map<string, string[]>();
  for (const [name, value] of entries) values.set(name, [...(values.get(name) ?? []), value]);
  return new Map(
    [...values]
      .filter(([, said]) => said.some((value) => value !== ''))
      .map(([name, said]) => {
        const own = said.map((value): FormEntries[number] => [name, value]);
        return [name, { entries: own, meaning: JSON.stringify(said) }];
      }),
  );
}

/** The entries of a form that are chosen by their names. */
export function entriesNamed(entries: Entries, isChosen: (name: string) => boolean): FormEntries {
  return entries.flatMap(([name, value]): FormEntries => (isChosen(name) ? [[name, value]] : []));
}
