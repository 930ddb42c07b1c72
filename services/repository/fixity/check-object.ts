import { createHash } from 'node:crypto';

import type { FileStore } from '../context/file-store';
import { checkedContent, ContentDiffers } from '../files/checked-content';
import { orMissing } from '../files/read-objects';
import { isMissing } from '../missing-file';
import type { Database } from '../store/database';
import { deleteKeptFile } from '../store/kept-files';
import { listNeededKeys } from '../store/object-keys';
import { type ClaimedObject, forgetObjects, updateObject } from '../store/object-sums';
import type { ObjectFault } from '../store/schema/object-sums';
import { type Pace, paced } from './paced';

/** What a check works with. */
export interface CheckParts {
  db: Database;
  files: FileStore;
  /** Copies of all objects; null if there is none or it is away. */
  replica: Pick<FileStore, 'read'> | null;
  now: () => Date;
  /** When an object that was compared now is read next. */
  nextDue: () => Date;
  pace: Omit<Pace, 'onMinute'>;
  /** Length of a claim in ms, which is renewed every minute. */
  claimMs: number;
}

/** A fault that a check has found. */
export interface CheckedFault {
  key: string;
  fault: ObjectFault;
  isMended: boolean;
}

interface Sum {
  sha256: string;
  bytes: number;
}

/**
 * Reads a claimed object and compares its SHA-256. A damaged or missing object is taken from the replica, if that has
 * the right bytes. The damaged one stays under `damaged/` for a month. Kept files are removed, because they are made
 * again. Returns a fault that is new. Throws what reading throws during an outage, and the reason of the signal.
 */
export async function checkObject(parts: CheckParts, object: ClaimedObject): Promise<CheckedFault | null> {
  const { key, sha256 } = object;
  const { db, now, nextDue } = parts;
  const fault = await findFault(parts, object);
  if (fault === null) {
    const mended = object.fault !== null && object.mendedAt === null ? { mendedAt: now() } : {};
    await updateObject(db, key, { dueAt: nextDue(), claimedUntil: null, ...mended });
    return null;
  }
  if (!(await listNeededKeys(db, [key])).has(key)) {
    // It was removed. Its sum is forgotten when its copy has been removed from the replica, too.
    await updateObject(db, key, { dueAt: nextDue(), claimedUntil: null });
    return null;
  }
  if (key.startsWith('kept/')) {
    await deleteKeptFile(db, key);
    await parts.files.remove(key);
    await forgetObjects(db, [key]);
    return { key, fault, isMended: true };
  }
  const isMended = sha256 !== null && (await takeFromReplica(parts, { key, sha256, fault }));
  const isKnown = object.fault !== null && object.mendedAt === null;
  await updateObject(db, key, {
    dueAt: nextDue(),
    claimedUntil: null,
    fault,
    mendedAt: isMended ? now() : null,
    ...(isMended ? { checkedAt: now() } : {}),
    ...(isKnown ? {} : { foundAt: now(), toldAt: null }),
  });
  return isKnown && !isMended ? null : { key, fault, isMended };
}

/** What is wrong with an object. A damaged one is read twice, because a reading can fail, too. */
async function findFault(parts: CheckParts, { key, sha256 }: ClaimedObject): Promise<ObjectFault | null> {
  for (let reading = 1; ; reading += 1) {
    const sum = await sumOf(parts, key);
    if (sum === null) return 'missing';
    if (sha256 === null || sum.sha256 === sha256) {
      await updateObject(parts.db, key, { ...sum, checkedAt: parts.now() });
      return null;
    }
    if (reading === 2) return 'damaged';
  }
}

async function sumOf({ db, files, pace, now, claimMs }: CheckParts, key: string): Promise<Sum | null> {
  const onMinute = () => updateObject(db, key, { claimedUntil: new Date(now().getTime() + claimMs) });
  const content = await orMissing(files.read(key));
  if (content === null) return null;
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of paced(content, { ...pace, onMinute })) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  } catch (error) {
    // Removed after it was opened.
    if (isMissing(error)) return null;
    throw error;
  } finally {
    content.destroy();
  }
  return { sha256: hash.digest('hex'), bytes };
}

async function takeFromReplica(
  { files, replica, now }: CheckParts,
  { key, sha256, fault }: { key: string; sha256: string; fault: ObjectFault },
): Promise<boolean> {
  const copy = replica && (await orMissing(replica.read(key)));
  if (!copy) return false;
  try {
    if (fault === 'damaged') {
      const aside = `damaged/${now().toISOString().replaceAll(/[:.]/g, '-')}/${key}`;
      await files.put(aside, await files.read(key));
    }
    // The store takes either the right bytes or none.
    await files.put(key, checkedContent(copy, sha256));
    return true;
  } catch (error) {
    if (error instanceof ContentDiffers) return false;
    throw error;
  } finally {
    copy.destroy();
  }
}
