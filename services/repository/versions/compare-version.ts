import { isDeepStrictEqual } from 'node:util';

import { compareRounds, type RoundDifference } from '@domain/board/compare-rounds';
import type { Round } from '@domain/board/rounds';
import { matchTables } from '@domain/column-identity';
import type { TableRowsChanged, VersionDifference } from '@domain/life/versions';
import { fieldIds } from '@domain/metadata/field-ids';
import { hashOf } from '@domain/secrets';

import type { RepositoryContext } from '../context/context';
import type { StatementOptions } from '../context/table-engine';
import { readRound } from '../editorial/read-round';
import { openLocalFiles } from '../files/read-objects';
import { formFields } from '../metadata/schema';
import type { Queryable } from '../store/database';
import { listSourceColumns } from '../store/mapping';
import { findUploadProgress, type TableProgress, type UploadProgress } from '../store/upload-progress';
import { findNewVersion, type NewVersion, saveComparedRows } from '../store/versions';
import { dataRowsSql } from '../tables/data-rows-sql';
import { type ComparedTable, compareOrCountRows, compareRows, countRowsOfBoth } from './compare-rows';

/** A new version with the one that it continues. */
export interface ContinuedVersion {
  version: NewVersion;
  former: UploadProgress;
}

/** The version that an upload continues; null if it is no new version. */
export async function findContinued(db: Queryable, { upload }: UploadProgress): Promise<ContinuedVersion | null> {
  const version = await findNewVersion(db, upload.number);
  const former = version && (await findUploadProgress(db, version.former));
  return version && former && { version, former };
}

type Context = Pick<RepositoryContext, 'db' | 'files' | 'tables'>;

/**
 * Differences between the rows of a version and those of the one that it continues. The last result is kept, because it
 * may take long. With a `timeoutMs` for each table it throws if that is not enough; otherwise tables that take more than
 * any statement may are not compared.
 */
export async function compareVersionRows(
  repository: Context,
  { version, former }: ContinuedVersion,
  progress: UploadProgress,
  options: StatementOptions = {},
): Promise<TableRowsChanged[]> {
  const { db } = repository;
  const tables = await pairedTables(db, former, progress);
  const tag = tagOf(tables);
  if (version.compared?.tag === tag) return version.compared.rows;
  const rows: TableRowsChanged[] = [];
  for (const { before, after } of tables) {
    if (before && after) rows.push(await compareTable(repository, before, after, options));
  }
  await saveComparedRows(db, version.upload, { tag, rows });
  return rows;
}

/** The kept result of `compareVersionRows`; null if rows have changed since. */
export async function findComparedRows(
  db: Queryable,
  { version, former }: ContinuedVersion,
  progress: UploadProgress,
): Promise<TableRowsChanged[] | null> {
  const tag = tagOf(await pairedTables(db, former, progress));
  return version.compared?.tag === tag ? version.compared.rows : null;
}

type Table = TableProgress & { columns: ComparedTable['columns'] };
interface TablePair {
  before: Table | null;
  after: Table | null;
}

async function pairedTables(db: Queryable, former: UploadProgress, present: UploadProgress): Promise<TablePair[]> {
  const before = await withColumns(db, former.dataTables);
  const after = await withColumns(db, present.dataTables);
  const identities = (tables: Table[]) =>
    tables.map((table) => ({ ...table, columnNames: table.columns.map(({ name }) => name) }));
  const matches = matchTables(identities(before), identities(after));
  const taken = new Set(matches.values());
  return [
    ...after.map((table, index) => ({ after: table, before: before[matches.get(index) ?? -1] ?? null })),
    ...before.flatMap((table, index) => (taken.has(index) ? [] : [{ before: table, after: null }])),
  ];
}

async function withColumns(db: Queryable, tables: readonly TableProgress[]): Promise<Table[]> {
  const found: Table[] = [];
  for (const table of tables) found.push({ ...table, columns: await listSourceColumns(db, table.id) });
  return found;
}

/** Everything on which the comparison depends. Rows and their numbers follow from the object. */
function tagOf(pairs: readonly TablePair[]): string {
  const parts = ({ name, objectKey, choices, columns }: Table) => [name, objectKey, choices, columns.map(personOf)];
  return hashOf(JSON.stringify(pairs.map(({ before, after }) => [before && parts(before), after && parts(after)])));
}

const personOf = ({ name, targetKey }: ComparedTable['columns'][number]) => [name, targetKey === 'person_id'];

async function compareTable(
  { files, tables: engine }: Context,
  before: Table,
  after: Table,
  options: StatementOptions,
): Promise<TableRowsChanged> {
  await using local = await openLocalFiles(files, [before.objectKey, after.objectKey]);
  const [formerPath = '', path = ''] = local.paths;
  const [former, present] = [
    { ...before, relation: dataRowsSql(formerPath, before) },
    { ...after, relation: dataRowsSql(path, after) },
  ] as const;
  if (before.objectKey === after.objectKey && isDeepStrictEqual(before.choices, after.choices)) {
    const counted = await countRowsOfBoth(engine, former, present);
    return { ...counted, cells: counted.rowsBefore * after.columns.length };
  }
  // Whoever sets a time wants to hear that it was too short.
  return options.timeoutMs === undefined
    ? compareOrCountRows(engine, former, present)
    : compareRows(engine, former, present, options);
}

/** What else differs between a version and the one that it continues. */
export async function compareVersionRounds(
  db: Queryable,
  { former }: ContinuedVersion,
  progress: UploadProgress,
): Promise<RoundDifference> {
  const nested = new Map(formFields('en').map(({ id, nestedIn }) => [id, nestedIn]));
  return compareRounds(await roundOf(db, former), await roundOf(db, progress), (id) => nested.get(id) ?? id);
}

/** The file of a copy has an id of its own, but the same content. */
async function roundOf(db: Queryable, progress: UploadProgress): Promise<Round> {
  return { ...(await readRound(db, progress)), file: progress.file.sha256 };
}

/** Fields that say nothing about the data set itself. */
const fieldsAside: readonly number[] = [fieldIds.version, fieldIds.boardNote, fieldIds.embargo];

/** Everything that rules and readers need of the differences. */
export async function describeDifference(
  db: Queryable,
  continued: ContinuedVersion,
  progress: UploadProgress,
  rows: TableRowsChanged[],
): Promise<VersionDifference> {
  const found = await compareVersionRounds(db, continued, progress);
  const mapped = new Set<string>();
  for (const table of await withColumns(db, [...continued.former.dataTables, ...progress.dataTables])) {
    for (const { name, targetKey } of table.columns) if (targetKey !== null) mapped.add(keyOf(table.name, name));
  }
  return {
    rows,
    tables: found.tables.flatMap(({ name, before, after }) =>
      before && after ? [] : [{ table: name, isAdded: before === null }],
    ),
    columns: found.columns.map((column) => ({ ...column, isMapped: mapped.has(keyOf(column.table, column.column)) })),
    mapping: found.mapping.map(({ table, column }) => ({ table, column })),
    documents: found.documents,
    fields: found.metadata.flatMap(({ field }) => (fieldsAside.includes(field) ? [] : [field])),
  };
}

const keyOf = (table: string, column: string) => JSON.stringify([table, column]);
