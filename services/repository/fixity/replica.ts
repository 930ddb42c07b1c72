import { OperatorError } from '@domain/operator-error';

import type { FileStore } from '../context/file-store';
import { checkedContent, ContentDiffers } from '../files/checked-content';
import { orMissing } from '../files/read-objects';
import { readMark, writeMark } from '../files/store-mark';
import { type Database, installationId } from '../store/database';
import { type ClaimedObject, isKnownReplica, setReplica, updateObject } from '../store/object-sums';
import type { WorkParts } from './check-parts';
import { paced } from './paced';

/** The replica holds the objects of another database, or of this one before it was restored from a backup. */
export class ForeignReplica extends OperatorError {
  constructor(isOfAnother: boolean) {
    super(
      isOfAnother
        ? 'REPLICA_STORE_URL: this place has the copies of another database. Give this one a place of its own.'
        : [
            'REPLICA_STORE_URL: this place already has copies of this database: those of the server from which a backup',
            'was restored, or its address has changed. Give this server a place of its own or, if no other server uses',
            "this one, remove its object 'installation' and start again.",
          ].join(' '),
    );
    this.name = 'ForeignReplica';
  }
}

/** A file store with copies of all objects, and its address. */
export interface Replica {
  files: FileStore;
  place: string;
}

/**
 * Whether the replica can be used. A new one is marked as that of this database. One that had copies and has no mark is
 * away, such as a volume that is not mounted. Throws ForeignReplica if it belongs to another database, or to the one of
 * which this one is a restored copy.
 */
export async function isReplicaThere(db: Database, { files: replica, place }: Replica): Promise<boolean> {
  const id = await installationId(db);
  const mark = await readMark(replica);
  if (mark !== null && mark !== id) throw new ForeignReplica(true);
  const isKnown = await isKnownReplica(db, place);
  if (mark !== null && !isKnown) throw new ForeignReplica(false);
  if (mark === null && isKnown) return false;
  if (!isKnown) await setReplica(db, place);
  if (mark === null) await writeMark(replica, id);
  return true;
}

/** The same, and logged if it is away: objects are read whether or not the replica can be used. */
export async function isReplicaUsable({ db, log }: Pick<WorkParts, 'db' | 'log'>, replica: Replica): Promise<boolean> {
  try {
    const isThere = await isReplicaThere(db, replica);
    if (!isThere) log.warn('The replica is away: it does not have its mark.');
    return isThere;
  } catch (error) {
    if (error instanceof ForeignReplica) throw error;
    log.warn('The replica is away.', { error });
    return false;
  }
}

/** Copies a claimed object to the replica. One whose content has another sum is not copied and becomes due. */
export async function replicate(
  { db, files, now, pace, claimMs }: WorkParts,
  { files: replica }: Replica,
  { key, sha256 }: ClaimedObject,
): Promise<void> {
  const content = await orMissing(files.read(key));
  const onMinute = () => updateObject(db, key, { claimedUntil: new Date(now().getTime() + claimMs) });
  try {
    if (content === null) return await updateObject(db, key, { dueAt: now(), replicatedAt: now(), claimedUntil: null });
    await replica.put(key, checkedContent(paced(content, { ...pace, onMinute }), sha256 ?? ''));
    await updateObject(db, key, { replicatedAt: now(), claimedUntil: null });
  } catch (error) {
    if (!(error instanceof ContentDiffers)) throw error;
    await updateObject(db, key, { dueAt: now() });
  } finally {
    content?.destroy();
  }
}
