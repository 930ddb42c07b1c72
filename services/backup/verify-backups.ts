import { z } from 'zod';

import { OperatorError } from '@domain/operator-error';
import { isOutage } from '@domain/outage';

import { isKey } from '../repository/context/file-store';
import type { BackupFiles } from './backup-files';
import { type Content, contentKey, faultOf, readCompressed } from './contents';
import type { BackedUpObject } from './copy-objects';
import { forEachOf } from './for-each-of';
import { listManifests, listUnfinished, type Manifest, sha256Pattern } from './manifest';

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
  for (const { name, manifest } of backups.filter((backup) => isWhole(backup.manifest.objects))) {
    const what = await faultOfList(files, manifest);
    if (what) faults.push({ what, name: manifest.objects.sha256, affects: [`the list of objects of ${name}`] });
    if (what) continue;
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

/** A line of a list of objects. */
const LineSchema = z.tuple([z.string().refine(isKey), z.string().regex(sha256Pattern), z.number()]);

/** The list of the objects of a backup is not one, although it has the SHA-256 that it should have. */
class NotAList extends OperatorError {
  constructor({ sha256 }: Content, cause: unknown) {
    super(`${contentKey(sha256)} is damaged: it is not a list of objects.`, { cause });
    this.name = 'NotAList';
  }
}

/** What is wrong with the list of the objects of a backup; null if it can be read. */
export async function faultOfList(files: BackupFiles, manifest: Manifest): Promise<'missing' | 'damaged' | null> {
  try {
    const fault = await faultOf(files, manifest.objects);
    if (fault === null) await readObjects(files, manifest);
    return fault;
  } catch (error) {
    if (error instanceof NotAList) return 'damaged';
    throw error;
  }
}

/** The objects of a backup. Throws OperatorError if the list has other lines than those that backups write. */
export async function readObjects(files: BackupFiles, { objects }: Manifest): Promise<BackedUpObject[]> {
  const listed: BackedUpObject[] = [];
  try {
    for await (const lines of readCompressed(files, objects)) {
      for (const line of lines) {
        const [key, sha256, bytes] = LineSchema.parse(JSON.parse(line));
        listed.push({ key, sha256, bytes });
      }
    }
  } catch (error) {
    if (isOutage(error)) throw error;
    throw new NotAList(objects, error);
  }
  return listed;
}
