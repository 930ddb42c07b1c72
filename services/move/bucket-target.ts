import { open, rename } from 'node:fs/promises';
import path from 'node:path';

import { OperatorError } from '@domain/operator-error';

import { type FileStore, markKey } from '../repository/context/file-store';
import { movedKey, readMark, unfinishedMoveKey, writeMark } from '../repository/files/store-mark';
import type { Database } from '../repository/store/database';
import { listUnreferred } from '../repository/store/object-keys';

/** Objects that are looked up by one statement. */
const batchSize = 1000;

/**
 * Whether all objects of this database are in the bucket and the folder is marked as one whose objects are elsewhere, so
 * that only a last mark may be left.
 */
export async function hasMoved(from: FileStore, to: FileStore, id: string): Promise<boolean> {
  if ((await readMark(from, movedKey)) !== id || (await readMark(to)) !== id) return false;
  await to.remove(unfinishedMoveKey);
  return true;
}

/**
 * Marks an empty bucket as the target of a move, with which no server starts. Returns whether it was that before. Throws
 * OperatorError if it is anything else.
 */
export async function beginTarget(to: FileStore, id: string): Promise<boolean> {
  const begun = await readMark(to, unfinishedMoveKey);
  if (begun === id) return true;
  const mark = await readMark(to);
  if (begun !== null || (mark !== null && mark !== id)) {
    throw new OperatorError(
      'The bucket belongs to another installation. A move needs an empty one. Nothing was changed.',
    );
  }
  if (mark !== null) {
    throw new OperatorError(
      'The bucket is in use for this installation already, as its store or replica. A move needs an empty one. Nothing was changed.',
    );
  }
  for await (const { key } of to.list('')) {
    throw new OperatorError(`The bucket is not empty: it has ${key}. A move needs an empty one. Nothing was changed.`);
  }
  await writeMark(to, id, unfinishedMoveKey);
  return false;
}

/**
 * Throws OperatorError if the bucket lists fewer objects that rows refer to than it should have. Others, which a former,
 * stopped move has sent and a server has removed from the disk since, are left to the sweep.
 */
export async function requireCount(db: Database, to: FileStore, expected: number): Promise<void> {
  let found = 0;
  const countSome = async (keys: string[]) => {
    const surplus = await db.transaction((tx) => listUnreferred(tx, keys));
    found += keys.length - surplus.length;
  };
  const keys: string[] = [];
  for await (const { key } of to.list('')) {
    keys.push(key);
    if (keys.length === batchSize) await countSome(keys.splice(0));
  }
  await countSome(keys);
  if (found >= expected) return;
  throw new OperatorError(`The bucket lists ${found} objects instead of ${expected}. Run the move again.`);
}

/**
 * Makes the bucket the store of the database, then the folder one whose objects are elsewhere, then lets servers use the
 * bucket. A move that is stopped in between is run again.
 */
export async function endMove({ to, folder }: { to: FileStore; folder: string }, id: string): Promise<void> {
  await writeMark(to, id);
  await rename(path.join(folder, markKey), path.join(folder, movedKey));
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
  await to.remove(unfinishedMoveKey);
}
