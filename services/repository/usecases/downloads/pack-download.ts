import type { Readable } from 'node:stream';

import { Refusal } from '@domain/error-codes';
import { byLanguage, type Language, languages } from '@domain/language';
import { localDay } from '@domain/local-time';
import type { UploadKind } from '@domain/upload-id';

import { readProblems } from '../../checks/read-problems';
import type { OwnerUseCase } from '../../context/access';
import type { Actor, RepositoryContext } from '../../context/context';
import { requireRows } from '../../files/read-objects';
import { type DataSetContents, packageFileName, packageFiles } from '../../packaging/package-files';
import { zipStream } from '../../packaging/zip-stream';
import { dataSetFileName, toSearchRow } from '../../search/search-row';
import { publishedFields } from '../../search/published-fields';
import { listDataSets } from '../../store/data-set-records';
import { listPublishedTables, type PublishedTable } from '../../store/published-data-sets';
import { listSourceMapping, type FileColumn } from '../../store/source-mapping';
import { findDecision } from '../../store/submissions';
import { findDownload } from './download-session';

/** A package that is generated while it is streamed. */
export interface Package {
  fileName: string;
  open: () => Readable;
}

/**
 * Package of a download session. Refuses with 'not-found' for other users' sessions, 'licence-form-open' before the
 * licence form is answered, and 'rows-missing' if the store has lost some rows.
 */
export async function packDownload(actor: Actor, repository: RepositoryContext, id: string): Promise<Package> {
  const { session } = await findOpenDownload('packDownload', actor, repository, id);
  return {
    fileName: packageFileName(session.createdAt, repository.settings.timeZone),
    open: await preparePack(repository, session.numbers),
  };
}

/** Package of one data set of a session, by the file name from the list of downloads. Refuses like `packDownload`. */
export async function packDownloadedDataSet(
  actor: Actor,
  repository: RepositoryContext,
  input: { id: string; nr: number; fileName: string },
): Promise<Package> {
  const { records } = await findOpenDownload('packDownloadedDataSet', actor, repository, input.id);
  const record = records.find(({ nr }) => nr === input.nr);
  if (!record || dataSetFileName(record) !== input.fileName) throw new Refusal('not-found');
  return { fileName: input.fileName, open: await preparePack(repository, [input.nr]) };
}

/** Licence gate of download sessions. All their data is read through it. */
async function findOpenDownload(useCase: OwnerUseCase, actor: Actor, repository: RepositoryContext, id: string) {
  const download = await findDownload(useCase, actor, repository, id);
  if (!download.isOpen) throw new Refusal('licence-form-open');
  return download;
}

async function preparePack(repository: RepositoryContext, numbers: number[]): Promise<() => Readable> {
  await requireRows(repository, await listPublishedTables(repository.db, numbers));
  return () => pack(repository, numbers);
}

function pack(repository: RepositoryContext, numbers: number[]): Readable {
  const now = repository.now();
  const { origin, timeZone } = repository.settings;
  const files = packageFiles(repository, {
    numbers,
    load: (nr) => loadContents(repository, nr),
    day: localDay(now, timeZone),
    origin,
  });
  return zipStream(files, now);
}

async function loadContents(repository: RepositoryContext, nr: number): Promise<DataSetContents | null> {
  const { db } = repository;
  const [record] = await listDataSets(db, [nr]);
  if (!record) return null;
  const decision = await findDecision(db, record.upload);
  const tables = await listPublishedTables(db, [nr]);
  const mapping = underPublishedNames(await listSourceMapping(db, record.upload), tables);
  const day = decision?.decidedAt ? localDay(decision.decidedAt, repository.settings.timeZone) : null;
  return {
    record,
    row: toSearchRow(record, repository),
    tables,
    mapping,
    fields: byLanguage((language) => publishedFields(record.metadata, language)),
    problems: await listProblems(repository, record.kind, mapping),
    decision: { status: decision?.status ?? 'Accepted', day, votes: decision?.votes ?? [] },
  };
}

/** Columns with the names of their published tables. */
function underPublishedNames(columns: FileColumn[], tables: PublishedTable[]): FileColumn[] {
  const names = new Map(tables.map(({ position, name }) => [position, name]));
  return columns.map((column) => ({ ...column, table: names.get(column.tablePosition) ?? '' }));
}

/** Problems of all tables of the contributor's file, in order. */
async function listProblems(
  { db }: RepositoryContext,
  kind: UploadKind,
  mapping: FileColumn[],
): Promise<DataSetContents['problems']> {
  const tables = [...new Map(mapping.map(({ tableId, table }) => [tableId, table]))];
  const problemsIn = async (language: Language) => {
    const lists = tables.map(async ([id, table]) => {
      const problems = await readProblems(db, { table: id, kind }, language);
      return problems.map((problem) => ({ table, problem }));
    });
    return [language, (await Promise.all(lists)).flat()] as const;
  };
  return Object.fromEntries(await Promise.all(languages.map(problemsIn))) as DataSetContents['problems'];
}
