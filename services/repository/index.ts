import { randomUUID } from 'node:crypto';
import path from 'node:path';

import type pg from 'pg';

import { migrateSchema } from '../database/migrate-schema';
import { isOutage } from '@domain/outage';

import { createApi, type RepositoryApi } from './api/app';
import type { VerifyToken } from './api/authentication';
import type { OpenBody } from './api/environment';
import type {
  FindAccount,
  ListRoleHolders,
  RecordsElsewhere,
  RepositoryContext,
  RepositorySettings,
} from './context/context';
import type { DoiRegistrar } from './context/doi-registrar';
import { TryAgainLater } from './context/job-queue';
import type { Mailer } from './context/mailer';
import { createDataciteRegistrar, createLocalRegistrar, type DataciteOptions } from './doi/registrars';
import { type FileStoreOptions, openObjects, openReplica, type ReplicaPlace } from './files/open-file-store';
import { createFixity, type FixitySettings } from './fixity/keep-fixity';
import { fixityMetrics } from './fixity/metrics';
import { isReplicaThere } from './fixity/replica';
import { sumWritten } from './fixity/sum-written';
import type { JobPlaces } from './jobs/job-turns';
import { handleJobs } from './jobs/handle-jobs';
import { createJobQueue } from './jobs/pg-boss-queue';
import { keepLanguageCodes } from './metadata/codes';
import { createPartFiles } from './parts/part-files';
import { createPartObjects } from './parts/part-objects';
import { forgetAllShared } from './publication/forget-shared';
import { keepSearchReady } from './search/keep-search-ready';
import { type Database, installationId, openReaders, openStore } from './store/database';
import { countFixity } from './store/object-sums';
import { beginCountingUses } from './store/uses';
import { startTableEngine } from './tables/duckdb-engine';
import { claimObjects } from './upkeep/claim-objects';
import { workMetrics } from './upkeep/metrics';
import { startUpkeep } from './upkeep/start-upkeep';

export interface RepositoryOptions {
  pool: pg.Pool;
  /** A pool for what visitors read, which may be some seconds behind; undefined means the same one. */
  readerPool?: pg.Pool | undefined;
  /** Folder for temporary files of the engine, and for originals and tables if they are stored on disk. */
  dataDir: string;
  /** Free space of the disk with that folder, in bytes. */
  freeBytes: () => Promise<number>;
  objectStore: FileStoreOptions['objectStore'];
  objectCacheBytes: number;
  downloadRedirects: FileStoreOptions['downloadRedirects'];
  /** Memory of each process of the engine, and how many there may be. */
  tablesMemoryBytes: number;
  engineProcesses: number;
  /** How stored objects are compared with their SHA-256, and where copies of them are. */
  fixity: FixitySettings & { replica: ReplicaPlace | undefined };
  settings: RepositorySettings;
  /** URL of a public CSV with language codes; undefined = the packaged list. */
  languageCodesUrl: string | undefined;
  mail: Mailer;
  /** DataCite account. Without it only test DOIs are made. */
  datacite: Pick<DataciteOptions, 'apiUrl' | 'repositoryId' | 'password' | 'prefix'> | undefined;
  verifyToken: VerifyToken;
  openBody: OpenBody;
  roleHolders: ListRoleHolders;
  findAccount: FindAccount | null;
  recordsElsewhere: RecordsElsewhere | null;
  accounts: RepositoryContext['accounts'];
  settingsInForce: RepositoryContext['settingsInForce'];
  /** Secret with which web tiers on other machines report uses; undefined means that there are none. */
  useReportSecret: string | undefined;
  /** Kinds of jobs that this process does, next to the regular work; null if others do all of it. */
  jobs: JobPlaces | null;
  /** No other process works on jobs of this database, so jobs of a killed server can be resumed at once. */
  soleWorker: boolean;
  log: {
    info(text: string): void;
    /** `about.error` is logged without the values that its message may contain. */
    warn(text: string, about?: { error?: unknown }): void;
    error(error: unknown, reference?: string, text?: string): void;
  };
}

export interface Repository {
  api: RepositoryApi;
  /** For the demonstration, which runs in the same process. */
  context: RepositoryContext;
  /** Secret with which the web tier of this process reports uses. */
  useReportSecret: string;
  /** Figures for `/metrics`. */
  metrics(): ReturnType<typeof workMetrics>;
  /** Returns running jobs to the queue and ends the child process of the columnar engine. */
  close(): Promise<void>;
}

/** Opens the whole repository service (store, files, columnar engine, jobs and API) and resumes waiting jobs. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { verifyToken, openBody, useReportSecret = randomUUID(), log } = options;
  const { context, fixity, tables } = await openContext(options);
  const { db, jobs, now } = context;
  const languageCodes = options.languageCodesUrl ? keepLanguageCodes(options.languageCodesUrl, log.warn) : null;
  const search = keepSearchReady(db, log);
  const work = options.jobs ? await startWork(options.jobs, { context, fixity, indexed: search.indexed, log }) : null;
  const readers = options.readerPool && openReaders(options.readerPool, db);
  const api = createApi({
    repository: context,
    readers,
    verifyToken,
    openBody,
    reportError: log.error,
    useReportSecret,
  });
  return {
    api,
    context,
    useReportSecret,
    metrics: async () => [...fixityMetrics(await countFixity(db, now()), now()), ...(await workMetrics(context))],
    close: async () => {
      languageCodes?.stop();
      await Promise.all([work?.close(), search.close()]);
      await jobs.stop();
      await tables.close();
    },
  };
}

interface WorkParts {
  context: RepositoryContext;
  fixity: ReturnType<typeof createFixity>;
  indexed: Promise<boolean>;
  log: RepositoryOptions['log'];
}

/** Starts jobs, the regular work and the readings of objects. */
async function startWork(kinds: JobPlaces, { context, fixity, indexed, log }: WorkParts) {
  handleJobs(context, kinds.keys());
  await forgetAllShared(context);
  await context.jobs.start();
  const upkeep = await startUpkeep(context, { indexed, log });
  fixity.start();
  return {
    close: async () => {
      await fixity.stop();
      await upkeep.close();
    },
  };
}

/** Brings the store up to date and opens all that requests and jobs use. */
async function openContext(options: RepositoryOptions) {
  const { pool, dataDir, settings, log } = options;
  await migrateSchema(pool, 'repository');
  await migrateSchema(pool, 'audit');
  const db = openStore(pool);
  const now = () => new Date();
  // Configuration errors stop the start before any child process runs.
  const { files, bucket, replica } = await openStores(options);
  await claimObjects({ db, files });
  if (replica) await isReplicaThere(db, replica);
  await beginCountingUses(db);
  const [parts, tables, jobs] = await Promise.all([
    bucket ? createPartObjects({ db, bucket, files, now }) : createPartFiles(path.join(dataDir, 'parts'), files),
    startTableEngine({
      tempDir: path.join(dataDir, 'spill'),
      memoryBytes: options.tablesMemoryBytes,
      processes: options.engineProcesses,
    }),
    createJobQueue(pool, {
      log: (text, error) => logJob(log, text, error),
      soleWorker: options.soleWorker,
      places: options.jobs ?? undefined,
      keptDays: settings.retention.jobDays,
    }),
  ]);
  const fixity = createFixity({ ...options.fixity, db, files, replica, jobs, now, log });
  const context: RepositoryContext = {
    db,
    files: sumWritten(files, fixity.note),
    parts,
    tables,
    jobs,
    mail: options.mail,
    doi: await createRegistrar(db, options),
    roleHolders: options.roleHolders,
    findAccount: options.findAccount,
    recordsElsewhere: options.recordsElsewhere,
    accounts: options.accounts,
    settingsInForce: options.settingsInForce,
    freeBytes: options.freeBytes,
    settings,
    now,
  };
  return { context, fixity, tables };
}

/** The file store with its bucket, and the one with copies of its objects, if there are these. */
async function openStores(options: RepositoryOptions) {
  const { dataDir, settings, fixity } = options;
  const sizes = { largestBytes: settings.maxFileBytes };
  return {
    ...(await openObjects({ ...options, ...sizes })),
    replica: fixity.replica ? await openReplica(fixity.replica, { dataDir, ...sizes }) : null,
  };
}

async function createRegistrar(
  db: Database,
  { datacite, settings: { origin } }: RepositoryOptions,
): Promise<DoiRegistrar> {
  if (!datacite) return createLocalRegistrar({ origin });
  return createDataciteRegistrar({ ...datacite, origin, installation: await installationId(db) });
}

function logJob(log: RepositoryOptions['log'], text: string, error: unknown): void {
  // Refusals and outages of other services are not server errors.
  if (error === undefined || error instanceof TryAgainLater || isOutage(error)) log.warn(text, { error });
  else log.error(error, '', text);
}
