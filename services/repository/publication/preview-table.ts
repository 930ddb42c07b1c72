import type { PublicationPreview } from '@domain/api/publication';
import { columnLetters } from '@domain/column-letters';
import type { Language } from '@domain/language';
import type { UploadKind } from '@domain/upload-id';

import { dataTable } from '../context/access';
import { mappedColumns, missingCodes } from '../checks/checked-table';
import { openTable } from '../checks/open-table';
import type { RepositoryContext } from '../context/context';
import { orRefuse } from '../files/read-objects';
import { withheldReason } from '../packaging/texts';
import {
  personsSql,
  planTable,
  publishedRowsSql,
  publishedTableName,
  rowWindowSql,
  type TablePlan,
} from './plan-publication';
import { cellText } from '../search/published-data';
import { listSourceColumns } from '../store/mapping';
import type { TableProgress, UploadProgress } from '../store/upload-progress';
import { type ReadRows, readWindow } from '../tables/read-window';
import { vocabulary } from '../vocabulary';

const nothing: ReadRows = { rows: [], isCut: false };

/** Rows of a table, of the first one if `table` is null. */
export interface PreviewedWindow {
  table: string | null;
  offset: number;
  limit: number;
}

/**
 * Window of a table of an upload as it would be published with its present mapping. Does not check permission. Refuses
 * like `dataTable`, and with 'not-found' if the store has lost the table.
 */
export async function previewTable(
  { db, files, tables }: Pick<RepositoryContext, 'db' | 'files' | 'tables'>,
  progress: UploadProgress,
  input: PreviewedWindow,
  language: Language,
): Promise<PublicationPreview> {
  const table = dataTable(progress, input.table);
  const { kind } = progress.upload;
  const { metadata } = progress.study;
  const missing = missingCodes(vocabulary.missingCodes, metadata);
  const columns = await listSourceColumns(db, table.id);
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  const mapped = { ...table, kind, columns: mappedColumns(kind, columns), missing };
  const open = await openTable(tables, local.path, mapped, {});
  const plan = planTable(columns, open.table);
  const rows = { plan, from: rowWindowSql(open.rows, input) };
  const persons = personsSql([rows], missing, progress.file.id);
  const found = plan.columns.length > 0 ? await readWindow(tables, publishedRowsSql(rows, persons, true)) : nothing;
  const positions = new Map(columns.map(({ name, position }) => [name, position]));
  return {
    name: publishedTableName(progress.dataTables, table),
    columns: publishedColumns(plan, kind, language),
    withheld: plan.withheld.map(({ column, reason }) => ({
      column,
      letters: columnLetters(positions.get(column) ?? 0),
      code: reason,
      reason: withheldReason(reason, language),
      isCoarsened: plan.columns.some(({ source }) => source === column),
    })),
    window: windowOf(plan, found, table, input.offset),
  };
}

function publishedColumns(plan: TablePlan, kind: UploadKind, language: Language) {
  return plan.columns.map(({ key, unit, source, sourceUnit, change }) => ({
    key,
    unit,
    label: vocabulary.targets[kind].get(key)?.label[language] ?? key,
    source,
    sourceUnit,
    change,
  }));
}

function windowOf(
  { columns }: TablePlan,
  { rows, isCut }: ReadRows,
  { rowCount, firstRow }: TableProgress,
  offset: number,
): PublicationPreview['window'] {
  const keys = columns.map(({ key }) => key);
  return {
    offset,
    rowCount,
    columns: keys,
    rows: rows.map((row) => ({
      row: Number(row.file_row_number) + firstRow,
      values: keys.map((key) => cellText(row[key])),
    })),
    ...(isCut ? { nextOffset: Number(rows.at(-1)?.file_row_number) + 1 } : {}),
  };
}
