import { createHash } from 'node:crypto';

import { OperatorError } from '@domain/operator-error';

import { chunksOf, Unreadable } from '../backup/unreadable';
import type { FileStore } from '../repository/context/file-store';
import { checkedContent, ContentDiffers } from '../repository/files/checked-content';
import { orMissing } from '../repository/files/read-objects';
import { readMark } from '../repository/files/store-mark';
import { sha256Of } from '../repository/sha256';
import type { NamedObject } from '../repository/store/object-keys';

/** Folder of files that can be made again, so that nothing is lost with one. */
const keptFolder = 'kept/';

/** What a move has done. */
export interface MovedObjects {
  /** Objects that are in the bucket with the SHA-256 that they should have. */
  objects: number;
  bytes: number;
  /** Those of them that were sent; the others were there from a former, stopped move. */
  sent: number;
  /** Keys of objects that the disk does not have, and of those that it cannot read or has with another SHA-256. */
  missing: string[];
  damaged: string[];
}

interface Move {
  from: FileStore;
  to: FileStore;
  /** Whether a former move may have sent it. */
  isResumed: boolean;
  moved: MovedObjects;
}

/** Brings one object into the bucket and compares what the bucket gives back. */
export async function moveObject({ key, sha256: stored }: NamedObject, move: Move): Promise<void> {
  const { from, to, isResumed, moved } = move;
  try {
    const sha256 = stored ?? (await sha256Of(chunksOf(from, key)));
    if (isResumed && (await hasContent(to, key, sha256, moved))) return;
    await to.put(key, checkedContent(chunksOf(from, key), sha256));
    if (!(await hasContent(to, key, sha256, moved))) {
      throw new OperatorError(`The bucket gives back other bytes of ${key} than were sent to it. Run the move again.`);
    }
    moved.sent += 1;
  } catch (error) {
    const isUnreadable = error instanceof Unreadable;
    const isMissing = isUnreadable && error.isMissing;
    const isDamaged = error instanceof ContentDiffers || (isUnreadable && (await error.isDefect(() => readMark(from))));
    if (!isMissing && !isDamaged) throw error;
    if (!key.startsWith(keptFolder)) moved[isMissing ? 'missing' : 'damaged'].push(key);
  }
}

/** Whether the bucket has an object with this SHA-256, which is counted then. */
async function hasContent(to: FileStore, key: string, sha256: string, moved: MovedObjects): Promise<boolean> {
  const content = await orMissing(to.read(key));
  if (!content) return false;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk as Uint8Array);
    bytes += (chunk as Uint8Array).byteLength;
  }
  if (hash.digest('hex') !== sha256) return false;
  moved.objects += 1;
  moved.bytes += bytes;
  return true;
}
