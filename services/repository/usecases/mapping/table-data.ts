import { isDeepStrictEqual } from 'node:util';

import type { DataChange, TableData } from '@domain/api/table-data';
import {
  countMoreBlankRows,
  type DataChoices,
  maxRowChoices,
  maxRowReasonCharacters,
  maxTestCharacters,
  maxRowTextCharacters,
  type RowsLeftOut,
  type RowsLost,
  rowsLeftOut,
  tableLeftOut,
  type TestLeftOut,
  withRowChoice,
} from '@domain/data-rows';
import { Refusal } from '@domain/error-codes';
import { isVisible } from '@domain/text';

import { spellingSql, valueSql } from '../../tables/value-sql';
import { columnOf, mappedColumns } from '../../checks/checked-table';
import { startChecks } from '../../checks/start-checks';
import { findAllowedUpload, lockAllowedUpload, tableNamed } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { parquetSql } from '../../context/table-engine';
import { awaitChecks } from '../../context/wait-for-jobs';
import { orMissing, orRefuse, orElse } from '../../files/read-objects';
import { listColumnNames } from '../../store/files';
import type { Transaction } from '../../store/database';
import { lockSourceTable } from '../../store/locks';
import { listSourceColumns, saveDataChoices } from '../../store/mapping';
import type { TableProgress, UploadProgress } from '../../store/upload-progress';
import { countDataRows } from '../../tables/data-rows-sql';
import { longFormat } from '../../vocabulary';

/** Which rows of a table are no data, or that the whole table is none. */
export async function findTableData(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; table: string },
): Promise<TableData> {
  const table = tableNamed(await findAllowedUpload('findTableData', actor, repository.db, input.id), input.table);
  const { leftOut, recognised, choices } = table;
  const rows = rowsLeftOut(table);
  return {
    leftOut,
    blankRows: recognised?.blankRows ?? 0,
    moreBlankRows: countMoreBlankRows(table),
    rows: await orElse(rows, withContents(repository, table, rows)),
    lost: choices.lost ?? [],
    tests: (choices.tests ?? []).map(({ position, spelling, text = spelling, rows, firstRows = [] }) => {
      return { position, spelling, text, rows, firstRows };
    }),
    isCut: recognised?.isCut ?? false,
  };
}

/** The rows with the beginning of those that their user left out; of several in a row, that of the first. */
async function withContents(
  { db, files, tables }: RepositoryContext,
  table: TableProgress,
  rows: RowsLeftOut[],
): Promise<RowsLeftOut[]> {
  const own = rows.filter(({ reason }) => reason === 'user').map(({ from }) => from - table.firstRow);
  if (own.length === 0) return rows;
  const names = (await listColumnNames(db, [table.id])).get(table.id) ?? [];
  const cells = names.slice(0, maxContentColumns).map((_, i) => `c${i}`);
  await using local = await orMissing(files.openLocal(table.objectKey));
  if (!local) return rows;
  const found = await tables.all(
    `select file_row_number as r, left(concat_ws('; ', ${cells.join(', ')}), ${maxRowTextCharacters}) as content
     from ${parquetSql(local.path)} where r in (${own.join(', ')})`,
  );
  const contents = new Map(found.map(({ r, content }) => [Number(r) + table.firstRow, String(content)]));
  return rows.map((row) => (row.reason === 'user' ? { ...row, content: contents.get(row.from) ?? '' } : row));
}

interface ChangeInput {
  id: string;
  table: string;
  change: DataChange;
}

/** Columns at the left of which the beginning of a row is made. */
const maxContentColumns = 20;
/** Attempts to save a change while choices are saved elsewhere. */
const maxAttempts = 10;

/**
 * Leaves a table, or some of its rows, out of everything that is counted, checked and published, or takes them back in.
 * A mapped table is checked again. Choices that are saved elsewhere at the same time are kept. Refuses with
 * 'upload-submitted', 'unknown-table', 'last-table' if no other table is data, 'no-data-rows' if no row would be data,
 * 'rows-outside', 'rows-reversed', 'rows-blank', 'rows-not-listed', 'row-reason-missing', 'row-reason-too-long',
 * 'too-many-row-choices', and 'rows-changed' if another file has come or the choices keep changing.
 */
export async function changeTableData(
  actor: Actor,
  repository: RepositoryContext,
  input: ChangeInput,
): Promise<TableData> {
  const { db, jobs } = repository;
  let checked: number[] | null = null;
  for (let attempt = 0; checked === null; attempt += 1) {
    if (attempt === maxAttempts) throw new Refusal('rows-changed');
    const planned = await planChange(actor, repository, input);
    checked = await db.transaction((tx) => save(tx, actor, repository, input, planned));
  }
  jobs.nudge();
  await awaitChecks(repository, checked);
  return findTableData(actor, repository, input);
}

/** A table as it was seen, and its choices after the change. */
interface PlannedChange {
  seen: TableProgress;
  choices: DataChoices;
}

/** Rows are read and counted before the transaction, because the columnar engine may be busy. */
async function planChange(actor: Actor, repository: RepositoryContext, input: ChangeInput): Promise<PlannedChange> {
  const { change } = input;
  const progress = await findAllowedUpload('changeTableData', actor, repository.db, input.id);
  const seen = tableNamed(progress, input.table);
  if ('table' in change) return { seen, choices: await withUse(repository, seen, change.table) };
  if ('settle' in change) return { seen, choices: withoutLost(seen.choices, change.settle) };
  const choices = await withRows(repository, progress, seen, change);
  const dataRows = await countRows(repository, { ...seen, choices });
  if (dataRows === 0) throw new Refusal('no-data-rows');
  return { seen, choices: { ...choices, dataRows } };
}

/** Saves planned choices. Returns the ids of the tables to check; null if others were saved since they were planned. */
async function save(
  tx: Transaction,
  actor: Actor,
  { jobs }: RepositoryContext,
  { id, change }: ChangeInput,
  { seen, choices }: PlannedChange,
): Promise<number[] | null> {
  const progress = await lockAllowedUpload('changeTableData', actor, tx, id);
  const table = tableNamed(progress, seen.name);
  const current = await lockSourceTable(tx, table.id);
  // The numbers are those of rows in the file that was seen.
  if (table.objectKey !== seen.objectKey) throw new Refusal('rows-changed');
  if (!isDeepStrictEqual(current?.dataChoices, seen.choices)) return null;
  const isLeftOut = tableLeftOut({ recognised: table.recognised, choices }) !== null;
  if (table.leftOut !== null && isLeftOut && 'table' in change) return [];
  const isLast = progress.dataTables.every((other) => other.id === table.id);
  if ('table' in change && isLast && isLeftOut) throw new Refusal('last-table');
  await saveDataChoices(tx, table.id, choices);
  // Only the rows that are left out change the result of a check. A table that was left out was not checked meanwhile.
  const rowsOf = ({ rows, tests = [] }: DataChoices) => JSON.stringify([rows, tests]);
  const isStale = rowsOf(choices) !== rowsOf(seen.choices) || table.leftOut !== null;
  return isStale && !isLeftOut ? startChecks(tx, jobs, [{ ...table, leftOut: null }]) : [];
}

/** Choices about the whole table. Where every row looks like a note, all of them become data with the table. */
async function withUse(
  repository: RepositoryContext,
  table: TableProgress,
  use: 'data' | 'left-out',
): Promise<DataChoices> {
  const choices = { ...table.choices, table: use };
  if (use === 'left-out' || (await countRows(repository, { ...table, choices })) > 0) return choices;
  const { first, last } = boundsOf(table);
  const all = { ...choices, rows: [{ from: first, to: last, isData: true, reason: '' }] };
  return { ...all, dataRows: await countRows(repository, { ...table, choices: all }) };
}

type RowsChange = Exclude<DataChange, { table: string } | { settle: RowsLost }>;

async function withRows(
  repository: RepositoryContext,
  progress: UploadProgress,
  table: TableProgress,
  change: RowsChange,
): Promise<DataChoices> {
  const { choices } = table;
  if ('takeTest' in change) return withoutTest(choices, change.takeTest);
  if ('sameTestAs' in change)
    return withTest(choices, await findTestOf(repository, progress, table, change.sameTestAs));
  const { from, to, isData, reason } = change;
  const { first, last } = boundsOf(table);
  if (from > to) throw new Refusal('rows-reversed', { from, to });
  if (from < first || to > last) throw new Refusal('rows-outside', { first, last });
  if (!isData) checkReason(reason);
  else if (await areBlank(repository, table, change)) throw new Refusal('rows-blank');
  const rows = withRowChoice(choices.rows, { from, to, isData, reason: isData ? '' : reason });
  if (rows.length > maxRowChoices) throw new Refusal('too-many-row-choices');
  return { ...choices, rows };
}

function withoutLost(choices: DataChoices, settled: RowsLost): DataChoices {
  const lost = (choices.lost ?? []).filter((rows) => !isDeepStrictEqual(rows, settled));
  if (lost.length === (choices.lost ?? []).length) throw new Refusal('rows-not-listed');
  return { ...choices, lost };
}

function checkReason(reason: string): void {
  if (!isVisible(reason)) throw new Refusal('row-reason-missing');
  const max = maxRowReasonCharacters;
  if (reason.length > max) throw new Refusal('row-reason-too-long', { max });
}

/** Whether rows that their user did not leave out are all blank. They cannot become data. */
async function areBlank(
  repository: RepositoryContext,
  table: TableProgress,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { recognised, choices, firstRow } = table;
  const isOwn = choices.rows.some((row) => !row.isData && row.from <= to && row.to >= from);
  if (isOwn || !recognised?.blankRows) return false;
  await using local = await orRefuse('not-found', repository.files.openLocal(table.objectKey));
  const [found] = await repository.tables.all(
    `select bool_and(blank) as blank from ${parquetSql(local.path)} where file_row_number between ? and ?`,
    [from - firstRow, to - firstRow],
  );
  return found?.blank === true;
}

function boundsOf({ firstRow, rowCount }: TableProgress) {
  return { first: firstRow, last: firstRow + rowCount - 1 };
}

function withoutTest(choices: DataChoices, spelling: string): DataChoices {
  const { tests = [] } = choices;
  const others = tests.filter((test) => test.spelling !== spelling);
  if (others.length === tests.length) throw new Refusal('rows-not-listed');
  return { ...choices, tests: others };
}

function withTest(choices: DataChoices, test: TestLeftOut): DataChoices {
  const { tests = [] } = choices;
  const isSame = (other: TestLeftOut) => other.position === test.position && other.spelling === test.spelling;
  if (tests.some(isSame)) return choices;
  if (tests.length >= maxRowChoices) throw new Refusal('too-many-row-choices');
  return { ...choices, tests: [...tests, test] };
}

/** The test that a row names in long format, also if the row is left out already. */
async function findTestOf(
  { db, files, tables }: RepositoryContext,
  { upload }: UploadProgress,
  table: TableProgress,
  row: number,
): Promise<TestLeftOut> {
  const columns = mappedColumns(upload.kind, await listSourceColumns(db, table.id));
  const test = columnOf({ columns }, longFormat.name);
  if (!test) throw new Refusal('bad-request');
  const { position, name: column } = test;
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  const [found] = await tables.all(
    `select ${spellingSql(position)} as spelling, ${valueSql(position)} as text
     from ${parquetSql(local.path)} where file_row_number = ?`,
    [row - table.firstRow],
  );
  if (!found) throw new Refusal('rows-outside', boundsOf(table));
  const spelling = String(found.spelling ?? '');
  if (spelling === '' || spelling.length > maxTestCharacters) throw new Refusal('bad-request');
  return { column, position, spelling, text: String(found.text), rows: 0 };
}

async function countRows({ files, tables }: RepositoryContext, table: TableProgress): Promise<number> {
  await using local = await orRefuse('not-found', files.openLocal(table.objectKey));
  return countDataRows(tables, local.path, table);
}
