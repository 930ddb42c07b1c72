import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import { createApi, type RepositoryApi } from '../../services/repository/api/app';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { openStore } from '../../services/repository/store/database';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import type { RepositoryContext } from '../../services/repository/usecases/context';
import { openTestDatabase } from './test-database';

/** The API on a real store and engine, for what only reads: no jobs, no mail. */
export async function openReadingRepository() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-reading-'));
  const database = await openTestDatabase();
  const tables = await startTableEngine({ tempDir: path.join(folder, 'spill') });
  const faults: unknown[] = [];
  const repository = {
    db: openStore(database.pool),
    files: await createDiskFileStore(path.join(folder, 'objects')),
    tables,
    doi: { kind: 'local', address: (_: string, nr: number) => `https://motothek.example/data-set/${nr}` },
    settings: { origin: 'https://motothek.example', timeZone: 'Europe/Berlin' },
    now: () => new Date('2026-11-20T23:30:00Z'),
  } as unknown as RepositoryContext;
  const api: RepositoryApi = createApi({
    repository,
    verifyToken: async (token) => ({ subject: token, name: token, email: `${token}@example.org`, roles: [] }),
    reportFault: (error) => faults.push(error),
  });
  return {
    repository,
    api,
    faults,
    close: async () => {
      await tables.close();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
