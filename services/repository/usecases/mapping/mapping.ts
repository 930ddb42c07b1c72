import type { MappingEntry, Problem, SharedTargets } from '@domain/api/mapping';
import { Refusal } from '@domain/error-codes';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { dataTable, findAllowedUpload, lockAllowedUpload, tableNamed } from '../../context/access';
import { readProblems } from '../../checks/read-problems';
import { contentTag, type ExpectedTags, refuseOverwriting } from '../../content-tag';
import type { Actor, RepositoryContext } from '../../context/context';
import { removeObjects } from '../../context/file-store';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { lockSourceTable } from '../../store/locks';
import {
  listSourceColumns,
  recordMapper,
  saveTargets,
  type SourceColumn,
  startMappingRevision,
} from '../../store/mapping';
import { findOther } from '../../store/people';
import { clearProblems } from '../../store/problems';
import { reattachComments, detachComments } from '../../store/detached-comments';
import { findTarget, isRepeatable, vocabulary } from '../../vocabulary';

/** Mapping of a table, without columns that have no target. */
export async function findMapping(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
): Promise<MappingEntry[]> {
  const table = tableNamed(await findAllowedUpload('findMapping', actor, db, input.id), input.table);
  return mappingOf(await listSourceColumns(db, table.id));
}

/** Targets of the given columns, without columns that have none. */
function mappingOf(columns: readonly Pick<SourceColumn, 'name' | 'targetKey' | 'targetUnit'>[]): MappingEntry[] {
  return columns.flatMap(({ name, targetKey, targetUnit }) =>
    targetKey === null ? [] : [{ source: name, target: { key: targetKey, unit: targetUnit ?? '' } }],
  );
}

interface MappingInput {
  id: string;
  table: string;
  mapping: MappingEntry[];
  expected?: ExpectedTags;
}

interface SavedMapping {
  /** Null if the check takes longer than the wait. */
  problems: Problem[] | null;
  /** Number of comments that belong to previous targets of their columns. */
  detached: number;
}

/**
 * Saves the mapping of a table and has it checked; an unchanged mapping is not checked again. A change clears the
 * table's problems. Comments on a column are kept with its target and restored if that target is chosen again.
 * Refuses with 'upload-submitted', 'unknown-table', 'table-left-out', 'unknown-column', 'unknown-target',
 * 'shared-target' if two columns have the same target, 'bad-request' for a column named twice, and 'saved-elsewhere' if
 * the stored mapping has none of the tags `expected` and differs from the input.
 */
export async function saveMapping(
  actor: Actor,
  repository: RepositoryContext,
  input: MappingInput,
  language: Language,
): Promise<SavedMapping> {
  const saved = await repository.db.transaction((tx) => save(tx, actor, repository, input));
  repository.jobs.nudge();
  await removeObjects(repository.files, saved.unused);
  const isChecked = await awaitChecks(repository, [saved.table]);
  const problems = isChecked
    ? await readProblems(repository.db, { table: saved.table, kind: saved.kind }, language)
    : null;
  return { problems, detached: saved.detached };
}

async function save(tx: Transaction, actor: Actor, { jobs, now }: RepositoryContext, input: MappingInput) {
  const progress = await lockAllowedUpload('saveMapping', actor, tx, input.id);
  const { id } = dataTable(progress, input.table);
  const { kind } = progress.upload;
  const table = await lockSourceTable(tx, id);
  if (!table) throw new Refusal('unknown-table');

  const columns = await listSourceColumns(tx, id);
  const targets = readTargets(kind, columns, input.mapping);
  const changed = columns.filter(
    ({ position, targetKey, targetUnit }) =>
      targetKey !== (targets.get(position)?.key ?? null) || targetUnit !== (targets.get(position)?.unit ?? null),
  );
  const settled = table.checkState === 'ready' || table.checkState === 'running';
  if (changed.length === 0 && (settled || targets.size === 0)) {
    return { table: id, kind, unused: [], detached: 0 };
  }

  if (changed.length > 0) {
    const last = { at: table.mappedAt, by: await findOther(tx, actor, table.mappedBy) };
    refuseOverwriting(contentTag(mappingOf(columns)), input.expected ?? null, last);
    await recordMapper(tx, id, actor.subject, now());
  }

  const positions = changed.map(({ position }) => position);
  const named = { id, name: table.name, upload: progress.upload.number };
  const detached = await detachComments(tx, named, positions);
  await saveTargets(
    tx,
    id,
    positions.map((position) => ({ position, key: null, unit: null, ...targets.get(position) })),
  );
  await reattachComments(tx, named, positions);
  const unused = await clearProblems(tx, id);
  const revision = await startMappingRevision(tx, id, targets.size > 0 ? 'running' : 'none');
  if (targets.size > 0) await jobs.enqueue(tx, 'check-table', { table: id, revision });
  return { table: id, kind, unused, detached };
}

/** Targets by column position. Refuses unknown columns and targets, and targets that are used twice. */
function readTargets(kind: UploadKind, columns: SourceColumn[], mapping: MappingEntry[]) {
  const positions = new Map(columns.map(({ name, position }) => [name, position]));
  const targets = new Map<number, { key: string; unit: string }>();
  const columnsByKey = new Map<string, string[]>();
  for (const { source, target } of mapping) {
    const position = positions.get(source);
    if (position === undefined) throw new Refusal('unknown-column', { column: source });
    if (targets.has(position)) throw new Refusal('bad-request');
    const found = findTarget(vocabulary, kind, target.key, target.unit);
    if (!found) {
      const name = target.unit === '' ? target.key : `${target.key} (${target.unit})`;
      throw new Refusal('unknown-target', { target: name });
    }
    targets.set(position, target);
    if (isRepeatable(found.target)) continue;
    columnsByKey.set(target.key, [...(columnsByKey.get(target.key) ?? []), source]);
  }
  refuseShared(columnsByKey);
  return targets;
}

function refuseShared(columnsByKey: ReadonlyMap<string, string[]>): void {
  const shared: SharedTargets = [...columnsByKey]
    .filter(([, columns]) => columns.length > 1)
    .map(([key, columns]) => ({ key, columns }));
  const [a, b] = shared[0]?.columns ?? [];
  if (a !== undefined && b !== undefined) throw new Refusal('shared-target', { a, b }, { shared });
}
