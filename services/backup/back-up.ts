import { writeFile } from 'node:fs/promises';

import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { knownMigrations, migrationFolders, type MigratedSchema } from '../database/migrate-schema';
import type { FileStore } from '../repository/context/file-store';
import { openStore } from '../repository/store/database';
import { listNamedObjects, listNeededKeys, type NamedObject } from '../repository/store/object-keys';
import * as schema from '../repository/store/schema';
import { claimObjects } from '../repository/upkeep/claim-objects';
import { productVersion } from '../root-folder';
import type { BackupFiles } from './backup-files';
import { type Content, listContents, putCompressed } from './contents';
import { type CopiedObjects, ObjectCopier } from './copy-objects';
import { dumpDatabase, type DumpedDatabase, inSnapshot, listMigrations, openUnlimited } from './dump-database';
import { backupName, listManifests, type Manifest, noteBegun, writeManifest } from './manifest';
import { faultOfList, readObjects } from './verify-backups';

/**
 * Snapshots until one names no object that was removed before it was copied. Each needs less time than the one before,
 * because only what is new has to be copied.
 */
const maxSnapshots = 10;

/** What is backed up. */
export interface BackupSource {
  pool: pg.Pool;
  /** Objects of the repository; null for a web app whose repository is elsewhere. */
  files: Pick<FileStore, 'read' | 'size' | 'put' | 'withScratchFile'> | null;
  folderFiles: Manifest['folderFiles'];
  now: () => Date;
}

/** A complete backup and what was new in it. */
export interface CompletedBackup {
  name: string;
  manifest: Manifest;
  copied: number;
  copiedBytes: number;
}

/** The database at one moment. */
interface Snapshot {
  at: Date;
  content: Content;
  dumped: DumpedDatabase;
  named: NamedObject[];
}

/**
 * Makes a backup while servers may run: a snapshot of the database, then every object that it names and that is not
 * there yet, then the manifest. Objects are copied once before the snapshot, so that little is left to copy after it.
 * Throws OperatorError if the database is not on the migrations of this version, or the store is not mounted or that of
 * another database.
 */
export async function backUp(source: BackupSource, to: BackupFiles): Promise<CompletedBackup> {
  await requireCurrent(source.pool, 'Make the backup');
  if (source.files) await claimObjects({ db: openStore(source.pool), files: source.files });
  const name = backupName(source.now());
  await noteBegun(to, name);
  const copier = source.files && new ObjectCopier(source.files, to, await listWholeContents(to));
  const total = { copied: 0, copiedBytes: 0 };
  const copy = async (named: NamedObject[]): Promise<CopiedObjects> => {
    if (!copier) return { objects: [], copied: 0, copiedBytes: 0, missing: [], damaged: [] };
    const done = await copier.copy(named);
    total.copied += done.copied;
    total.copiedBytes += done.copiedBytes;
    return done;
  };
  if (copier) await copy(await listNamedObjects(openStore(source.pool)));
  for (let attempt = 1; attempt <= maxSnapshots; attempt += 1) {
    const snapshot = await takeSnapshot(source, to);
    const done = await copy(snapshot.named);
    if (await hasLost(source.pool, done.missing)) continue;
    const manifest = await manifestOf(source, to, snapshot, done);
    await writeManifest(to, name, manifest);
    return { name, manifest, ...total };
  }
  throw new OperatorError('Objects were removed faster than they could be copied. The backup is not complete.');
}

/** Whether the snapshot names objects that nothing needs any more: they were removed because of a later change. */
async function hasLost(pool: pg.Pool, missing: string[]): Promise<boolean> {
  if (missing.length === 0) return false;
  return (await listNeededKeys(openStore(pool), missing)).size < missing.length;
}

/** The rows go to the repository's own disk first, so that a slow target does not keep the embedded database. */
async function takeSnapshot({ pool, files, now }: BackupSource, to: BackupFiles): Promise<Snapshot> {
  return (files ?? to).withScratchFile(async (file) => {
    const snapshot = await inSnapshot(pool, async (client) => {
      const at = now();
      const dumped = await dumpDatabase(client, file);
      const named = files ? await listNamedObjects(drizzle(client, { schema })) : [];
      return { at, dumped, named };
    });
    return { ...snapshot, content: await putCompressed(to, file) };
  });
}

/** Sizes of the contents that are there. One that has another size than the newest backup says is copied again. */
async function listWholeContents(to: BackupFiles): Promise<Map<string, number>> {
  const contents = await listContents(to);
  const newest = (await listManifests(to)).at(-1)?.manifest;
  if (!newest || (await faultOfList(to, newest)) !== null) return contents;
  for (const { sha256, bytes } of await readObjects(to, newest)) {
    if (contents.get(sha256) !== bytes) contents.delete(sha256);
  }
  return contents;
}

async function manifestOf(
  { folderFiles }: BackupSource,
  to: BackupFiles,
  { at, content, dumped }: Snapshot,
  { objects, missing, damaged }: CopiedObjects,
): Promise<Manifest> {
  const list = await to.withScratchFile(async (file) => {
    const lines = objects.map(({ key, sha256, bytes }) => `${JSON.stringify([key, sha256, bytes])}\n`);
    await writeFile(file, lines.sort());
    return putCompressed(to, file);
  });
  return {
    format: 1,
    madeAt: at.toISOString(),
    version: productVersion(),
    migrations: dumped.migrations,
    database: content,
    tables: dumped.tables,
    rows: dumped.rows,
    objects: list,
    objectCount: objects.length,
    objectBytes: objects.reduce((sum, { bytes }) => sum + bytes, 0),
    missing: missing.sort(),
    damaged: damaged.sort(),
    folderFiles,
  };
}

/**
 * Throws OperatorError if the database is empty or on other migrations than those of this version, which can name the
 * objects of its own ones only. `act` is what has to be done with the other version. Returns the migrations.
 */
export async function requireCurrent(pool: pg.Pool, act: string): Promise<Record<string, string[]>> {
  const client = await openUnlimited(pool);
  try {
    const applied = await listMigrations(client);
    if (Object.keys(applied).length === 0) throw new OperatorError('The database is empty. There is nothing in it.');
    for (const name of Object.keys(migrationFolders) as MigratedSchema[]) {
      const hashes = applied[name];
      if (!hashes || hashes.join() === knownMigrations(name).join()) continue;
      throw new OperatorError(
        `The database was last used by another version of Motothek. ${act} with that version, or start this one first.`,
      );
    }
    return applied;
  } finally {
    await client.end();
  }
}
