import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { prepareDataFolder, restoreLockName, restoreMark } from '../configuration/data-folder';
import { inTurn } from '../database/in-turn';
import { checkSocketFolder, socketPaths, takeSocketLock } from '../database/socket';
import type { FileStore } from '../repository/context/file-store';
import { ContentDiffers } from '../repository/files/checked-content';
import { writeMark } from '../repository/files/store-mark';
import { installationId, openStore } from '../repository/store/database';
import { setReplica } from '../repository/store/object-sums';
import type { BackupFiles } from './backup-files';
import { contentKey, faultOf, readCompressed, readContent } from './contents';
import { endAccess } from './end-access';
import { forEachOf } from './for-each-of';
import { loadDatabase, requireEmpty } from './load-database';
import { folderFiles, isReadable, listBackups, listManifests, type Manifest } from './manifest';
import { Unreadable } from './unreadable';
import { faultOfList, readObjects } from './verify-backups';

/** Where a backup is restored to. */
export interface RestoreTarget {
  dataDir: string;
  /** Id from `beginRestore`. */
  restoreId: string;
  /** Opens the empty database. */
  openDatabase(): Promise<{ pool: pg.Pool; close(): Promise<void> }>;
  /** Objects of the repository, none. */
  files: Pick<FileStore, 'put'>;
}

/** What was restored. */
export interface Restored {
  objects: number;
  bytes: number;
  /** Keys of objects whose content the backup has lost, cannot read, or has with another SHA-256. */
  lost: string[];
}

/** The id of a restore into a data folder that has begun and was not finished; null if there is none. */
export async function unfinishedRestore(dataDir: string): Promise<string | null> {
  const id = await readFile(path.join(dataDir, restoreMark), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return id || null;
}

/**
 * Does the work of a restore into a data folder while no other one does. Throws OperatorError if one is running, or has
 * filled the folder since it was looked at.
 */
export async function asOnlyRestore<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  const { folder } = socketPaths(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  checkSocketFolder(dataDir);
  const lock = await takeSocketLock(path.join(folder, restoreLockName), 0);
  if (!lock) throw new OperatorError(`Another restore into ${dataDir} is running. Nothing was changed.`);
  try {
    const prepared = prepareDataFolder(dataDir, { isRestore: true });
    if ('error' in prepared) throw new OperatorError(`DATA_DIR: ${prepared.error}`);
    return await work();
  } finally {
    lock.close();
  }
}

/**
 * Marks a data folder as one into which a restore has begun, or empties one that has this mark. No server starts on it
 * until the mark is removed. Returns the id of the restore.
 */
export async function beginRestore(dataDir: string): Promise<string> {
  const mark = path.join(dataDir, restoreMark);
  const wasMarked = existsSync(mark);
  const id = (await unfinishedRestore(dataDir)) ?? randomUUID();
  await writeFile(mark, id, { mode: 0o600 });
  if (!wasMarked) return id;
  // The mark stays, so that this can be killed as well.
  for (const name of (await readdir(dataDir)).filter((each) => each !== restoreMark && each !== restoreLockName)) {
    await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
  return id;
}

/**
 * The backup with this name, or the newest one. Reads its database and its list of objects. Throws OperatorError if
 * there is none, one of these is damaged, or this version cannot read it.
 */
export async function chooseBackup(
  files: BackupFiles,
  name: string | null,
): Promise<{ name: string; manifest: Manifest }> {
  const found = await listManifests(files);
  const chosen = name === null ? found.at(-1) : found.find((each) => each.name === name);
  if (!chosen) throw new OperatorError(name === null ? 'There is no complete backup.' : `There is no backup ${name}.`);
  const { manifest } = chosen;
  if (!manifest) {
    throw new OperatorError(
      `The backup ${chosen.name} cannot be read: its manifest is damaged or of another version of Motothek.`,
    );
  }
  if (!isReadable(manifest)) {
    throw new OperatorError(
      `The backup ${chosen.name} was made by a later version of Motothek (${manifest.version ?? 'unknown'}). Restore it with that version. Nothing was changed.`,
    );
  }
  const { database, objects } = manifest;
  for (const [content, fault] of [
    [database, await faultOf(files, database)],
    [objects, await faultOfList(files, manifest)],
  ] as const) {
    if (fault === null) continue;
    throw new OperatorError(`The backup ${chosen.name} is damaged: ${contentKey(content.sha256)} is ${fault}.`);
  }
  return { name: chosen.name, manifest };
}

/**
 * Restores a backup into a data folder from `beginRestore`: objects, secret, then the database. No server starts
 * on the folder before the end. Objects that the backup has lost are left out and returned.
 */
export async function restoreBackup(from: BackupFiles, manifest: Manifest, target: RestoreTarget): Promise<Restored> {
  const { dataDir, restoreId, files } = target;
  const restored = await restoreObjects(from, manifest, files);
  await restoreFolderFiles(manifest, dataDir);
  const { pool, close } = await target.openDatabase();
  try {
    const { migrations, database } = manifest;
    await inTurn(pool, async () => {
      // Another restore into another folder may have filled the database meanwhile.
      await requireEmpty(pool, restoreId);
      await loadDatabase(pool, { restoreId, migrations, lines: () => readCompressed(from, database) });
    });
    await endAccess(pool);
    // The replica belongs to the server that was backed up. Without its mark, a store that lacks an object would count
    // as one that is not mounted.
    if (migrations.repository) {
      const db = openStore(pool);
      await writeMark(files, await installationId(db));
      await setReplica(db, null);
    }
  } finally {
    await close();
  }
  await rm(path.join(dataDir, restoreMark));
  return restored;
}

async function restoreObjects(from: BackupFiles, manifest: Manifest, to: RestoreTarget['files']): Promise<Restored> {
  const restored: Restored = { objects: 0, bytes: 0, lost: [] };
  await forEachOf(await readObjects(from, manifest), async ({ key, ...content }) => {
    try {
      const { bytes } = await to.put(key, readContent(from, content));
      restored.bytes += bytes;
      restored.objects += 1;
    } catch (error) {
      if (!(await isLost(from, error))) throw error;
      restored.lost.push(key);
    }
  });
  return restored;
}

/** Whether an error says that the backup has lost a content, not that it is away or that nothing can be written. */
async function isLost(from: BackupFiles, error: unknown): Promise<boolean> {
  if (error instanceof ContentDiffers) return true;
  return error instanceof Unreadable && (error.isMissing || (await error.isDefect(() => listBackups(from))));
}

async function restoreFolderFiles(manifest: Manifest, dataDir: string): Promise<void> {
  for (const name of folderFiles) {
    const content = manifest.folderFiles[name];
    if (content !== undefined) await writeFile(path.join(dataDir, name), content, { mode: 0o600 });
  }
}
