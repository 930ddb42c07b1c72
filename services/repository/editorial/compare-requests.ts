import { type RoundChanges, maxListedChanges } from '@domain/api/round-changes';
import { targetLabel } from '@domain/api/mapping';
import { compareRounds, type MappedTo, type RoundDifference } from '@domain/board/compare-rounds';
import { RoundSchema } from '@domain/board/rounds';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { ruleSentence } from '../checks/rule-sentences';
import { formFields } from '../metadata/schema';
import { listChangeRequests } from '../store/board';
import type { Queryable } from '../store/database';
import type { UploadProgress } from '../store/upload-progress';
import { findTarget, vocabulary } from '../vocabulary';
import { readRound } from './read-round';

/**
 * What the contributor changed after each request for changes, oldest first: up to the next request, or to the
 * present state. Null for a request that is still open. Does not check permission; `readsFile`: the caller may read
 * what the file contains.
 */
export async function compareRequests(
  db: Queryable,
  progress: UploadProgress,
  { readsFile, language }: { readsFile: boolean; language: Language },
): Promise<(RoundChanges | null)[]> {
  const requests = await listChangeRequests(db, progress.upload.number);
  if (requests.length === 0) return [];
  const topOf = topFields(language);
  const now = await readRound(db, progress);
  return requests.map(({ before, closedAt }, index) => {
    if (closedAt === null) return null;
    const next = requests[index + 1];
    const found = compareRounds(RoundSchema.parse(before), next ? RoundSchema.parse(next.before) : now, topOf);
    return shownChanges(found, progress.upload.kind, { readsFile, language });
  });
}

/** Differences as they are shown; `readsFile`: to somebody who may read what the file contains. */
export function shownChanges(
  found: RoundDifference,
  kind: UploadKind,
  { readsFile, language }: { readsFile: boolean; language: Language },
): RoundChanges {
  return { content: readsFile ? contentChanges(found, kind, language) : null, metadata: found.metadata };
}

function topFields(language: Language): (field: number) => number {
  const nested = new Map(formFields(language).map(({ id, nestedIn }) => [id, nestedIn]));
  return (field) => nested.get(field) ?? field;
}

function contentChanges(
  { file, tables, columns, mapping, comments }: RoundDifference,
  kind: UploadKind,
  language: Language,
): RoundChanges['content'] {
  const nameOf = (target: MappedTo | null) => target && targetName(target, kind, language);
  return {
    file,
    tables: firstOf(tables, (table) => table),
    columns: firstOf(columns, (column) => column),
    mapping: firstOf(mapping, ({ before, after, ...column }) => ({
      ...column,
      before: nameOf(before),
      after: nameOf(after),
    })),
    comments: firstOf(comments, ({ rule, row, ...comment }) => ({
      ...comment,
      row: row > 0 ? row : null,
      problem: ruleSentence(rule, language),
    })),
  };
}

function firstOf<One, Shown>(all: readonly One[], show: (one: One) => Shown): { first: Shown[]; count: number } {
  return { first: all.slice(0, maxListedChanges).map(show), count: all.length };
}

/** Name and unit of a target; its key if the vocabulary no longer has it. */
function targetName({ key, unit }: MappedTo, kind: UploadKind, language: Language): string {
  const found = findTarget(vocabulary, kind, key, unit);
  if (!found) return key;
  return targetLabel({ value: found.target.label[language], unitText: found.unit.text[language] });
}
