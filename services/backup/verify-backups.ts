import { createInterface } from 'node:readline';

import type { BackupFiles } from './backup-files';
import { type Content, faultOf, readCompressed } from './contents';
import type { BackedUpObject } from './copy-objects';
import { forEachOf } from './for-each-of';
import { listManifests, listUnfinished, type Manifest } from './manifest';

/** Something that is not as a manifest says. */
export interface Fault {
  what: 'manifest' | 'missing' | 'damaged';
  /** Name of the backup, or SHA-256 of the content, under which it is found in the folder. */
  name: string;
  /** What is affected: backups, and keys of objects. */
  affects: string[];
}

/** Result of reading everything. */
export interface VerifiedBackups {
  /** Complete backups, the newest last. */
  backups: { name: string; manifest: Manifest }[];
  contents: number;
  bytes: number;
  faults: Fault[];
  /** Backups that have begun after the newest complete one and still run or were killed. */
  unfinished: string[];
}

/** Reads every content of every backup and compares its SHA-256. */
export async function verifyBackups(files: BackupFiles): Promise<VerifiedBackups> {
  const found = await listManifests(files);
  const backups = found.flatMap(({ name, manifest }) => (manifest ? [{ name, manifest }] : []));
  const faults: Fault[] = found
    .filter(({ manifest }) => !manifest)
    .map(({ name }) => ({ what: 'manifest', name, affects: [name] }));
  const result: VerifiedBackups = { backups, contents: 0, bytes: 0, faults, unfinished: await listUnfinished(files) };
  const readAll = async (contents: Affected[]) =>
    forEachOf(contents, async ({ content, affects }) => {
      const what = await faultOf(files, content);
      result.contents += 1;
      result.bytes += content.bytes;
      if (what) faults.push({ what, name: content.sha256, affects: [...affects] });
    });
  const named = new Map<string, Affected>();
  for (const { name, manifest } of backups) {
    add(named, manifest.database, `the database of ${name}`);
    add(named, manifest.objects, `the list of objects of ${name}`);
  }
  await readAll([...named.values()]);
  const isWhole = ({ sha256 }: Content) => !faults.some(({ name }) => name === sha256);
  const objects = new Map<string, Affected>();
  for (const { manifest } of backups.filter((backup) => isWhole(backup.manifest.objects))) {
    for (const { key, ...content } of await readObjects(files, manifest)) add(objects, content, key);
  }
  await readAll([...objects.values()].filter(({ content }) => !named.has(content.sha256)));
  return result;
}

/** A content and what is affected if it is not whole. */
interface Affected {
  content: Content;
  affects: Set<string>;
}

function add(contents: Map<string, Affected>, content: Content, affected: string): void {
  const known = contents.get(content.sha256);
  if (known) known.affects.add(affected);
  else contents.set(content.sha256, { content, affects: new Set([affected]) });
}

/** The objects of a backup. */
export async function readObjects(files: BackupFiles, { objects }: Manifest): Promise<BackedUpObject[]> {
  const listed: BackedUpObject[] = [];
  for await (const line of createInterface({ input: await readCompressed(files, objects), crlfDelay: Infinity })) {
    const [key, sha256, bytes] = JSON.parse(line) as [string, string, number];
    listed.push({ key, sha256, bytes });
  }
  return listed;
}
