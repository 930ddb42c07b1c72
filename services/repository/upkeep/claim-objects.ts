import { OperatorError } from '@domain/operator-error';

import { type FileStore, markKey } from '../context/file-store';
import { orMissing } from '../files/read-objects';
import { movedKey, readMark, unfinishedMoveKey, writeMark } from '../files/store-mark';
import { type Database, installationId } from '../store/database';
import { newestObjectKey } from '../store/object-keys';

/** The store holds the objects of another database, whose files would be deleted as orphans. */
export class ForeignObjectStore extends OperatorError {
  constructor() {
    super(
      [
        'The objects belong to another database. Give this database its own store',
        '(an empty bucket or data folder), or start with the database these objects belong to.',
      ].join(' '),
    );
    this.name = 'ForeignObjectStore';
  }
}

/** The store is empty, because of an unmounted volume or a wrong folder or bucket. */
export class ObjectsMissing extends OperatorError {
  constructor() {
    super(
      [
        'The objects of this database are missing: the store does not have its mark and lacks files that the',
        'database refers to. Check that the volume is mounted, and check DATA_DIR and OBJECT_STORE_URL.',
      ].join(' '),
    );
    this.name = 'ObjectsMissing';
  }
}

/** The store is the target of a move that has not ended, or its objects were moved to another one. */
class ObjectsMoved extends OperatorError {
  constructor(state: 'unfinished' | 'moved') {
    super(
      state === 'unfinished'
        ? 'The move of the objects into this store has not ended. Run npm run move-to-bucket again, or remove OBJECT_STORE_URL to go on with those on the disk.'
        : `The objects of this database were moved to a bucket. Set OBJECT_STORE_URL to it. To go back to the objects as they were then, rename the file objects/${movedKey} of the data folder to ${markKey}.`,
    );
    this.name = 'ObjectsMoved';
  }
}

/**
 * Marks the file store as belonging to this database when it is first used. Throws ForeignObjectStore if it has
 * the mark of another database, ObjectsMoved if a move concerns it, and ObjectsMissing if it has no mark and lacks objects
 * the database refers to.
 */
export async function claimObjects({
  db,
  files,
}: {
  db: Database;
  files: Pick<FileStore, 'read' | 'size' | 'put'>;
}): Promise<void> {
  const id = await installationId(db);
  if ((await readMark(files, unfinishedMoveKey)) !== null) throw new ObjectsMoved('unfinished');
  const mark = await readMark(files);
  if (mark !== null) {
    if (mark !== id) throw new ForeignObjectStore();
    return;
  }
  if ((await readMark(files, movedKey)) !== null) throw new ObjectsMoved('moved');
  const known = await newestObjectKey(db);
  if (known !== null && (await orMissing(files.size(known))) === null) throw new ObjectsMissing();
  await writeMark(files, id);
}
