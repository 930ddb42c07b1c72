import { isDeepStrictEqual } from 'node:util';

import { type RoundChanges, maxListedChanges } from '@domain/api/round-changes';
import { targetLabel } from '@domain/api/mapping';
import { compareRounds, type MappedTo, type RoundDifference } from '@domain/board/compare-rounds';
import { type Round, RoundSchema } from '@domain/board/rounds';
import type { Language } from '@domain/language';
import { mayHaveChanged } from '@domain/life/versions';
import type { UploadKind } from '@domain/upload-id';

import { ruleSentence } from '../checks/rule-sentences';
import { findDecidedMetadata } from '../metadata/decided-metadata';
import { topFieldOf } from '../metadata/schema';
import { listChangeRequests } from '../store/board';
import { listCorrections } from '../store/corrections';
import type { Queryable } from '../store/database';
import { forgottenRound } from '../store/erase-upload';
import type { UploadProgress } from '../store/upload-progress';
import { findTarget, vocabulary } from '../vocabulary';
import { readRound } from './read-round';

/**
 * What the contributor changed after each request for changes, oldest first: up to the next request, or to the
 * present state. Null for a request that is still open, and for all once the contributor's account is deleted. Does not
 * check permission; `readsFile`: the caller may read what the file contains.
 */
export async function compareRequests(
  db: Queryable,
  progress: UploadProgress,
  { readsFile, language }: { readsFile: boolean; language: Language },
): Promise<(RoundChanges | null)[]> {
  const requests = await listChangeRequests(db, progress.upload.number);
  if (requests.length === 0) return [];
  const now = { ...(await readRound(db, progress)), metadata: await findDecidedMetadata(db, progress) };
  const files = await listCorrections(db, progress.upload.number);
  return requests.map(({ before, closedAt }, index) => {
    if (closedAt === null || isDeepStrictEqual(before, forgottenRound)) return null;
    const next = requests[index + 1];
    const [first, last] = [RoundSchema.parse(before), next ? RoundSchema.parse(next.before) : now];
    const found = { ...compareRounds(first, last, topFieldOf), values: valuesBetween(files, first, last) };
    return shownChanges(found, progress.upload.kind, { readsFile, language });
  });
}

/** What the corrected files between two rounds have changed in their tables. */
function valuesBetween(files: Awaited<ReturnType<typeof listCorrections>>, before: Round, after: Round): ChangedValues {
  const at = ({ file }: Round) => files.findIndex(({ id }) => id === file);
  return files.slice(at(before) + 1, at(after) + 1).flatMap(({ name, changes }) => {
    const tables = (changes?.tables ?? []).flatMap(({ values }) => (values && mayHaveChanged(values) ? values : []));
    return tables.length === 0 ? [] : { file: name, tables };
  });
}

type ChangedValues = NonNullable<RoundChanges['content']>['values'];

/** Differences as they are shown; `readsFile`: to somebody who may read what the file contains. */
export function shownChanges(
  found: RoundDifference & { values?: ChangedValues },
  kind: UploadKind,
  { readsFile, language }: { readsFile: boolean; language: Language },
): RoundChanges {
  return { content: readsFile ? contentChanges(found, kind, language) : null, metadata: found.metadata };
}

function contentChanges(
  { file, documents, values = [], tables, columns, mapping, comments }: RoundDifference & { values?: ChangedValues },
  kind: UploadKind,
  language: Language,
): RoundChanges['content'] {
  const nameOf = (target: MappedTo | null) => target && targetName(target, kind, language);
  return {
    file,
    documents,
    values,
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
