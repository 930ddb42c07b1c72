import type { MappingEntry } from '@domain/api/mapping';

import { listSourceColumns } from '../store/mapping';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload, tableNamed } from './find-source-table';

/** The mapping of a table, columns without a target left out. For its owner and the editorial board. */
export async function findMapping(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
): Promise<MappingEntry[]> {
  const table = tableNamed(await findReadableUpload(actor, db, input.id), input.table);
  const columns = await listSourceColumns(db, table.id);
  return columns.flatMap(({ name, targetKey, targetUnit }) =>
    targetKey === null ? [] : [{ source: name, target: { key: targetKey, unit: targetUnit ?? '' } }],
  );
}
