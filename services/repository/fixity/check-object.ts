import { createHash } from 'node:crypto';

import { orMissing } from '../files/read-objects';
import { readMark } from '../files/store-mark';
import { isMissing } from '../missing-file';
import { deleteKeptFile } from '../store/kept-files';
import { listNeededKeys } from '../store/object-keys';
import { type ClaimedObject, forgetObjects, updateObject } from '../store/object-sums';
import type { ObjectFault } from '../store/schema/object-sums';
import type { CheckParts } from './check-parts';
import { checkCopy, takeFromReplica } from './copies';
import { paced } from './paced';

/** A fault that a check has found. */
export interface CheckedFault {
  key: string;
  fault: ObjectFault;
  isMended: boolean;
}

/** What a reading has found. */
type Reading = { fault: ObjectFault } | { fault: null; bytes: number };

interface Sum {
  sha256: string;
  bytes: number;
}

/**
 * Reads a claimed object and compares its SHA-256. A damaged or missing object is taken from the replica, if that has
 * the right bytes. Kept files are removed, because they are made again. Returns a fault that is new. Throws what reading
 * throws during an outage, and the reason of the signal.
 */
export async function checkObject(parts: CheckParts, object: ClaimedObject): Promise<CheckedFault | null> {
  const { key, sha256 } = object;
  const { db, now, nextDue } = parts;
  const reading = await readObject(parts, object);
  const { fault } = reading;
  if (fault === null) {
    if (object.replicatedAt) await checkCopy(parts, key, reading.bytes);
    const mended = object.fault !== null && object.mendedAt === null ? { mendedAt: now() } : {};
    await updateObject(db, key, { dueAt: nextDue(), claimedUntil: null, ...mended });
    return null;
  }
  if (!(await listNeededKeys(db, [key])).has(key)) {
    // It was removed. Its sum is forgotten when its copy has been removed from the replica, too.
    await updateObject(db, key, { dueAt: nextDue(), claimedUntil: null, fault: null, mendedAt: null });
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

/**
 * Reads an object. A damaged one is read twice, because a reading can fail, too. An object that cannot be read while the
 * store can be counts as damaged, because this is how most disks fail.
 */
async function readObject(parts: CheckParts, { key, sha256 }: ClaimedObject): Promise<Reading> {
  for (let reading = 1; ; reading += 1) {
    const sum = await sumOf(parts, key).catch(async (error: unknown) => {
      const isStoreThere = !parts.pace.signal.aborted && (await readMark(parts.files).catch(() => null)) !== null;
      if (!isStoreThere) throw error;
      parts.log.warn(`The object ${key} could not be read.`, { error });
      return undefined;
    });
    if (sum === null) return { fault: 'missing' };
    if (sum && (sha256 === null || sum.sha256 === sha256)) {
      await updateObject(parts.db, key, { ...sum, checkedAt: parts.now() });
      return { fault: null, bytes: sum.bytes };
    }
    if (reading === 2) return { fault: 'damaged' };
  }
}

async function sumOf({ db, files, pace, now, claimMs }: CheckParts, key: string): Promise<Sum | null> {
  const onMinute = async () => {
    const claimedUntil = new Date(now().getTime() + claimMs);
    // It only keeps other servers away, and says nothing of the object.
    await updateObject(db, key, { claimedUntil }).catch(() => undefined);
  };
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
