import { checkedContent } from '../files/checked-content';
import { orMissing } from '../files/read-objects';
import { sha256Of } from '../sha256';
import { updateObject } from '../store/object-sums';
import type { ObjectFault } from '../store/schema/object-sums';
import type { CheckParts } from './check-parts';
import { paced } from './paced';

/** Beginning of the keys of damaged objects that are kept aside; a time and the object's own key follow. */
export const asidePrefix = 'damaged/';

/** The key that an object had which is kept aside. */
export function keptAside(aside: string): string {
  return aside.split('/').slice(2).join('/');
}

/** Looks whether the replica still has the copy of an object, by its size. One that it lacks is copied again. */
export async function checkCopy({ db, replica, log }: CheckParts, key: string, bytes: number): Promise<void> {
  if (!replica) return;
  try {
    if ((await orMissing(replica.size(key))) !== bytes) await updateObject(db, key, { replicatedAt: null });
  } catch (error) {
    log.warn(`The copy of the object ${key} could not be compared.`, { error });
  }
}

/**
 * Takes an object from the replica, if that has the right bytes. The damaged one stays under `damaged/` for a month.
 * Returns whether the object is right now. Failures of the replica or of writing are logged: the fault is told all the
 * same. Throws the reason of the signal.
 */
export async function takeFromReplica(
  parts: CheckParts,
  { key, sha256, fault }: { key: string; sha256: string; fault: ObjectFault },
): Promise<boolean> {
  const { replica, files, pace, log } = parts;
  if (!replica) return false;
  try {
    if (!(await isCopyRight(parts, key, sha256))) return false;
    if (fault === 'damaged') await putAside(parts, key);
    // The store takes either the right bytes or none.
    await files.put(key, checkedContent(await replica.read(key), sha256));
    return true;
  } catch (error) {
    pace.signal.throwIfAborted();
    log.warn(`The object ${key} could not be taken from the replica.`, { error });
    return false;
  }
}

/** Whether a copy has the right bytes. One that has not counts as not replicated any more. */
async function isCopyRight({ db, replica, pace }: CheckParts, key: string, sha256: string): Promise<boolean> {
  let isRight = false;
  try {
    const copy = replica && (await orMissing(replica.read(key)));
    isRight = copy !== null && (await sha256Of(paced(copy, { ...pace, onMinute: async () => {} }))) === sha256;
    return isRight;
  } finally {
    if (!isRight && !pace.signal.aborted) await updateObject(db, key, { replicatedAt: null });
  }
}

/** Keeps a damaged object, as far as it can be read, for somebody who looks into the failure. */
async function putAside({ files, now, log }: CheckParts, key: string): Promise<void> {
  const aside = `${asidePrefix}${now().toISOString().replaceAll(/[:.]/g, '-')}/${key}`;
  try {
    await files.put(aside, await files.read(key));
  } catch (error) {
    log.warn(`The damaged object ${key} could not be kept aside.`, { error });
  }
}
