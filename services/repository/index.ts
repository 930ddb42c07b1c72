import path from 'node:path';

import type pg from 'pg';

import { isOutage } from '@domain/outage';

import { createApi, type RepositoryApi } from './api/app';
import type { VerifyToken } from './api/authentication';
import type { OpenBody } from './api/environment';
import { createDataciteRegistrar, type DataciteOptions } from './doi/datacite-registrar';
import type { DoiRegistrar } from './doi/doi-registrar';
import { createLocalRegistrar } from './doi/local-registrar';
import { registerDoi } from './doi/register-doi';
import { openFileStore, type FileStoreOptions } from './files/open-file-store';
import { createPartFiles } from './files/part-files';
import { ingestFile } from './ingest/ingest-file';
import { TryAgainLater } from './jobs/job-queue';
import { createJobQueue } from './jobs/pg-boss-queue';
import type { Mailer } from './mail/mailer';
import { sendMail } from './mail/send-mail';
import { migrateStore } from './store/migrate';
import { openStore, type Database } from './store/database';
import { installationId } from './store/installation';
import { startTableEngine } from './tables/duckdb-engine';
import type { RepositoryContext, RepositorySettings } from './usecases/context';
import { checkTable } from './usecases/check-table';
import { claimObjects } from './usecases/claim-objects';
import { keepLanguageCodes } from './metadata/language-list';
import { publishDueUploads } from './usecases/publish-due-uploads';
import { publishUpload } from './usecases/publish-upload';
import { registerDueDois } from './usecases/register-due-dois';
import { sweepObjects } from './usecases/sweep-objects';
import { sweepParts } from './usecases/sweep-parts';

export interface RepositoryOptions {
  pool: pg.Pool;
  /** Folder of spill, and of originals and tables where they lie on disk. */
  dataDir: string;
  objectStore: FileStoreOptions['objectStore'];
  objectCacheBytes: number;
  tablesMemoryBytes: number;
  settings: RepositorySettings;
  /** A public CSV of language codes; undefined = the packaged list. */
  languageCodesUrl: string | undefined;
  mail: Mailer;
  /** Account that DOIs are registered with; without it they are test DOIs. */
  datacite: Pick<DataciteOptions, 'apiUrl' | 'repositoryId' | 'password' | 'prefix'> | undefined;
  verifyToken: VerifyToken;
  openBody: OpenBody;
  /** No other process works on jobs of this database: those of a killed server are taken up at once. */
  soleWorker: boolean;
  log: {
    info(text: string): void;
    /** `about.error` is described without the values that its message may hold. */
    warn(text: string, about?: { error?: unknown }): void;
    fault(error: unknown, reference?: string, text?: string): void;
  };
}

export interface Repository {
  api: RepositoryApi;
  /** For what runs beside the API in this process: the demonstration. */
  context: RepositoryContext;
  /** Hands running jobs back and ends the tables child. */
  close(): Promise<void>;
}

export { ObjectStoreUnusable } from './files/s3-bucket';
export { ObjectsMissing, ObjectsOfAnother } from './usecases/claim-objects';

/** How often embargoes and objects that nothing refers to are looked at. */
const dayMs = 24 * 60 * 60 * 1000;

/** The repository service whole: store, files, columnar engine, jobs and API. Takes up waiting jobs. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { pool, dataDir, settings, log } = options;
  await migrateStore(pool);
  const folder = (name: string) => path.join(dataDir, name);
  const db = openStore(pool);
  // What the operator has to mend stops the start before any child runs.
  const files = await openFileStore({ ...options, largestBytes: settings.maxFileBytes });
  await claimObjects({ db, files });
  const [parts, tables, jobs] = await Promise.all([
    createPartFiles(folder('parts')),
    startTableEngine({ tempDir: folder('spill'), memoryBytes: options.tablesMemoryBytes }),
    createJobQueue(pool, { log: (text, error) => logJob(log, text, error), soleWorker: options.soleWorker }),
  ]);
  const context: RepositoryContext = {
    db,
    files,
    parts,
    tables,
    jobs,
    mail: options.mail,
    doi: await createRegistrar(db, options),
    settings,
    now: () => new Date(),
  };
  jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(context, data, signal, isFinal));
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(context, data, signal, isFinal));
  jobs.handle('publish-upload', (data, signal) => publishUpload(context, data, signal));
  jobs.handle('register-doi', (data, signal) => registerDoi(context, data, signal));
  jobs.handle('send-mail', (data) => sendMail(context, data));
  await jobs.start();
  const languageCodes = options.languageCodesUrl ? keepLanguageCodes(options.languageCodesUrl, log.warn) : null;
  const stopping = new AbortController();
  const publishDue = () => publishDueUploads(context).catch((error: unknown) => log.fault(error));
  const sweep = () => sweepAndTell(context, log, stopping.signal);
  const sweepUnfinished = () => sweepParts(context, log.fault).catch(log.fault);
  const registerDue = (atOnce: boolean) => registerDueDois(context, { atOnce }).catch(log.fault);
  await publishDue();
  // Settings may have been mended since the last attempts.
  const waiting = await registerDue(true);
  if (waiting) log.info(`${waiting} DOIs wait for their registration: 'npm run dois -- list' shows why.`);
  let sweeping = sweep();
  void sweepUnfinished();
  const daily = setInterval(() => {
    void publishDue();
    void registerDue(false);
    void sweepUnfinished();
    sweeping = sweeping.then(sweep);
  }, dayMs);
  const { verifyToken, openBody } = options;
  const api = createApi({ repository: context, verifyToken, openBody, reportFault: log.fault });
  return {
    api,
    context,
    close: async () => {
      clearInterval(daily);
      stopping.abort();
      languageCodes?.stop();
      await sweeping;
      await jobs.stop();
      await tables.close();
    },
  };
}

async function createRegistrar(
  db: Database,
  { datacite, settings: { origin } }: RepositoryOptions,
): Promise<DoiRegistrar> {
  if (!datacite) return createLocalRegistrar({ origin });
  return createDataciteRegistrar({ ...datacite, origin, installation: await installationId(db) });
}

async function sweepAndTell(
  context: RepositoryContext,
  log: RepositoryOptions['log'],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { objects, bytes, unfinished } = await sweepObjects(context, signal);
    if (objects + unfinished === 0) return;
    log.info(`Removed ${objects} objects (${bytes} bytes) that nothing refers to, ${unfinished} unfinished.`);
  } catch (error) {
    if (!signal.aborted) log.fault(error);
  }
}

function logJob(log: RepositoryOptions['log'], text: string, error: unknown): void {
  // What others refuse, or are too busy for, is no fault of ours; nor is what is away.
  if (error === undefined || error instanceof TryAgainLater || isOutage(error)) log.warn(text, { error });
  else log.fault(error, '', text);
}
