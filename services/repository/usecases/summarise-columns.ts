import type { ColumnSummary } from '@domain/api/column-summary';

import { listSourceColumns } from '../store/mapping';
import type { Actor, RepositoryContext } from './context';
import { findReadableUpload, firstTable, tableNamed } from './find-source-table';

/**
 * What some columns of a table hold, as it was measured when the file was read, and what the file itself
 * says about them; of its first table when none is named. For owner and editorial board.
 */
export async function summariseColumns(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string | null; from: number; to: number },
): Promise<ColumnSummary[]> {
  const progress = await findReadableUpload(actor, db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const columns = await listSourceColumns(db, table.id);
  return columns.slice(input.from, input.to).map(({ name, summary, info }) => ({
    name,
    measures: summary,
    label: info?.label ?? null,
    valueLabels: info?.valueLabels ?? null,
  }));
}
