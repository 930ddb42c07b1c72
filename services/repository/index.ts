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
import { type FileStoreOptions, openFileStore, openReplica, type ReplicaPlace } from './files/open-file-store';
import { createFixity, type FixitySettings } from './fixity/keep-fixity';
import { fixityMetrics } from './fixity/metrics';
import { isReplicaThere } from './fixity/replica';
import { sumWritten } from './fixity/sum-written';
import { assignExperts } from './jobs/handlers/assign-experts';
import { checkTable } from './jobs/handlers/check-table';
import { ingestFile } from './jobs/handlers/ingest-file';
import { mailSearches } from './jobs/handlers/mail-searches';
import { publishUpload } from './jobs/handlers/publish-upload';
import { registerDoi } from './jobs/handlers/register-doi';
import { removeObjectsOf } from './jobs/handlers/remove-objects';
import { createJobQueue } from './jobs/pg-boss-queue';
import { keepLanguageCodes } from './metadata/codes';
import { countPublished } from './search/count-published';
import { learnFrequentWords, openCatalogue } from './search/open-catalogue';
import { createPartFiles } from './parts/part-files';
import { whileSpace } from './receiving/storage-room';
import { type Database, installationId, openStore } from './store/database';
import { countFixity } from './store/object-sums';
import { beginCountingUses } from './store/uses';
import { startTableEngine } from './tables/duckdb-engine';
import { deletePerson, removeAbandonedSources } from './persons/delete-person';
import { claimObjects } from './upkeep/claim-objects';
import { fillInSums } from './upkeep/fill-in-sums';
import { keepCountingUses } from './upkeep/keep-counting-uses';
import { remindBoard } from './upkeep/board-reminders';
import {
  mailSavedSearches,
  publishDueUploads,
  registerDueDois,
  removeDueData,
  resumeDeletions,
  sendDueLetters,
} from './upkeep/due-work';
import { mailDigests } from './upkeep/mail-digests';
import { renewSearchIndex } from './upkeep/rebuild-search-index';
import { tellOfEmbargoes } from './upkeep/embargo-notices';
import { endRetention } from './upkeep/retention';
import { sweepObjects, sweepParts } from './upkeep/sweep';

export interface RepositoryOptions {
  pool: pg.Pool;
  /** Folder for temporary files of the engine, and for originals and tables if they are stored on disk. */
  dataDir: string;
  /** Free space of the disk with that folder, in bytes. */
  freeBytes: () => Promise<number>;
  objectStore: FileStoreOptions['objectStore'];
  objectCacheBytes: number;
  tablesMemoryBytes: number;
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
  metrics(): Promise<ReturnType<typeof fixityMetrics>>;
  /** Returns running jobs to the queue and ends the child process of the columnar engine. */
  close(): Promise<void>;
}

/** Interval of the work of the board and of embargoes, so that a new day begins for them shortly after midnight. */
const hourMs = 60 * 60 * 1000;
/** Interval of the daily work: letters, objects without references, mails about saved searches. */
const dayMs = 24 * 60 * 60 * 1000;

/** Opens the whole repository service (store, files, columnar engine, jobs and API) and resumes waiting jobs. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { pool, dataDir, settings, log } = options;
  await migrateSchema(pool, 'repository');
  await migrateSchema(pool, 'audit');
  const folder = (name: string) => path.join(dataDir, name);
  const db = openStore(pool);
  // Configuration errors stop the start before any child process runs.
  const sizes = { largestBytes: settings.maxFileBytes };
  const store = await openFileStore({ ...options, ...sizes });
  const place = options.fixity.replica;
  const replica = place ? await openReplica(place, { dataDir, ...sizes }) : null;
  await claimObjects({ db, files: store });
  if (replica) await isReplicaThere(db, replica);
  await beginCountingUses(db);
  const [parts, tables, jobs] = await Promise.all([
    createPartFiles(folder('parts')),
    startTableEngine({ tempDir: folder('spill'), memoryBytes: options.tablesMemoryBytes }),
    createJobQueue(pool, {
      log: (text, error) => logJob(log, text, error),
      soleWorker: options.soleWorker,
      keptDays: settings.retention.jobDays,
    }),
  ]);
  const now = () => new Date();
  const fixity = createFixity({ ...options.fixity, db, files: store, replica, jobs, now, log });
  const context: RepositoryContext = {
    db,
    files: sumWritten(store, fixity.note),
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
  jobs.handle('ingest-file', (data, signal, isFinal) => ingestFile(context, data, signal, isFinal));
  jobs.handle('check-table', (data, signal, isFinal) => checkTable(context, data, signal, isFinal));
  jobs.handle('assign-experts', (data) => assignExperts(context, data));
  jobs.handle('publish-upload', (data, signal) =>
    whileSpace(context, signal, (watched) => publishUpload(context, data, watched)),
  );
  jobs.handle('register-doi', (data, signal) => registerDoi(context, data, signal));
  jobs.handle('mail-searches', (data) => mailSearches(context, data));
  jobs.handle('delete-person', (data, signal) => deletePerson(context, data, signal));
  jobs.handle('remove-objects', (data, signal) => removeObjectsOf(context, data, signal));
  // When the server dies right after sending, the mail is sent again, with an id that tells that it is the same.
  jobs.handle('send-mail', (data, _signal, _isFinal, id) => context.mail.send({ ...data, id }));
  await jobs.start();
  const languageCodes = options.languageCodesUrl ? keepLanguageCodes(options.languageCodesUrl, log.warn) : null;
  const stopping = new AbortController();
  const report = (error: unknown) => log.error(error);
  const reportUnlessStopping = (error: unknown) => stopping.signal.aborted || log.error(error);
  const publishDue = () => publishDueUploads(context).catch(report);
  const noticeDue = () => tellOfEmbargoes(context, log.error).catch(report);
  const lettersDue = () => sendDueLetters(context, log.error).catch(report);
  const removeDue = () => removeDueData(context, log.error).catch(report);
  const retentionDue = () => endRetention(context).catch(report);
  const deletionsDue = () => resumeDeletions(context).catch(report);
  const abandonDue = () => removeAbandonedSources(context, stopping.signal).catch(reportUnlessStopping);
  const sweep = () => sweepAndLog(context, log, stopping.signal);
  const sweepUnfinished = () => sweepParts(context, log.error).catch(log.error);
  const fillIn = () => fillInSums(context, stopping.signal).catch(reportUnlessStopping);
  const registerDue = (atOnce: boolean) => registerDueDois(context, { atOnce }).catch(log.error);
  await deletionsDue();
  await publishDue();
  await noticeDue();
  await lettersDue();
  await removeDue();
  await retentionDue();
  // Settings may have been corrected since the last attempts.
  const waiting = await registerDue(true);
  if (waiting) log.info(`${waiting} DOIs wait for their registration: 'npm run dois -- list' shows why.`);
  let sweeping = abandonDue().then(sweep).then(fillIn);
  void sweepUnfinished();
  const mailDue = () => mailSavedSearches(context).catch(report);
  // The index must be complete before anybody is told what is new in it.
  const indexing = prepareSearch(db, log, stopping.signal).then((isReady) => (isReady ? mailDue() : undefined));
  // Searches are answered meanwhile, those for frequent words more slowly.
  const learn = () => learnFrequentWords(db, { signal: stopping.signal }).catch(reportUnlessStopping);
  let learning = indexing.then(learn);
  const daily = setInterval(() => {
    void deletionsDue();
    void lettersDue();
    void removeDue();
    void retentionDue();
    void registerDue(false);
    void sweepUnfinished();
    void mailDue();
    sweeping = sweeping.then(abandonDue).then(sweep).then(fillIn);
    learning = learning.then(learn);
  }, dayMs);
  const attendToBoard = () => workForBoard(context, log.error);
  let attending = attendToBoard();
  const hourly = setInterval(() => {
    attending = attending.then(attendToBoard).then(publishDue).then(noticeDue);
  }, hourMs);
  fixity.start();
  const counting = keepCountingUses(context, log.warn);
  const { verifyToken, openBody, useReportSecret = randomUUID() } = options;
  const api = createApi({ repository: context, verifyToken, openBody, reportError: log.error, useReportSecret });
  return {
    api,
    context,
    useReportSecret,
    metrics: async () => fixityMetrics(await countFixity(db, now()), now()),
    close: async () => {
      clearInterval(daily);
      clearInterval(hourly);
      await counting.stop();
      await fixity.stop();
      stopping.abort();
      languageCodes?.stop();
      await Promise.all([sweeping, learning, attending]);
      await jobs.stop();
      await tables.close();
    },
  };
}

/** Reminders and digests of the editorial board. */
async function workForBoard(context: RepositoryContext, report: RepositoryOptions['log']['error']): Promise<void> {
  try {
    await remindBoard(context, report);
    await mailDigests(context, report);
  } catch (error) {
    report(error);
  }
}

async function createRegistrar(
  db: Database,
  { datacite, settings: { origin } }: RepositoryOptions,
): Promise<DoiRegistrar> {
  if (!datacite) return createLocalRegistrar({ origin });
  return createDataciteRegistrar({ ...datacite, origin, installation: await installationId(db) });
}

/**
 * Brings the search index up to date, reads and counts it, so that the first search and the first page do not wait for
 * it. Returns whether it is complete.
 */
async function prepareSearch(db: Database, log: RepositoryOptions['log'], signal: AbortSignal): Promise<boolean> {
  try {
    const made = await renewSearchIndex(db, signal);
    if (made) log.info(`The search index was made again for ${made} data sets.`);
    const catalogue = await openCatalogue(db);
    catalogue.prepare();
    await countPublished(db, catalogue.revision);
    return !signal.aborted;
  } catch (error) {
    if (!signal.aborted) log.error(error);
    return false;
  }
}

async function sweepAndLog(
  context: RepositoryContext,
  log: RepositoryOptions['log'],
  signal: AbortSignal,
): Promise<void> {
  try {
    const { objects, bytes, unfinished } = await sweepObjects(context, signal);
    if (objects + unfinished === 0) return;
    log.info(`Removed ${objects} objects (${bytes} bytes) that nothing refers to, ${unfinished} unfinished.`);
  } catch (error) {
    if (!signal.aborted) log.error(error);
  }
}

function logJob(log: RepositoryOptions['log'], text: string, error: unknown): void {
  // Refusals and outages of other services are not server errors.
  if (error === undefined || error instanceof TryAgainLater || isOutage(error)) log.warn(text, { error });
  else log.error(error, '', text);
}
