import {
  type DataChange,
  type DataChoices,
  maxRowChoices,
  rowsLeftOut,
  tableLeftOut,
  type TableDataAnswer,
} from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';

import { spellingSql } from '../../checks/cell-sql';
import { columnOf, mappedColumns } from '../../checks/checked-table';
import { startChecks } from '../../checks/start-checks';
import { findAllowedUpload, lockAllowedUpload, tableNamed } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { orRefuse } from '../../files/read-objects';
import { listSourceColumns, saveDataChoices } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
import { dataRowsSql } from '../../tables/data-rows-sql';
import { longFormat } from '../../vocabulary';

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
  const { change } = input;
  const ranges = 'sameTestAs' in change ? await findRowsOfTest(actor, repository, input, change.sameTestAs) : [];
  const checked = await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('changeTableData', actor, tx, input.id);
    const table = tableNamed(progress, input.table);
    const choices =
      'sameTestAs' in change
        ? ranges.reduce(
            (changed, rows) =>
              withRows({ ...table, choices: changed }, { ...rows, isData: false, reason: change.reason }),
            table.choices,
          )
        : changedChoices(progress, table, change);
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

/** Ranges of rows that name the same test as a row, in long format. Of a row without a test only the row itself. */
async function findRowsOfTest(
  actor: Actor,
  { db, files, tables }: RepositoryContext,
  input: { id: string; table: string },
  row: number,
): Promise<{ from: number; to: number }[]> {
  const progress = await findAllowedUpload('changeTableData', actor, db, input.id);
  const table = tableNamed(progress, input.table);
  const mapped = { columns: mappedColumns(progress.upload.kind, await listSourceColumns(db, table.id)) };
  const test = columnOf(mapped, longFormat.name);
  if (!test) return [{ from: row, to: row }];
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  const found = await tables.all(
    `with named as (select file_row_number + ${table.firstRow} as "row", ${spellingSql(test.position)} as test
       from ${dataRowsSql(local.path, table)})
     select "row" from named where test = (select test from named where "row" = ?) or "row" = ? order by "row"`,
    [row, row],
  );
  const ranges: { from: number; to: number }[] = [];
  for (const { row: value } of found) {
    const last = ranges.at(-1);
    if (last && Number(value) === last.to + 1) last.to += 1;
    else ranges.push({ from: Number(value), to: Number(value) });
  }
  if (ranges.length === 0) throw new Refusal('rows-outside', boundsOf(table));
  return ranges;
}

function boundsOf({ firstRow, rowCount }: TableProgress) {
  return { first: firstRow, last: firstRow + rowCount - 1 };
}

type RangeChange = Extract<DataChange, { from: number }>;

function changedChoices(
  progress: UploadProgress,
  table: TableProgress,
  change: Exclude<DataChange, { sameTestAs: number }>,
): DataChoices {
  const { choices, recognised } = table;
  if ('table' in change) {
    const changed = { ...choices, table: change.table };
    const isLast = progress.dataTables.every(({ id }) => id === table.id);
    if (isLast && tableLeftOut({ recognised, choices: changed }) !== null) throw new Refusal('last-table');
    return changed;
  }
  return withRows(table, change);
}

function withRows(table: TableProgress, { from, to, isData, reason }: RangeChange): DataChoices {
  const { choices } = table;
  const { first, last } = boundsOf(table);
  if (from < first || to > last || from > to) throw new Refusal('rows-outside', { first, last });
  if (!isData && reason === '') throw new Refusal('row-reason-missing');
  const earlier = choices.rows.filter((row) => row.from < from || row.to > to);
  if (earlier.length >= maxRowChoices) throw new Refusal('too-many-row-choices');
  return { ...choices, rows: [...earlier, { from, to, isData, reason: isData ? '' : reason }] };
}
