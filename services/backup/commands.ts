import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import type pg from 'pg';

import { maxFileBytes } from '@domain/limits';
import { OperatorError } from '@domain/operator-error';
import { outageStatus } from '@domain/outage';

import { type Configuration, readConfiguration } from '../configuration/configuration';
import { liesIn } from '../configuration/folders';
import { openDatabase, type OpenedDatabase } from '../database/open-database';
import type { FileStore } from '../repository/context/file-store';
import { openFileStore } from '../repository/files/open-file-store';
import { backUp } from './back-up';
import { type BackupFiles, describePlace, openBackupFiles, sayingWhy } from './backup-files';
import { contentFolder } from './contents';
import { describeBackup, describeRestored, describeVerified } from './describe';
import { requireEmpty } from './load-database';
import { begunFolder, folderFiles, type Manifest, manifestFolder } from './manifest';
import {
  asOnlyRestore,
  beginRestore,
  chooseBackup,
  restoreBackup,
  type Restored,
  unfinishedRestore,
} from './restore-backup';
import { verifyBackups } from './verify-backups';

/** Exit codes: done; refused or failed, or what was verified is not whole; wrong arguments; done, but objects are lost. */
export const exit = { done: 0, refused: 1, usage: 2, incomplete: 3 };

type Write = (text: string) => void;
type Environment = Record<string, string | undefined>;

const backupUsage = `Makes a backup of database and objects. Works while the server is running.

  npm run backup -- <folder>
  npm run backup -- 's3://bucket/prefix?endpoint=https://…&region=…'

What the place has from earlier backups is not copied again.
`;
const verifyUsage = `Reads all backups of a place and compares them with the sums that were taken when they were made.

  npm run verify -- <folder>
  npm run verify -- 's3://bucket/prefix?endpoint=https://…&region=…'
`;
const restoreUsage = `Restores a backup into an empty data folder (DATA_DIR), and into an empty database and bucket if
DATABASE_URL and OBJECT_STORE_URL name them. No server may run on them.

  npm run restore -- <folder>             restores the newest backup
  npm run restore -- <folder> <backup>    restores the backup with this name
`;

/** `npm run backup`. Returns the exit code. */
export async function runBackupCommand(
  given: string[],
  { configuration, pool, write }: { configuration: Configuration; pool: pg.Pool; write: Write },
): Promise<number> {
  const [address, ...surplus] = given;
  if (!isAddress(address) || surplus.length > 0) return refuseArguments(write, backupUsage);
  const { dataDir, repositoryUrl } = configuration;
  refuseInside(dataDir, address);
  const place = { mustExist: false, scratchFolder: path.join(dataDir, 'object-cache'), largestBytes: maxFileBytes };
  const files = repositoryUrl === undefined ? await openObjects(configuration) : null;
  const source = { pool, files, folderFiles: readFolderFiles(dataDir), now: () => new Date() };
  const done = await backUp(source, await openBackupFiles(address, place));
  write(describeBackup(done, describePlace(address)));
  return done.manifest.missing.length + done.manifest.damaged.length > 0 ? exit.incomplete : exit.done;
}

/** `npm run verify`. Needs no settings. Returns the exit code. */
export async function runVerifyCommand(given: string[], { write }: { write: Write }): Promise<number> {
  const [address, ...surplus] = given;
  if (!isAddress(address) || surplus.length > 0) return refuseArguments(write, verifyUsage);
  return withScratchFolder(async (scratchFolder) => {
    const files = await openBackupFiles(address, { mustExist: true, scratchFolder, largestBytes: maxFileBytes });
    const verified = await verifyBackups(files);
    write(describeVerified(verified));
    const { backups, faults, unfinished } = verified;
    if (backups.length === 0 || faults.length + unfinished.length > 0) return exit.refused;
    return backups.some(({ manifest }) => manifest.missing.length + manifest.damaged.length > 0)
      ? exit.incomplete
      : exit.done;
  });
}

/** `npm run restore`. Returns the exit code. */
export async function runRestoreCommand(
  given: string[],
  { environment, write }: { environment: Environment; write: Write },
): Promise<number> {
  const [address, name = null, ...surplus] = given;
  if (!isAddress(address) || surplus.length > 0) return refuseArguments(write, restoreUsage);
  return withScratchFolder(async (scratchFolder) => {
    const from = await openBackupFiles(address, { mustExist: true, scratchFolder, largestBytes: maxFileBytes });
    const { name: chosen, manifest } = await chooseBackup(from, name);
    const configuration = readConfiguration(environment, { isRestore: true });
    await requireEmptyTarget(configuration, scratchFolder);
    const restored = await asOnlyRestore(configuration.dataDir, () => restoreInto(configuration, from, manifest));
    const hasSecret = manifest.folderFiles['session-secret'] !== undefined || isSet(environment.SESSION_SECRET);
    write(describeRestored(chosen, manifest, restored, { hasSecret }));
    return restored.lost.length + manifest.missing.length + manifest.damaged.length > 0 ? exit.incomplete : exit.done;
  });
}

/** Throws OperatorError if the bucket or PostgreSQL database of a restore is not empty. Changes nothing in the data folder. */
async function requireEmptyTarget(configuration: Configuration, scratchFolder: string): Promise<void> {
  if (configuration.objectStore)
    await requireNoObjects(await openObjects({ ...configuration, dataDir: scratchFolder }));
  if (configuration.databaseUrl === undefined) return;
  const { close } = await openEmpty(configuration, await unfinishedRestore(configuration.dataDir));
  await close();
}

async function restoreInto(configuration: Configuration, from: BackupFiles, manifest: Manifest): Promise<Restored> {
  const { dataDir, databaseUrl } = configuration;
  try {
    const restoreId = await beginRestore(dataDir);
    const files = await openObjects(configuration);
    const open = () => openEmpty(configuration, restoreId);
    return await restoreBackup(from, manifest, { dataDir, restoreId, files, openDatabase: open });
  } catch (error) {
    if (outageStatus(error) !== 507) throw error;
    const disk = databaseUrl === undefined ? `with ${dataDir}` : 'of the database';
    throw new OperatorError(`The disk ${disk} is full, so the restore is not complete. Make space and run it again.`);
  }
}

async function openEmpty(configuration: Configuration, restoreId: string | null): Promise<OpenedDatabase> {
  const database = await openDatabase(configuration);
  await requireEmpty(database.pool, restoreId).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return database;
}

/** The objects of the repository, on disk or in a bucket, whose errors say which place takes no more. */
export async function openObjects(configuration: Configuration): Promise<FileStore> {
  const { dataDir, objectStore, maxFileBytes: largestBytes } = configuration;
  const files = await openFileStore({ ...configuration, largestBytes });
  const folder = path.join(dataDir, objectStore ? 'object-cache' : 'objects');
  return sayingWhy(files, { place: objectStore ? `the bucket ${objectStore.bucket}` : folder, scratchFolder: folder });
}

async function requireNoObjects(files: FileStore): Promise<void> {
  for await (const { key } of files.list('')) {
    throw new OperatorError(
      `The store for objects is not empty: it has ${key}. A restore needs an empty one. Nothing was changed.`,
    );
  }
}

/** A backup in the data folder would be lost with it. */
function refuseInside(dataDir: string, address: string): void {
  if (address.startsWith('s3:')) return;
  const folders = ['', contentFolder, manifestFolder, begunFolder];
  if (!folders.some((folder) => liesIn(path.resolve(address, folder), dataDir))) return;
  throw new OperatorError(`The backup must not be in the data folder ${dataDir}, because it would be lost with it.`);
}

/** The secret is only used by the server if its environment has none. */
function readFolderFiles(dataDir: string): Manifest['folderFiles'] {
  const used = folderFiles.filter((name) => name !== 'session-secret' || !isSet(process.env.SESSION_SECRET));
  const read = used.flatMap((name) => {
    try {
      return [[name, readFileSync(path.join(dataDir, name), 'utf8')] as const];
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  });
  return Object.fromEntries(read);
}

async function withScratchFolder<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'motothek-backup-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

function isAddress(given: string | undefined): given is string {
  return given !== undefined && given !== '' && !given.startsWith('-');
}

function refuseArguments(write: Write, usage: string): number {
  write(usage);
  return exit.usage;
}
