import type { MappingEntry } from '@domain/api/mapping';

import { listSourceColumns, type SourceColumn } from '../store/mapping';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, tableNamed } from './find-source-table';

/** The mapping of a table, columns without a target left out. For its owner and the editorial board. */
export async function findMapping(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
): Promise<MappingEntry[]> {
  const table = tableNamed(await findReadableFile(actor, db, input.id), input.table);
  return mappingOf(await listSourceColumns(db, table.id));
}

/** The targets of some columns, those without one left out. */
export function mappingOf(columns: readonly Pick<SourceColumn, 'name' | 'targetKey' | 'targetUnit'>[]): MappingEntry[] {
  return columns.flatMap(({ name, targetKey, targetUnit }) =>
    targetKey === null ? [] : [{ source: name, target: { key: targetKey, unit: targetUnit ?? '' } }],
  );
}
