import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type { MappingEntry } from '../../domain/api/mapping';
import type { MetadataEntry } from '../../domain/api/metadata';
import { formatUploadId, type UploadKind } from '../../domain/upload-id';
import { createApi } from '../../services/repository/api/app';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { readCsvFile } from '../../services/repository/ingest/read-csv-file';
import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';
import { openStore } from '../../services/repository/store/database';
import { recordPerson } from '../../services/repository/store/record-person';
import { files, sourceColumns, sourceTables, studies, uploads } from '../../services/repository/store/schema';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { checkTable } from '../../services/repository/usecases/check-table';
import type { RepositoryContext } from '../../services/repository/usecases/context';
import { publishUpload } from '../../services/repository/usecases/publish-upload';
import { openTestDatabase } from './test-database';

/** A csv file, as text or as the path of one that exists. */
export type TestTable = { name: string; csv: string } | { name: string; file: string };

/** Tokens of the test API are '<subject>' or '<subject>:Experts'. */
const verifyToken = async (token: string) => {
  const [subject = '', ...roles] = token.split(':');
  return { subject, name: subject, email: `${subject}@example.org`, roles };
};

/**
 * The API on a real store, engine and job queue, with uploads put there as the ingest leaves them: for
 * tests of mapping, checks and publication. `now` can be set.
 */
export async function openSourceRepository() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-sources-'));
  const database = await openTestDatabase();
  const tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
  const jobs = await createJobQueue(database.pool, { log: () => undefined, soleWorker: true });
  const clock = { now: new Date('2026-11-20T12:00:00Z') };
  const faults: unknown[] = [];
  const repository = {
    db: openStore(database.pool),
    files: await createDiskFileStore(path.join(folder, 'objects')),
    tables,
    jobs,
    settings: { origin: 'https://motothek.example', timeZone: 'Europe/Berlin', jobWaitMs: 20_000 },
    now: () => clock.now,
  } as unknown as RepositoryContext;
  jobs.handle('check-table', (data, signal, last) => checkTable(repository, data, signal, last));
  jobs.handle('publish-upload', (data, signal) => publishUpload(repository, data, signal));
  await jobs.start();
  const api = createApi({ repository, verifyToken, reportFault: (error) => faults.push(error) });

  return {
    repository,
    clock,
    faults,
    addUpload: (input: UploadInput) => addUpload(repository, folder, input),
    /** Asks the API; a body is sent as JSON. */
    ask: async (token: string | null, address: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
      api.request(address, {
        method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          'Accept-Language': 'en',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    api,
    close: async () => {
      await jobs.stop();
      await tables.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type SourceRepository = Awaited<ReturnType<typeof openSourceRepository>>;

interface UploadInput {
  owner?: string;
  kind?: UploadKind;
  tables: TestTable[];
  metadata?: MetadataEntry[];
}

async function addUpload(
  repository: RepositoryContext,
  folder: string,
  { owner = 'anna', kind = 'raw', tables, metadata = [] }: UploadInput,
) {
  const { db } = repository;
  const now = repository.now();
  await recordPerson(db, { subject: owner, name: owner, email: `${owner}@example.org`, roles: [] }, now);
  const [study] = await db.insert(studies).values({ owner, metadata }).returning();
  const [upload] = await db.insert(uploads).values({ kind, owner, study: study!.id, createdAt: now }).returning();
  const number = upload!.number;
  const file = randomUUID();
  await db.insert(files).values({
    id: file, upload: number, version: 1, name: 'data.csv', bytes: 1, sha256: file, objectKey: `originals/${file}`,
    state: 'ready', receivedAt: now,
  }); // prettier-ignore
  for (const [position, table] of tables.entries()) {
    const source = 'file' in table ? table.file : path.join(folder, `${randomUUID()}.csv`);
    if ('csv' in table) await writeFile(source, table.csv);
    const objectKey = `tables/${file}-${position}.parquet`;
    const encoding = 'file' in table && table.file.endsWith('-de.csv') ? 'windows-1252' : 'utf-8';
    const read = await readCsvFile(repository, source, encoding, objectKey, AbortSignal.timeout(60_000));
    const [row] = await db
      .insert(sourceTables)
      .values({ file, position, name: table.name, rowCount: read.rowCount, objectKey })
      .returning();
    await db
      .insert(sourceColumns)
      .values(read.columns.map((name, index) => ({ table: row!.id, position: index, name })));
  }
  return { number, id: formatUploadId(number, kind) };
}

/** A mapping from 'column -> key|unit' pairs. */
export function mappingOf(targets: Record<string, string>): MappingEntry[] {
  return Object.entries(targets).map(([source, value]) => {
    const [key = '', unit = ''] = value.split('|');
    return { source, target: { key, unit } };
  });
}
