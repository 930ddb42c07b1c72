import { randomUUID } from 'node:crypto';

import type { TestLeftOut } from '@domain/data-rows';

import { type MappedTable, readMappedTable } from '../../checks/checked-table';
import { countCases } from '../../checks/count-cases';
import { findProblems } from '../../checks/find-problems';
import { openTable } from '../../checks/open-table';
import type { FoundGroup } from '../../checks/rule';
import { findStaleComments } from '../../checks/read-problems';
import { rulesVersion } from '../../checks/rules/rules-version';
import { withNextCell } from '../../checks/render-problems';
import type { RepositoryContext } from '../../context/context';
import { ObjectNotFound, removeObjects } from '../../context/file-store';
import type { IsFinal } from '../../context/job-queue';
import { jobStatement, sqlText, type TableEngine } from '../../context/table-engine';
import { orMissing } from '../../files/read-objects';
import { lockSourceTable } from '../../store/locks';
import { findSourceTable, saveDataChoices, setChecked, setCheckState } from '../../store/mapping';
import { type ProblemGroupInsert, removeComments, replaceProblems } from '../../store/problems';
import { carryComments, resolveComments } from '../../store/settle-comments';
import { countDataRows, testRowsSql } from '../../tables/data-rows-sql';

/**
 * Job 'check-table': checks one mapping revision of a table and stores its problems. An outdated revision is
 * discarded, before and after the work. A final server error sets the check to 'failed'.
 */
export async function checkTable(
  repository: RepositoryContext,
  job: { table: number; revision: number },
  signal: AbortSignal,
  isFinal: IsFinal = () => false,
): Promise<void> {
  try {
    await check(repository, job, signal);
  } catch (error) {
    if (isFinal(error) && !signal.aborted) await setCheckState(repository.db, job, 'failed');
    throw error;
  }
}

async function check(
  repository: RepositoryContext,
  { table: id, revision }: { table: number; revision: number },
  signal: AbortSignal,
): Promise<void> {
  const { db, files, tables } = repository;
  const found = await findSourceTable(db, id);
  if (!found || found.table.mappingRevision !== revision) return;
  await using local = await orMissing(files.openLocal(found.table.objectKey));
  if (local === null) {
    // The object is lost, unless a corrected file has just replaced it or the upload was deleted.
    const now = await findSourceTable(db, id);
    if (now?.table.mappingRevision !== revision) return;
    throw new ObjectNotFound(found.table.objectKey);
  }

  const { upload, study } = found;
  const source = { ...found.table, choices: found.table.dataChoices };
  const table = await readMappedTable(repository, { table: source, kind: upload.kind, metadata: study.metadata });
  const open = await openTable(tables, local.path, table, jobStatement);
  const groups = await findProblems(tables, open, signal);
  const n = await countCases(tables, open);
  const dataRows = await countDataRows(tables, local.path, table);
  const tests = await countTestRows(tables, local.path, table);
  const stored = await storeCells(repository, id, groups, signal);
  const stale = await findStaleComments(repository, id, stored);
  const unused = await db.transaction(async (tx) => {
    const current = await lockSourceTable(tx, id);
    if (current?.mappingRevision !== revision) return objectKeys(stored);
    await carryComments(tx, current, stored);
    const replaced = await replaceProblems(tx, id, stored);
    await removeComments(tx, stale);
    await resolveComments(tx, current, stored);
    await setChecked(tx, id, { n, checkedAt: repository.now(), rulesVersion });
    const hasChoices = tests.length + current.dataChoices.rows.length > 0;
    if (hasChoices) await saveDataChoices(tx, id, { ...current.dataChoices, tests, dataRows });
    return replaced;
  });
  await removeObjects(files, unused);
}

/** The tests that are left out with their present numbers of rows and the first of these. */
async function countTestRows(engine: TableEngine, path: string, table: MappedTable): Promise<TestLeftOut[]> {
  const { tests = [] } = table.choices;
  const sql = testRowsSql(path, table);
  if (sql === null) return [];
  const counts = await engine.all(sql, [], jobStatement);
  const byTest = new Map(counts.map((row) => [`${row.position} ${row.spelling}`, row]));
  return tests.map((test) => {
    const { n = 0, first = '' } = byTest.get(`${test.position} ${test.spelling}`) ?? {};
    const positions = String(first).split(',').filter(Boolean);
    return { ...test, rows: Number(n), firstRows: positions.map((position) => Number(position) + table.firstRow) };
  });
}

/** Writes the cells of large groups to Parquet under new keys, which take effect when the groups are stored. */
async function storeCells(
  { files, tables }: RepositoryContext,
  table: number,
  groups: FoundGroup[],
  signal: AbortSignal,
): Promise<ProblemGroupInsert[]> {
  const stored: ProblemGroupInsert[] = [];
  for (const { allCellsSql, ...group } of groups.map(withNextCell)) {
    signal.throwIfAborted();
    let objectKey: string | null = null;
    if (allCellsSql !== null) {
      objectKey = `problems/${table}/${randomUUID()}.parquet`;
      await files.writeLocal(objectKey, (path) =>
        tables.run(`copy (${allCellsSql}) to ${sqlText(path)} (format parquet)`, [], jobStatement),
      );
    }
    stored.push({ ...group, objectKey });
  }
  return stored;
}

function objectKeys(groups: ProblemGroupInsert[]): string[] {
  return groups.flatMap(({ objectKey }) => objectKey ?? []);
}
