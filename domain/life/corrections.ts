import type { MetadataEntry } from '../api/metadata';
import { asksForLicenceForm, licences } from '../licences';
import { compareMetadata, type FieldChange } from '../metadata/compare';
import { firstValueOf, nestedValuesOf, valuesOf } from '../metadata/entries';
import { fieldIds } from '../metadata/field-ids';
import { isOrcid, normaliseOrcid } from '../metadata/identifiers';
import { parseName } from '../metadata/storage-forms';
import { foldText } from '../search/fold';
import { statusRules, type UploadStatus } from '../upload-status';

/*
 * What a contributor may correct in the metadata of an accepted data set, and what needs consent. The only place where
 * this is decided (docs/corrections.md).
 */

/**
 * Fields that are not corrected: the embargo has acts of its own, the missing-value codes were applied to the published
 * data, and the note was for a board that has decided.
 */
export const fixedFields: readonly number[] = [fieldIds.embargo, fieldIds.missingCodes, fieldIds.boardNote];

/**
 * Fields whose own values change only with consent: by which the data set is known and cited, who may do what with it,
 * when it was collected, and on what the board relied when it accepted it. Authors have a rule of their own.
 */
const fieldsWithConsent: readonly number[] = [
  fieldIds.title,
  fieldIds.collection,
  fieldIds.licence,
  fieldIds.rightsHolder,
  fieldIds.ethicsVote,
  fieldIds.consent,
  fieldIds.version,
];

/** Why the metadata of an upload cannot be corrected; null if it can. */
export function correctionRefusal({ status, withdrawnAt }: { status: UploadStatus; withdrawnAt: unknown }) {
  if (!statusRules[status].published) return 'not-accepted' as const;
  return withdrawnAt === null ? null : ('data-set-withdrawn' as const);
}

/** The fields that a correction changes, by what happens with them. */
export interface SplitCorrection {
  /** Applied at once. */
  atOnce: FieldChange[];
  /** Proposed, until somebody consents. */
  waiting: FieldChange[];
  /** May not be changed. */
  fixed: FieldChange[];
}

/**
 * Splits a correction. A field waits, or is applied, together with the fields nested in it. `topOf` as in
 * `compareMetadata`. `agreedAuthors` are the entries of the authors as the board last agreed to them: many small
 * corrections of a name must not become another person.
 */
export function splitCorrection(
  { current, corrected, agreedAuthors }: Record<'current' | 'corrected' | 'agreedAuthors', readonly MetadataEntry[]>,
  topOf: (field: number) => number,
): SplitCorrection {
  const changes = compareMetadata(current, corrected, topOf);
  const fixed = changes.filter(({ field }) => fixedFields.includes(field));
  const others = changes.filter(({ field }) => !fixedFields.includes(field));
  const needs = new Set(others.filter((change) => needsConsent(change, agreedAuthors)).map(({ field }) => field));
  // Consent of the persons, or a legal basis in its place: the two are read together.
  if (needs.has(fieldIds.consent)) needs.add(fieldIds.anonymisation);
  return {
    atOnce: others.filter(({ field }) => !needs.has(field)),
    waiting: others.filter(({ field }) => needs.has(field)),
    fixed,
  };
}

function needsConsent({ field, before, after }: FieldChange, agreedAuthors: readonly MetadataEntry[]): boolean {
  if (field === fieldIds.author) return !areSamePeople(agreedAuthors, after);
  if (!fieldsWithConsent.includes(field)) return false;
  if (!isSame(valuesOf(before, field), valuesOf(after, field))) return true;
  // A translation of the title may be added, but one that is cited is a title.
  const translation = firstValueOf(before, fieldIds.translatedTitle);
  return translation !== '' && translation !== firstValueOf(after, fieldIds.translatedTitle);
}

/** Whether two lists of authors name the same people in the same order, perhaps in another spelling. */
export function areSamePeople(before: readonly MetadataEntry[], after: readonly MetadataEntry[]): boolean {
  const [were, are] = [authorsIn(before), authorsIn(after)];
  return were.length === are.length && were.every((author, index) => isSamePerson(author, are[index]!));
}

interface Author {
  family: string;
  given: string;
  orcid: string;
}

function authorsIn(entries: readonly MetadataEntry[]): Author[] {
  return valuesOf(entries, fieldIds.author).map((stored, index) => {
    const { family, given } = parseName(stored);
    const orcid = normaliseOrcid(nestedValuesOf(entries, fieldIds.orcid, index)[0] ?? '');
    return { family: foldText(family), given: foldText(given), orcid: isOrcid(orcid) ? orcid : '' };
  });
}

/** Letters that may differ in a corrected name: one in eight, at most two, at least one unless it is hardly a name. */
const lettersForOne = 8;
const minNameLetters = 3;
const maxDifferentLetters = 2;

/**
 * Whether two authors are the same person: the same ORCID and one of the two names, as after a marriage; or no other
 * ORCID and a name that differs by a slip of the pen. Case, accents, hyphens and dots do not count.
 */
function isSamePerson(before: Author, after: Author): boolean {
  if (before.orcid !== '' && after.orcid !== '') {
    const keepsGiven = after.given !== '' && isSlip(before.given, after.given);
    return before.orcid === after.orcid && (keepsGiven || isSlip(before.family, after.family));
  }
  return isSlip(`${before.family} ${before.given}`, `${after.family} ${after.given}`);
}

/** Whether two names differ by a slip of the pen at most. */
function isSlip(before: string, after: string): boolean {
  const letters = Math.max(before.length, after.length);
  const least = letters < minNameLetters ? 0 : 1;
  const allowed = Math.min(maxDifferentLetters, Math.max(least, Math.floor(letters / lettersForOne)));
  return Math.abs(before.length - after.length) <= allowed && distance(before, after) <= allowed;
}

/** Letters to insert, remove, replace or swap with the next one to make one text of another. */
function distance(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const rows = [b.map((_, index) => index).concat(b.length)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : replaced;
      row.push(Math.min(replaced, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1));
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}

/** Metadata with the fields of some changes as they are after them. */
export function withChanges(
  metadata: readonly MetadataEntry[],
  changes: readonly FieldChange[],
  topOf: (field: number) => number,
): MetadataEntry[] {
  const changed = new Set(changes.map(({ field }) => field));
  const kept = metadata.filter(({ id }) => !changed.has(topOf(id)));
  return [...kept, ...changes.flatMap(({ after }) => after)].toSorted((one, other) => one.id - other.id);
}

/** Whether the fields of some changes still are as they were before them. */
export function stillApply(
  metadata: readonly MetadataEntry[],
  changes: readonly FieldChange[],
  topOf: (field: number) => number,
): boolean {
  const reverted = changes.map(({ field, before }) => ({ field, before: [], after: before }));
  return compareMetadata(metadata, withChanges(metadata, reverted, topOf), topOf).length === 0;
}

/** What a change of the licence means for those who have the data and those who will get it. */
export type LicenceStep = 'closed' | 'stricter' | 'opened' | 'freer';

/** How the licence changes; null if it does not. */
export function licenceStep(changes: readonly FieldChange[]): LicenceStep | null {
  const change = changes.find(({ field }) => field === fieldIds.licence);
  const [before, after] = [change?.before ?? [], change?.after ?? []].map((entries) =>
    valuesOf(entries, fieldIds.licence),
  ) as [string[], string[]];
  if (isSame(before, after)) return null;
  const [was, is] = [asksForLicenceForm(before), asksForLicenceForm(after)];
  if (was !== is) return is ? 'closed' : 'opened';
  return strictness(after) > strictness(before) ? 'stricter' : 'freer';
}

/** Position among the licences, which are listed from the freest to the strictest. */
function strictness(rights: readonly string[]): number {
  return licences.findIndex((licence) => rights.includes(licence));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
