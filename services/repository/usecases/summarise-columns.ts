import type { ColumnSummary } from '@domain/api/column-summary';
import type { ColumnMeasures } from '@domain/column-measures';

import { measureExactly } from '../ingest/measure-columns';
import { listSourceColumns } from '../store/mapping';
import type { TableProgress } from '../store/upload-progress';
import { parquetSql, TableEngineError } from '../tables/table-engine';
import type { Actor, RepositoryContext } from './context';
import { findReadableFile, firstTable, tableNamed } from './find-source-table';
import { orNotFound } from './or-not-found';

/**
 * What some columns of a table hold, as it was measured when the file was read, and what the file itself
 * says about them; of its first table when none is named. The column at place `exact` is measured anew
 * where only estimates are known. For owner and editorial board.
 */
export async function summariseColumns(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string | null; from: number; to: number; exact: number | null },
): Promise<ColumnSummary[]> {
  const progress = await findReadableFile(actor, repository.db, input.id);
  const table = input.table === null ? firstTable(progress) : tableNamed(progress, input.table);
  const columns = await listSourceColumns(repository.db, table.id);
  return Promise.all(
    columns
      .slice(input.from, input.to)
      .map(async ({ name, position, summary, info }) => ({
        name,
        measures:
          summary && position === input.exact ? await exactMeasures(repository, table, position, summary) : summary,
        label: info?.label ?? null,
        valueLabels: info?.valueLabels ?? null,
      })),
  );
}

/** Estimates stay where counting takes longer than a request may. */
async function exactMeasures(
  { files, tables }: RepositoryContext,
  table: TableProgress,
  position: number,
  summary: ColumnMeasures,
): Promise<ColumnMeasures> {
  if (summary.distinctIsExact && summary.medianIsExact) return summary;
  await using local = await orNotFound(files.openLocal(table.objectKey));
  try {
    const { distinct, median } = await measureExactly(tables, parquetSql(local.path), position);
    return {
      ...summary,
      distinct,
      distinctIsExact: true,
      median: summary.kind === 'number' ? median : summary.median,
      medianIsExact: true,
    };
  } catch (error) {
    if (error instanceof TableEngineError && error.reason === 'timeout') return summary;
    throw error;
  }
}
