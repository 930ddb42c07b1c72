import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { knownMigrations, migrationFolders, type MigratedSchema } from '../database/migrate-schema';
import { isKey } from '../repository/context/file-store';
import type { BackupFiles } from './backup-files';
import { chunksOf, Unreadable } from './unreadable';

/** Format of the folder. A change that this version could not read gets another number. */
const format = 1;
/** Folders of complete backups and of those that have begun, within that of the backups. */
export const manifestFolder = 'backups/';
export const begunFolder = 'begun/';

export const sha256Pattern = /^[0-9a-f]{64}$/;
const ContentSchema = z.object({ sha256: z.string().regex(sha256Pattern), bytes: z.number() });

const ManifestSchema = z.object({
  format: z.literal(format),
  /** Time of the snapshot of the database (ISO 8601). A backup is named by the time when it began. */
  madeAt: z.string(),
  /** Version of the product that made it; absent in the first backups. */
  version: z.string().optional(),
  /** Hashes of the migrations of each schema of the database, in their order. */
  migrations: z.record(z.string(), z.array(z.string())),
  /** The rows of the database: `dumpDatabase`, compressed. */
  database: ContentSchema,
  tables: z.number(),
  rows: z.number(),
  /** List of the objects: a line of JSON for each, [key, sha256, bytes], compressed. */
  objects: ContentSchema,
  objectCount: z.number(),
  objectBytes: z.number(),
  /** Keys of objects that the repository itself had lost, or whose content had another SHA-256 than it should have. */
  missing: z.array(z.string()),
  damaged: z.array(z.string()),
  /** Content of small files of the data folder by name. */
  folderFiles: z.object({ 'session-secret': z.string().optional(), 'demo-password': z.string().optional() }),
});

/** What makes a backup whole: it is written last and names everything else with its SHA-256. */
export type Manifest = z.infer<typeof ManifestSchema>;

/** Whether this version knows the database of a backup. It does not know those of later versions. */
export function isReadable({ migrations }: Manifest): boolean {
  return (Object.keys(migrationFolders) as MigratedSchema[]).every((schema) => {
    const known = new Set(knownMigrations(schema));
    return (migrations[schema] ?? []).every((hash) => known.has(hash));
  });
}

/** Files of the data folder that a server does not start without, or not as before. */
export const folderFiles = ['session-secret', 'demo-password'] as const satisfies (keyof Manifest['folderFiles'])[];

/** A manifest as it is found: `manifest` is null if it is damaged, cannot be read or is of another format. */
export interface FoundManifest {
  name: string;
  manifest: Manifest | null;
}

/** The name of the backup that begins at a time: no characters that keys cannot contain. */
export function backupName(at: Date): string {
  return at.toISOString().replaceAll(/[:.]/g, '-');
}

/** Notes that a backup has begun, so that one that was killed can be told from one that was never made. */
export async function noteBegun(files: BackupFiles, name: string): Promise<void> {
  await files.put(begunFolder + name, Readable.from([Buffer.from(name)]));
}

/** Completes a backup and removes the notes of those that began before. */
export async function writeManifest(files: BackupFiles, name: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest);
  const file = `${sumOf(content)}\n${content}\n`;
  await files.put(manifestKey(name), Readable.from([Buffer.from(file)]));
  for (const begun of await listNames(files, begunFolder)) if (begun <= name) await files.remove(begunFolder + begun);
}

/** Names of backups that have begun and are not complete: they still run or were killed. */
export function listUnfinished(files: BackupFiles): Promise<string[]> {
  return listNames(files, begunFolder);
}

/** Names of complete backups. */
export async function listBackups(files: Pick<BackupFiles, 'list'>): Promise<string[]> {
  return (await listNames(files, manifestFolder)).map((name) => name.replace(/\.json$/, ''));
}

/** All backups, that with the newest snapshot last. */
export async function listManifests(files: BackupFiles): Promise<FoundManifest[]> {
  const found: FoundManifest[] = [];
  for (const name of await listBackups(files)) found.push({ name, manifest: await readManifest(files, name) });
  // Of two backups at once, the one that began later may have the older snapshot.
  const timeOf = ({ name, manifest }: FoundManifest) => (manifest ? backupName(new Date(manifest.madeAt)) : name);
  return found.sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

async function readManifest(files: BackupFiles, name: string): Promise<Manifest | null> {
  const read = await text(chunksOf(files, manifestKey(name))).catch(async (error: unknown) => {
    if (error instanceof Unreadable && (await error.isDefect(() => listBackups(files)))) return null;
    throw error;
  });
  if (read === null) return null;
  const [sum, content = ''] = read.split('\n');
  if (sum !== sumOf(content)) return null;
  return ManifestSchema.safeParse(parseJson(content)).data ?? null;
}

/** The value of a text of JSON; undefined if it is none. */
function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function manifestKey(name: string): string {
  return `${manifestFolder}${name}.json`;
}

async function listNames(files: Pick<BackupFiles, 'list'>, folder: string): Promise<string[]> {
  const names: string[] = [];
  // Whatever else lies there, such as the copy of a file, was not written by a backup.
  for await (const { key } of files.list(folder)) if (isKey(key)) names.push(key.slice(folder.length));
  return names.sort();
}

function sumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
