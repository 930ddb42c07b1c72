import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

import type pg from 'pg';
import { inject } from 'vitest';

import type { RepositoryContext } from '../../services/repository/context/context';
import type { JobQueue } from '../../services/repository/context/job-queue';
import type { Mail } from '../../services/repository/context/mailer';
import { createLocalRegistrar } from '../../services/repository/doi/registrars';
import { createDiskFileStore } from '../../services/repository/files/disk-file-store';
import { createJobQueue } from '../../services/repository/jobs/pg-boss-queue';
import { createPartFiles } from '../../services/repository/parts/part-files';
import { openStore } from '../../services/repository/store/database';
import type { TableEngine } from '../../services/repository/context/table-engine';
import { startTableEngine } from '../../services/repository/tables/duckdb-engine';
import { openTestDatabase, type TestDatabase } from './test-database';

/** Time limit for waiting for jobs, longer than they take on any machine. */
export const maxWaitMs = 120_000;

export interface TestRepository {
  /** Dependencies of the use cases: real store, files, columnar engine and job queue; the mailer only records mails. */
  repository: RepositoryContext;
  pool: pg.Pool;
  /** Settings for another server of the same repository to connect. */
  connection: pg.PoolConfig;
  /** Mails sent so far. */
  mails: Mail[];
  /** Log of the job queue, which contains failed jobs. */
  jobLog: string[];
  /**
   * Waits until every due job has run. Register handlers (`repository.jobs.handle`) first, because the first call
   * starts the queue. Jobs that wait for another attempt are left waiting.
   */
  settle(): Promise<void>;
  close(): Promise<void>;
}

let sharedTables: Promise<TableEngine> | undefined;

/**
 * The columnar engine of all test files of a process, because each start takes half a second. It ends with the process.
 */
function openSharedTables(): Promise<TableEngine> {
  sharedTables ??= startTableEngine({ tempDir: path.join(inject('childBundles'), 'spill') });
  return sharedTables;
}

/**
 * A repository for one test file. `overrides` replace parts of the context; tests mostly change `now` and `settings`.
 * Call `close` in `afterAll`.
 */
export async function createTestRepository(overrides: Partial<RepositoryContext> = {}): Promise<TestRepository> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'motothek-repository-'));
  const database = await openTestDatabase();
  const mails: Mail[] = [];
  const jobLog: string[] = [];
  const log = (message: string, error?: unknown) => void jobLog.push(`${message} ${String(error ?? '')}`.trim());
  const jobs = await createJobQueue(database.pool, { log, soleWorker: true });
  const origin = 'https://motothek.example';
  const files = overrides.files ?? (await createDiskFileStore(path.join(folder, 'objects')));
  const repository: RepositoryContext = {
    db: openStore(database.pool),
    files,
    parts: await createPartFiles(path.join(folder, 'parts'), files),
    tables: overrides.tables ?? (await openSharedTables()),
    jobs,
    mail: { send: async (mail) => void mails.push(mail), forget: async () => {} },
    doi: createLocalRegistrar({ origin }),
    roleHolders: () => Promise.resolve(null),
    findAccount: null,
    recordsElsewhere: null,
    accounts: null,
    settingsInForce: [],
    freeBytes: () => Promise.resolve(1e12),
    settings: {
      origin,
      contactEmail: 'contact@motothek.example',
      minFileBytes: 1,
      maxFileBytes: 50 * 1024 * 1024,
      fixity: { replica: undefined },
      storage: { accountBytes: 1e12, totalBytes: null, reserveBytes: 0 },
      parserSeconds: 60,
      parserMemoryBytes: 1024 ** 3,
      keptFilesBytes: 1_000_000_000,
      timeZone: 'Europe/Berlin',
      requiredFactorRoles: [],
      board: {
        assignment: 'chair',
        hasOpenPanels: true,
        reviewDays: 30,
        reminderDays: [-7, 0, 7],
        letterByChair: false,
        smallVersions: 'two',
      },
      retention: { jobDays: 7, purposeDays: 3650, invitationDays: 90 },
      withdrawal: { keepDays: 365, isDoiFindable: false },
      lookups: { orcid: null, ror: null, crossref: null, datacite: null },
      sharedCache: { seconds: 0, purgeAddresses: [], purgeToken: undefined, lagSeconds: 0 },
      // No worker runs until a test starts one.
      jobWaitMs: 0,
    },
    now: () => new Date(),
    ...overrides,
  };
  // Tests of norms have them made themselves; in others these jobs would be due after some seconds.
  jobs.handle('make-norms', async () => {});
  return {
    repository,
    pool: database.pool,
    connection: database.connection,
    mails,
    jobLog,
    settle: () => settle(jobs, database),
    close: async () => {
      await jobs.stop();
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function settle(jobs: JobQueue, { pool }: TestDatabase): Promise<void> {
  await jobs.start();
  jobs.nudge();
  const deadline = Date.now() + maxWaitMs;
  for (;;) {
    const { rows } = await pool.query<{ name: string }>(
      `select name from pgboss.job where state = 'active' or (state < 'active' and start_after <= now())`,
    );
    if (rows.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Jobs do not end: ${rows.map((row) => row.name).join(', ')}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
