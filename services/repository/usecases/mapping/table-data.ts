import {
  type DataChange,
  type DataChoices,
  maxRowChoices,
  rowsLeftOut,
  tableLeftOut,
  type TableDataAnswer,
} from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';

import { startChecks } from '../../checks/start-checks';
import { findAllowedUpload, lockAllowedUpload, tableNamed } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { saveDataChoices } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';

/** Which rows of a table are no data, or that the whole table is none. */
export async function findTableData(
  actor: Actor,
  { db }: RepositoryContext,
  input: { id: string; table: string },
): Promise<TableDataAnswer> {
  return answerOf(tableNamed(await findAllowedUpload('findTableData', actor, db, input.id), input.table));
}

function answerOf(table: TableProgress): TableDataAnswer {
  return { leftOut: table.leftOut, blankRows: table.recognised?.blankRows ?? 0, rows: rowsLeftOut(table) };
}

interface ChangeInput {
  id: string;
  table: string;
  change: DataChange;
}

/**
 * Leaves a table, or some of its rows, out of everything that is counted, checked and published, or takes them back in.
 * A mapped table is checked again. Refuses with 'upload-submitted', 'unknown-table', 'last-table' if no other table is
 * data, 'rows-outside', 'row-reason-missing' and 'too-many-row-choices'.
 */
export async function changeTableData(
  actor: Actor,
  repository: RepositoryContext,
  input: ChangeInput,
): Promise<TableDataAnswer> {
  const { db, jobs } = repository;
  const checked = await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('changeTableData', actor, tx, input.id);
    const table = tableNamed(progress, input.table);
    const choices = changedChoices(progress, table, input.change);
    return save(tx, repository, table, choices);
  });
  jobs.nudge();
  await awaitChecks(repository, checked);
  return findTableData(actor, repository, input);
}

/** Saves the choices. Only the rows that are left out change the result of a check. */
async function save(
  tx: Transaction,
  { jobs }: RepositoryContext,
  table: TableProgress,
  choices: DataChoices,
): Promise<number[]> {
  await saveDataChoices(tx, table.id, choices);
  const isSame = JSON.stringify(choices.rows) === JSON.stringify(table.choices.rows);
  return isSame ? [] : startChecks(tx, jobs, [table]);
}

function changedChoices(progress: UploadProgress, table: TableProgress, change: DataChange): DataChoices {
  const { choices, recognised } = table;
  if ('table' in change) {
    const changed = { ...choices, table: change.table };
    const isLast = progress.dataTables.every(({ id }) => id === table.id);
    if (isLast && tableLeftOut({ recognised, choices: changed }) !== null) throw new Refusal('last-table');
    return changed;
  }
  const { from, to, isData, reason } = change;
  const last = table.firstRow + table.rowCount - 1;
  if (from < table.firstRow || to > last || from > to) {
    throw new Refusal('rows-outside', { first: table.firstRow, last });
  }
  if (!isData && reason === '') throw new Refusal('row-reason-missing');
  const earlier = choices.rows.filter((row) => row.from < from || row.to > to);
  if (earlier.length >= maxRowChoices) throw new Refusal('too-many-row-choices');
  return { ...choices, rows: [...earlier, { from, to, isData, reason: isData ? '' : reason }] };
}
