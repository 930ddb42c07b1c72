import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { MappingEntry } from '@domain/api/mapping';
import type { MetadataEntry } from '@domain/api/metadata';
import { formatUploadId, type UploadKind } from '@domain/upload-id';
import { readCsvFile } from '../../services/repository/ingest/read-csv-file';
import { recordPerson } from '../../services/repository/store/people';
import { files, sourceColumns, sourceTables, studies, uploads } from '../../services/repository/store/schema';
import { checkTable } from '../../services/repository/jobs/handlers/check-table';
import { publishUpload } from '../../services/repository/jobs/handlers/publish-upload';
import { actors, createTestApi, type TestApi } from './test-api';
import { maxWaitMs } from './test-repository';

/** A csv file, as text or as a path. */
export type TestTable = { name: string; csv: string } | { name: string; file: string };

export interface SourceUpload {
  kind?: UploadKind;
  tables: TestTable[];
  metadata?: MetadataEntry[];
}

/**
 * The test API with workers for the jobs 'check-table' and 'publish-upload', and uploads stored as the ingest leaves
 * them, for tests of mapping, checks and publication.
 */
export async function openSourceApi() {
  const test = await createTestApi();
  const { jobs, settings } = test.repository;
  settings.jobWaitMs = maxWaitMs;
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(test.repository, data, signal, isFinal));
  jobs.handle('publish-upload', (data, signal) => publishUpload(test.repository, data, signal));
  await jobs.start();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-sources-'));
  return {
    ...test,
    /** Adds an upload of `actors.contributor`. */
    addUpload: (upload: SourceUpload) => addUpload(test, folder, upload),
    close: async () => {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type SourceApi = Awaited<ReturnType<typeof openSourceApi>>;

async function addUpload(
  { repository }: TestApi,
  folder: string,
  { kind = 'raw', tables, metadata = [] }: SourceUpload,
): Promise<{ number: number; id: string }> {
  const { db } = repository;
  const now = repository.now();
  const owner = actors.contributor;
  await recordPerson(db, owner, now);
  const [study] = await db.insert(studies).values({ owner: owner.subject, metadata }).returning();
  const [upload] = await db
    .insert(uploads)
    .values({ kind, owner: owner.subject, study: study?.id ?? 0, createdAt: now })
    .returning();
  const number = upload?.number ?? 0;
  const file = randomUUID();
  await db
    .insert(files)
    .values({
      id: file,
      upload: number,
      version: 1,
      name: 'data.csv',
      bytes: 1,
      sha256: file,
      objectKey: `originals/${file}`,
      state: 'ready',
      receivedAt: now,
    });
  for (const [position, table] of tables.entries()) {
    const source = 'file' in table ? table.file : path.join(folder, `${randomUUID()}.csv`);
    if ('csv' in table) await writeFile(source, table.csv);
    const objectKey = `tables/${file}-${position}.parquet`;
    const encoding = source.endsWith('-de.csv') ? 'windows-1252' : 'utf-8';
    const read = await readCsvFile(repository, source, encoding, objectKey, new AbortController().signal);
    const [row] = await db
      .insert(sourceTables)
      .values({ file, position, name: table.name, rowCount: read.rowCount, firstRow: read.firstRow + 1, objectKey })
      .returning();
    const columns = read.columns.map((name, index) => ({ table: row?.id ?? 0, position: index, name }));
    await db.insert(sourceColumns).values(columns);
  }
  return { number, id: formatUploadId(number, kind) };
}

/** A mapping from column names to '<key>|<unit>'. */
export function mappingOf(targets: Record<string, string>): MappingEntry[] {
  return Object.entries(targets).map(([source, value]) => {
    const [key = '', unit = ''] = value.split('|');
    return { source, target: { key, unit } };
  });
}
