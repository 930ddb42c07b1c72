import {
  type DataChange,
  type DataChoices,
  maxRowChoices,
  rowsLeftOut,
  tableLeftOut,
  type TableDataAnswer,
  type TestLeftOut,
} from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';

import { spellingSql } from '../../tables/value-sql';
import { columnOf, mappedColumns } from '../../checks/checked-table';
import { startChecks } from '../../checks/start-checks';
import { findAllowedUpload, lockAllowedUpload, tableNamed } from '../../context/access';
import { parquetSql } from '../../context/table-engine';
import type { Actor, RepositoryContext } from '../../context/context';
import { awaitChecks } from '../../context/wait-for-jobs';
import type { Transaction } from '../../store/database';
import { orRefuse } from '../../files/read-objects';
import { listSourceColumns, saveDataChoices } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
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
  const { leftOut, recognised, choices } = table;
  const tests = (choices.tests ?? []).map(({ position, spelling, rows }) => ({ position, spelling, rows }));
  return { leftOut, blankRows: recognised?.blankRows ?? 0, rows: rowsLeftOut(table), tests };
}

interface ChangeInput {
  id: string;
  table: string;
  change: DataChange;
}

/**
 * Leaves a table, or some of its rows, out of everything that is counted, checked and published, or takes them back in.
 * A mapped table is checked again. Refuses with 'upload-submitted', 'unknown-table', 'last-table' if no other table is
 * data, 'rows-outside', 'row-reason-missing', 'too-many-row-choices', and 'problems-changed' if another file has come.
 */
export async function changeTableData(
  actor: Actor,
  repository: RepositoryContext,
  input: ChangeInput,
): Promise<TableDataAnswer> {
  const { db, jobs } = repository;
  const { change } = input;
  const found = 'sameTestAs' in change ? await findTestOf(actor, repository, input, change.sameTestAs) : change;
  const checked = await db.transaction(async (tx) => {
    const progress = await lockAllowedUpload('changeTableData', actor, tx, input.id);
    const table = tableNamed(progress, input.table);
    if ('objectKey' in found && found.objectKey !== table.objectKey) throw new Refusal('problems-changed');
    return save(tx, repository, table, changedChoices(progress, table, found));
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
  const rowsOf = ({ rows, tests = [] }: DataChoices) => JSON.stringify([rows, tests]);
  return rowsOf(choices) === rowsOf(table.choices) ? [] : startChecks(tx, jobs, [table]);
}

/** A test that is left out, and the file in which it was found. */
interface FoundTest {
  leaveTest: TestLeftOut;
  objectKey: string;
}

/** The test that a row names in long format, also if the row is left out already. */
async function findTestOf(
  actor: Actor,
  { db, files, tables }: RepositoryContext,
  input: { id: string; table: string },
  row: number,
): Promise<FoundTest> {
  const progress = await findAllowedUpload('changeTableData', actor, db, input.id);
  const table = tableNamed(progress, input.table);
  const test = columnOf(
    { columns: mappedColumns(progress.upload.kind, await listSourceColumns(db, table.id)) },
    longFormat.name,
  );
  if (!test) throw new Refusal('bad-request');
  const { position, name: column } = test;
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  const [found] = await tables.all(
    `select ${spellingSql(position)} as spelling from ${parquetSql(local.path)} where file_row_number = ?`,
    [row - table.firstRow],
  );
  if (!found) throw new Refusal('rows-outside', boundsOf(table));
  const spelling = String(found.spelling ?? '');
  if (spelling === '') throw new Refusal('bad-request');
  return { leaveTest: { column, position, spelling, rows: 0 }, objectKey: table.objectKey };
}

function boundsOf({ firstRow, rowCount }: TableProgress) {
  return { first: firstRow, last: firstRow + rowCount - 1 };
}

type RangeChange = Extract<DataChange, { from: number }>;

function changedChoices(
  progress: UploadProgress,
  table: TableProgress,
  change: Exclude<DataChange, { sameTestAs: number }> | FoundTest,
): DataChoices {
  const { choices, recognised } = table;
  const { tests = [] } = choices;
  if ('takeTest' in change) return { ...choices, tests: tests.filter(({ spelling }) => spelling !== change.takeTest) };
  if ('leaveTest' in change) return withTest(choices, change.leaveTest);
  if ('table' in change) {
    const changed = { ...choices, table: change.table };
    const isLast = progress.dataTables.every(({ id }) => id === table.id);
    if (isLast && tableLeftOut({ recognised, choices: changed }) !== null) throw new Refusal('last-table');
    return changed;
  }
  return withRows(table, change);
}

function withTest(choices: DataChoices, test: TestLeftOut): DataChoices {
  const { tests = [] } = choices;
  const isSame = (other: TestLeftOut) => other.position === test.position && other.spelling === test.spelling;
  if (tests.some(isSame)) return choices;
  if (tests.length >= maxRowChoices) throw new Refusal('too-many-row-choices');
  return { ...choices, tests: [...tests, test] };
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
