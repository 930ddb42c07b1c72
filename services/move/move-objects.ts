import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';

import type pg from 'pg';

import { OperatorError } from '@domain/operator-error';

import { requireCurrent } from '../backup/back-up';
import { inSnapshot } from '../backup/dump-database';
import { forEachOf } from '../backup/for-each-of';
import { linesIn } from '../backup/lines';
import type { FileStore } from '../repository/context/file-store';
import { movedKey, readMark } from '../repository/files/store-mark';
import { installationId, openStore } from '../repository/store/database';
import { namedObjectsByKey } from '../repository/store/object-keys';
import { claimObjects } from '../repository/upkeep/claim-objects';
import { beginTarget, endMove, hasMoved, requireCount } from './bucket-target';
import { type MovedObjects, moveObject } from './move-object';

/** A move of all objects from the disk to a bucket. */
export interface ObjectMoving {
  /** The database that names the objects. No server uses it. */
  pool: pg.Pool;
  from: FileStore;
  /** Folder of `from`. */
  folder: string;
  to: FileStore;
  /** Told what will have been moved, of so many objects. */
  tell: (moved: MovedObjects, total: number) => void;
}

/** The list of all objects, in a local file. */
interface ObjectList {
  total: number;
  sha256: string;
}

/**
 * Copies every object that the database names to a bucket and reads it there again, compared by its SHA-256. What a
 * former, stopped move has sent is only read. At the end the bucket is marked as the store of the database, and the
 * folder as one whose objects are elsewhere; a server that still runs on it writes nothing more. Nothing is removed from
 * the disk. Returns null if the objects were moved before. Throws OperatorError.
 */
export async function moveObjects(moving: ObjectMoving): Promise<MovedObjects | null> {
  const { pool, from, to } = moving;
  await requireCurrent(pool, 'Make the move');
  const db = openStore(pool);
  const id = await installationId(db);
  if (await hasMoved(from, to, id)) return null;
  await requireMark(moving);
  await claimObjects({ db, files: from });
  const isResumed = await beginTarget(to, id);
  const moved: MovedObjects = { objects: 0, bytes: 0, sent: 0, missing: [], damaged: [] };
  const before = await from.withScratchFile(async (file) => {
    const list = await writeList(pool, file);
    moving.tell(moved, list.total);
    for await (const lines of linesIn(createReadStream(file))) {
      const named = lines.map((line) => JSON.parse(line) as [string, string | null]);
      await forEachOf(named, ([key, sha256]) => moveObject({ key, sha256 }, { from, to, isResumed, moved }));
    }
    return list;
  });
  const after = await from.withScratchFile((file) => writeList(pool, file));
  if (after.sha256 !== before.sha256) {
    throw new OperatorError(
      'Objects were written or removed meanwhile, so a server runs. Stop all, then run it again.',
    );
  }
  await requireCount(db, to, moved.objects);
  await endMove(moving, id);
  return moved;
}

/** Every store gets its mark at the first start of its server, so one without is not mounted. */
async function requireMark({ from, folder }: ObjectMoving): Promise<void> {
  if ((await readMark(from)) !== null || (await readMark(from, movedKey)) !== null) return;
  throw new OperatorError(
    `The objects are missing: ${folder} has no mark of a store. Check that its volume is mounted, and check DATA_DIR. Nothing was moved.`,
  );
}

/** Writes a line of JSON for each object into a file, by key: its key, and its SHA-256 or null. */
async function writeList(pool: pg.Pool, file: string): Promise<ObjectList> {
  const hash = createHash('sha256');
  let total = 0;
  await inSnapshot(pool, async (client) => {
    const text = async function* () {
      for await (const named of namedObjectsByKey(client)) {
        const lines = named.map(({ key, sha256 }) => `${JSON.stringify([key, sha256])}\n`).join('');
        hash.update(lines);
        total += named.length;
        yield lines;
      }
    };
    await pipeline(Readable.from(text()), createWriteStream(file, { flags: 'wx' }));
  });
  return { total, sha256: hash.digest('hex') };
}
